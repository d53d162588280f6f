// The page and its files.
#include "apps/server/assets.h"
#include "apps/server/routes.h"

namespace oovec::server {

Answer page_route(Service& /*service*/, const CallPointer& call) {
  return asset_response(*find_asset("index.html"), call->request.if_none_match);
}

Answer asset_route(Service& /*service*/, const CallPointer& call) {
  if (const Asset* const asset = find_asset(call->parameter))
    return asset_response(*asset, call->request.if_none_match);
  throw RequestError(404, "not_found", "the page has no file \"" + call->parameter + "\"");
}

}  // namespace oovec::server
