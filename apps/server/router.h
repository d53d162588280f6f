// All routes, and which of them a request is for.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "apps/server/route.h"

namespace oovec::server {

[[nodiscard]] std::span<const Route> all_routes();

// Sets the route of a call and its parameter. Throws RequestError: 404 if there is no such path
// (with the one that may be meant), 405 if it does not have the method.
void find_route(Call& call);

// The methods of a path, for the header Allow: "GET, HEAD"; empty if there is no such path.
[[nodiscard]] std::string methods_of(std::string_view path);

// The path of a target: what stands before "?".
[[nodiscard]] inline std::string_view path_of(std::string_view target) {
  return target.substr(0, target.find('?'));
}

}  // namespace oovec::server
