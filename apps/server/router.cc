#include "apps/server/router.h"

#include <algorithm>
#include <optional>
#include <vector>

#include <fmt/format.h>

#include "apps/server/query.h"
#include "apps/server/routes.h"
#include "oovec/base/suggest.h"

namespace oovec::server {
namespace {

constexpr Route routes[] = {
    {"POST", "/v1/infer", infer_route, false, infer_line},
    {"POST", "/v1/neighbors", neighbors_route},
    {"POST", "/v1/explain", explain_route},
    {"POST", "/v1/similarity", similarity_route},
    {"POST", "/v1/embeddings", embeddings_route},
    {"GET", "/v1/words", words_route},
    {"GET", "/v1/words/export", export_route},
    {"GET", "/v1/words/{word}", word_route},
    {"DELETE", "/v1/words/{word}", forget_route},
    {"GET", "/v1/models", models_route},
    {"GET", "/info", info_route},
    {"GET", "/metrics", metrics_route},
    {"GET", "/health", health_route, true},
    {"GET", "/ready", ready_route, true},
    {"GET", "/openapi.json", openapi_route, true},
    {"GET", "/", page_route, true},
    {"GET", "/assets/{name}", asset_route, true},
};
static_assert(std::size(routes) < Metrics::max_routes);

// What stands for {…}, still encoded; nothing if the path is not of this route.
std::optional<std::string_view> match_path(std::string_view pattern, std::string_view path) {
  const std::size_t brace = pattern.find('{');
  if (brace == std::string_view::npos)
    return pattern == path ? std::optional(std::string_view()) : std::nullopt;
  if (!path.starts_with(pattern.substr(0, brace))) return std::nullopt;
  const std::string_view rest = path.substr(brace);
  if (rest.empty() || rest.find('/') != std::string_view::npos) return std::nullopt;
  return rest;
}

// GET answers HEAD, too: who sends leaves the body out.
bool has_method(const Route& route, std::string_view method) {
  return route.method == method || (route.method == "GET" && method == "HEAD");
}

// Of "/v1/words/export" and "/v1/words/{word}" the former, whatever the method.
bool is_literal(std::string_view path) {
  return std::ranges::any_of(routes, [&](const Route& route) { return route.path == path; });
}

std::vector<std::string> known_paths() {
  std::vector<std::string> paths;
  for (const Route& route : routes) paths.emplace_back(route.path);
  return paths;
}

}  // namespace

std::span<const Route> all_routes() { return routes; }

std::string methods_of(std::string_view path) {
  std::string methods;
  const bool literal = is_literal(path);
  for (const Route& route : routes) {
    if (literal ? route.path != path : !match_path(route.path, path)) continue;
    if (!methods.empty()) methods += ", ";
    methods += route.method == "GET" ? "GET, HEAD" : std::string(route.method);
  }
  return methods;
}

void find_route(Call& call) {
  const std::string_view path = path_of(call.request.target);
  const bool literal = is_literal(path);
  bool has_path = false;
  for (const Route& route : routes) {
    const auto parameter = match_path(route.path, path);
    if (!parameter || (literal && route.path != path)) continue;
    has_path = true;
    if (!has_method(route, call.request.method)) continue;
    call.route = &route;
    call.parameter = percent_decoded(*parameter);
    return;
  }
  if (has_path)
    throw RequestError(
        405, "method_not_allowed",
        fmt::format("{} does not take {}; use {}", path, call.request.method, methods_of(path)));
  throw RequestError(404, "not_found",
                     fmt::format("there is no path {}{}; /openapi.json lists all", path,
                                 did_you_mean(path, known_paths())));
}

}  // namespace oovec::server
