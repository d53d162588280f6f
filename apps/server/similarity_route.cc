// POST /v1/similarity: the cosines of two words, or of one word in two sets of contexts.
#include <utility>

#include "apps/server/inferring.h"
#include "apps/server/routes.h"
#include "oovec/base/kernels.h"

namespace oovec::server {
namespace {

std::optional<float> cosine_of(const std::vector<float>& a, const std::vector<float>& b) {
  return a.empty() || b.empty() ? std::nullopt : cosine(std::span(a), std::span(b));
}

HttpResponse answer_similarity(Service& service, const SimilarityRequest& request) {
  const ModelPointer served = service.model();
  const InferrerLease inferrer(*served);
  const Inference a = infer_or_throw(service, *inferrer, request.a);
  const Inference b = infer_or_throw(service, *inferrer, request.b);
  HttpResponse response;
  JsonWriter json(response.body);
  json.open('{').field("cosine", cosine_of(a.vector, b.vector));
  json.field("form", cosine_of(a.form, b.form));
  json.field("context", cosine_of(a.context, b.context)).close('}');
  return response;
}

}  // namespace

Answer similarity_route(Service& service, const CallPointer& call) {
  if (call->request.body.size() > small_body)
    return [&service, call] {
      return answer_similarity(service, parse_similarity(call->request.body));
    };
  SimilarityRequest request = parse_similarity(call->request.body);
  if (!takes_long(std::span(&request.a, 1)) && !takes_long(std::span(&request.b, 1)))
    return answer_similarity(service, request);
  return [&service, shared = std::make_shared<const SimilarityRequest>(std::move(request))] {
    return answer_similarity(service, *shared);
  };
}

}  // namespace oovec::server
