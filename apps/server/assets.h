// Files that are served as they are, above all those of the page; cmake embeds them in the program.
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

// One of those, or one of the files shared with other pages. Null if there is no such file.
[[nodiscard]] const Asset* find_asset(std::string_view name);

// 304 if the client has the current content.
[[nodiscard]] HttpResponse asset_response(const Asset& asset, std::string_view if_none_match);

}  // namespace oovec::server
