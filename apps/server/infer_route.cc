// POST /v1/infer: words and their contexts to vectors.
#include <cstddef>
#include <utility>

#include "apps/server/inferring.h"
#include "apps/server/routes.h"
#include "oovec/base/error.h"
#include "oovec/base/finite.h"

namespace oovec::server {
namespace {

void write_vector(const char* key, std::span<const float> vector, Encoding encoding,
                  JsonWriter& json) {
  json.key(key);
  if (vector.empty() || !all_finite(vector))
    json.null();
  else if (encoding == Encoding::base64)
    json.base64(vector);
  else
    json.numbers(vector);
}

void write_inference(const InferRequest& request, const Inference& inference,
                     const ContextEvidence& contexts, JsonWriter& json) {
  write_vector("vector", inference.vector, request.encoding, json);
  json.field("alpha", inference.alpha).field("confidence", inference.confidence);
  if (!request.diagnostics) return;
  write_vector("form", inference.form, request.encoding, json);
  write_vector("context", inference.context, request.encoding, json);
  json.field("context_share", inference.context_share);
  json.field("known_ngrams", inference.known_ngrams);
  json.field("context_words", inference.context_words);
  json.field("agreement", inference.agreement);
  json.field("contexts_used", contexts.contexts);
}

// Whether the store can have the word. If not, to infer it says why.
bool can_be_stored(const Store& store, std::string_view word) {
  if (word.size() > max_word) return false;
  try {
    (void)store.spell(word);
    return true;
  } catch (const Error&) {
    return false;
  }
}

// How often the word has been seen, and what the store has of it.
struct Remembered {
  std::uint64_t count = 0;
  std::vector<std::string> contexts;
};

Remembered recall(const Store& store, std::string_view word) {
  Remembered remembered;
  const auto stored = store.find(word);
  if (!stored) return remembered;
  remembered.count = stored->count;
  for (const StoredContext& context : stored->contexts) remembered.contexts.push_back(context.text);
  return remembered;
}

// One item: {"word", "vector" …}. Throws RequestError if there is no vector.
void write_item(Service& service, WordInferrer& inferrer, const InferRequest& request,
                const WordItem& item, JsonWriter& json) {
  check_word(item.word);
  Remembered remembered;
  std::vector<std::string_view> contexts = item.context_views();
  if (request.store && can_be_stored(service.store(), item.word)) {
    remembered = recall(service.store(), item.word);
    contexts.assign(remembered.contexts.begin(), remembered.contexts.end());
  }
  const InferredWord inferred = inferrer.infer(item.word, contexts);
  check_inferred(service, item.word, inferred);
  json.open('{').field("word", item.word);
  write_inference(request, inferred.inference, inferrer.evidence().contexts, json);
  if (request.store) json.field("seen", remembered.count);
  json.close('}');
}

// Adds all words to the store that it can hold: when this returns, they are on the disk.
void remember(Service& service, const InferRequest& request) {
  if (!request.store) return;
  Store& store = service.store();
  const std::int64_t now = current_time();
  std::vector<Sighting> sightings;
  for (const WordItem& item : request.items) {
    if (!can_be_stored(store, item.word)) continue;
    if (item.contexts.empty()) sightings.push_back({item.word, {}, now});
    for (const std::string& context : item.contexts) sightings.push_back({item.word, context, now});
  }
  store.add_many(sightings);
}

void write_batch_item(Service& service, WordInferrer& inferrer, const InferRequest& request,
                      const WordItem& item, JsonWriter& json) {
  try {
    write_item(service, inferrer, request, item, json);
  } catch (const RequestError& error) {
    json.open('{').field("word", item.word);
    write_error(error, json);
    json.close('}');
  }
}

HttpResponse answer_infer(Service& service, const InferRequest& request) {
  const ModelPointer served = service.model();
  remember(service, request);
  const InferrerLease inferrer(*served);
  HttpResponse response;
  JsonWriter json(response.body);
  if (!request.is_batch) {
    write_item(service, *inferrer, request, request.items.front(), json);
    return response;
  }
  json.open('{').field("model", served->name()).key("items").open('[');
  for (const WordItem& item : request.items)
    write_batch_item(service, *inferrer, request, item, json);
  json.close(']').close('}');
  return response;
}

}  // namespace

Answer infer_route(Service& service, const CallPointer& call) {
  const std::size_t most = service.options.max_batch;
  if (call->request.body.size() > small_body)
    return [&service, call, most] {
      return answer_infer(service, parse_infer(call->request.body, most));
    };
  InferRequest request = parse_infer(call->request.body, most);
  if (!request.store && !takes_long(request.items)) return answer_infer(service, request);
  return [&service, shared = std::make_shared<const InferRequest>(std::move(request))] {
    return answer_infer(service, *shared);
  };
}

void infer_line(Service& service, std::string_view line, std::string_view request_id,
                std::string& answers) {
  JsonWriter json(answers);
  const std::size_t begin = answers.size();
  try {
    const InferRequest request = parse_infer_line(line);
    const ModelPointer served = service.model();
    remember(service, request);
    const InferrerLease inferrer(*served);
    write_batch_item(service, *inferrer, request, request.items.front(), json);
  } catch (const RequestError& error) {
    answers.resize(begin);
    answers += error_response(error, request_id).body;
  }
  answers += '\n';
}

}  // namespace oovec::server
