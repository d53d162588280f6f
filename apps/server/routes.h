// The handlers of all routes; docs/server.md describes their requests and responses.
#pragma once

#include "apps/server/route.h"

namespace oovec::server {

// Words and their contexts to vectors: infer_route.cc
[[nodiscard]] Answer infer_route(Service& service, const CallPointer& call);
void infer_line(Service& service, std::string_view line, std::string_view request_id,
                std::string& answers);

// What is near and why: neighbors_route.cc, explain_route.cc, similarity_route.cc
[[nodiscard]] Answer neighbors_route(Service& service, const CallPointer& call);
[[nodiscard]] Answer explain_route(Service& service, const CallPointer& call);
[[nodiscard]] Answer similarity_route(Service& service, const CallPointer& call);

// Texts to vectors: embeddings_route.cc
[[nodiscard]] Answer embeddings_route(Service& service, const CallPointer& call);
[[nodiscard]] Answer models_route(Service& service, const CallPointer& call);

// The store: words_routes.cc, export_route.cc
[[nodiscard]] Answer words_route(Service& service, const CallPointer& call);
[[nodiscard]] Answer word_route(Service& service, const CallPointer& call);
[[nodiscard]] Answer forget_route(Service& service, const CallPointer& call);
[[nodiscard]] Answer export_route(Service& service, const CallPointer& call);

// The server itself: info_routes.cc, page_routes.cc
[[nodiscard]] Answer info_route(Service& service, const CallPointer& call);
[[nodiscard]] Answer metrics_route(Service& service, const CallPointer& call);
[[nodiscard]] Answer health_route(Service& service, const CallPointer& call);
[[nodiscard]] Answer ready_route(Service& service, const CallPointer& call);
[[nodiscard]] Answer openapi_route(Service& service, const CallPointer& call);
[[nodiscard]] Answer page_route(Service& service, const CallPointer& call);
[[nodiscard]] Answer asset_route(Service& service, const CallPointer& call);

}  // namespace oovec::server
