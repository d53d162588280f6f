#include "apps/server/assets.h"

#include <array>
#include <iterator>

#include <fmt/format.h>

#include "lab/experiment/assets.h"
#include "oovec/base/hash.h"
#include "oovec/model/assets.h"

namespace oovec::server {
namespace {

std::string_view type_of(std::string_view name) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 5> types = {{
      {".html", "text/html; charset=utf-8"},
      {".js", "text/javascript; charset=utf-8"},
      {".css", "text/css; charset=utf-8"},
      {".svg", "image/svg+xml"},
      {".json", "application/json"},
  }};
  for (const auto& [ending, type] : types)
    if (name.ends_with(ending)) return type;
  return "text/plain; charset=utf-8";
}

constexpr std::string_view policy =
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; "
    "img-src 'self' data:; form-action 'none'; frame-ancestors 'none'; base-uri 'none'";

// Of other pages.
std::span<const Asset> shared_assets() {
  static const std::array<Asset, 6> assets = {{{"elements.js", elements_js()},
                                               {"style.css", style_css()},
                                               {"explanation.js", explanation_js()},
                                               {"charts.js", lab::charts_js()},
                                               {"tables.js", lab::tables_js()},
                                               {"d3.js", lab::d3_js()}}};
  return assets;
}

}  // namespace

const Asset* find_asset(std::string_view name) {
  for (const auto& assets : {embedded_assets(), shared_assets()})
    for (const Asset& asset : assets)
      if (asset.name == name) return &asset;
  return nullptr;
}

HttpResponse asset_response(const Asset& asset, std::string_view if_none_match) {
  HttpResponse response;
  response.type = type_of(asset.name);
  const std::string tag = fmt::format("\"{:016x}\"", hash64(asset.content));
  response.headers = {{"ETag", tag},
                      {"Cache-Control", "no-cache"},
                      {"Content-Security-Policy", std::string(policy)},
                      {"Referrer-Policy", "no-referrer"}};
  if (if_none_match.find(tag) != std::string_view::npos)
    response.status = 304;
  else
    response.body = asset.content;
  return response;
}

}  // namespace oovec::server
