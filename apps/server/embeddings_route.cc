// POST /v1/embeddings and GET /v1/models: texts to vectors, as clients of OpenAI ask for them.
#include <utility>

#include <fmt/format.h>

#include "apps/server/inferring.h"
#include "apps/server/routes.h"
#include "oovec/base/error.h"

namespace oovec::server {
namespace {

constexpr std::string_view any_model = "oovec";

void check_embeddings(const EmbeddingsRequest& request, const ServedModel& served) {
  if (request.model != served.name() && request.model != any_model)
    throw RequestError(404, "not_found",
                       fmt::format("there is no model \"{}\"; this server has \"{}\"",
                                   request.model, served.name()));
  const std::size_t dimension = served.model().dimension();
  if (request.dimensions && *request.dimensions != dimension)
    throw RequestError(
        422, "usage",
        fmt::format("\"dimensions\" must be {}, the dimension of the model; leave it out",
                    dimension));
}

TextVector embed(Service& service, const ServedModel& served, const std::string& text,
                 std::size_t place) {
  const InferrerLease inferrer(served);
  const TextReaderLease reader(served);
  TextVector vector = reader->vector(text, *inferrer);
  service.metrics.inferred.fetch_add(vector.inferred, std::memory_order_relaxed);
  service.metrics.without_vector.fetch_add(vector.without, std::memory_order_relaxed);
  if (vector.words == 0)
    throw RequestError(404, "no_vector",
                       fmt::format("\"input\"[{}] has no word with a vector", place));
  return vector;
}

HttpResponse answer_embeddings(Service& service, const EmbeddingsRequest& request) {
  const ModelPointer served = service.model();
  check_embeddings(request, *served);
  HttpResponse response;
  JsonWriter json(response.body);
  std::size_t words = 0;
  json.open('{').field("object", "list").key("data").open('[');
  for (std::size_t i = 0; i < request.input.size(); ++i) {
    const TextVector text = embed(service, *served, request.input[i], i);
    words += text.words + text.without;
    json.open('{').field("object", "embedding").field("index", i).key("embedding");
    request.encoding == Encoding::base64 ? json.base64(text.vector) : json.numbers(text.vector);
    json.close('}');
  }
  json.close(']').field("model", served->name()).key("usage").open('{');
  json.field("prompt_tokens", words).field("total_tokens", words).close('}').close('}');
  return response;
}

}  // namespace

Answer embeddings_route(Service& service, const CallPointer& call) {
  return [&service, call] {
    return answer_embeddings(service,
                             parse_embeddings(call->request.body, service.options.max_batch));
  };
}

Answer models_route(Service& service, const CallPointer& /*call*/) {
  const ModelPointer served = service.models.get();
  HttpResponse response;
  JsonWriter json(response.body);
  json.open('{').field("object", "list").key("data").open('[').open('{');
  json.field("id", served->name()).field("object", "model");
  json.field("created", served->loaded() / 1000).field("owned_by", "oovec");
  json.close('}').close(']').close('}');
  return response;
}

}  // namespace oovec::server
