// POST /v1/explain: what each n-gram and context word contributes to a vector.
#include "apps/server/inferring.h"
#include "apps/server/routes.h"
#include "oovec/model/explain_json.h"
#include "oovec/model/neighbors.h"

namespace oovec::server {
namespace {

HttpResponse answer_explain(Service& service, const ExplainRequest& request) {
  check_word(request.item.word);
  const ModelPointer served = service.model();
  const Model& model = served->model();
  const Explanation explanation =
      explain(model, request.item.word, request.item.contexts, request.without_ngrams);
  if (!explanation.inferred)
    throw RequestError(404, "no_vector", "\"" + request.item.word + "\" " + nothing_known);
  NeighborQuery query;
  query.k = request.k;
  query.form = query.context = query.ranks = false;
  query.threads = 1;
  const Neighborhoods found = find_neighbors(model, explanation.word, *explanation.inferred, query);
  HttpResponse response;
  response.body = explanation_json(explanation, neighbor_words(model, found.joint));
  return response;
}

}  // namespace

Answer explain_route(Service& service, const CallPointer& call) {
  return [&service, call] { return answer_explain(service, parse_explain(call->request.body)); };
}

}  // namespace oovec::server
