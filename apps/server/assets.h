// The files of the page, and what else is served as it is; cmake makes them part of the program.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "apps/server/message.h"

namespace oovec::server {

struct Asset {
  std::string_view name;
  std::string_view content;
};

// The files of web/serve, and openapi.json: apps/server/CMakeLists.txt lists them.
[[nodiscard]] std::span<const Asset> embedded_assets();

// Any of those, or of the files that other pages use, too. Null if there is none.
[[nodiscard]] const Asset* find_asset(std::string_view name);

// 304 if the client has the content already.
[[nodiscard]] HttpResponse asset_response(const Asset& asset, std::string_view if_none_match);

}  // namespace oovec::server
