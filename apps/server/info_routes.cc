// What the server tells of itself: /info, /metrics, /health, /ready and /openapi.json.
#include <utility>

#include "apps/server/assets.h"
#include "apps/server/json_writer.h"
#include "apps/server/routes.h"
#include "oovec/base/utc_time.h"
#include "oovec/base/version.h"

namespace oovec::server {
namespace {

void write_model_card(const ServedModel& served, JsonWriter& json) {
  const Model& model = served.model();
  const ModelSettings& settings = model.settings();
  json.open('{').field("name", served.name()).field("loaded", utc_time(served.loaded()));
  json.field("dimension", model.dimension()).field("words", model.vectors().size());
  json.field("ngrams", model.parts().ngrams->size());
  json.field("composition", enum_name(settings.composition));
  json.field("ngram_min", settings.ngrams.min).field("ngram_max", settings.ngrams.max);
  json.field("tokenizer", enum_name(settings.tokenizer)).field("lowercase", settings.lowercase);
  json.field("language", settings.language);
  json.field("search_bytes", model.search()->copy_bytes()).key("training").open('{');
  for (const auto& [key, value] : settings.training) json.field(key, value);
  json.close('}').close('}');
}

void write_store_card(Service& service, JsonWriter& json) {
  if (!service.has_store()) {
    json.null();
    return;
  }
  const StoreTotals totals = service.store().totals();
  const StoreSettings& settings = service.store().settings();
  json.open('{').field("words", totals.words).field("contexts", totals.contexts);
  json.field("sightings", totals.sightings).field("bytes", totals.bytes);
  json.field("per_word", settings.per_word).field("max_bytes", settings.max_bytes).close('}');
}

HttpResponse answer_info(Service& service) {
  HttpResponse response;
  JsonWriter json(response.body);
  json.open('{').field("version", version()).field("instruction_set", instruction_set());
  json.key("model");
  write_model_card(*service.models.get(), json);
  json.key("held_out");
  service.held_out().empty() ? json.null() : json.raw(service.held_out());
  json.key("store");
  write_store_card(service, json);
  json.close('}');
  return response;
}

HttpResponse answer_metrics(Service& service) {
  HttpResponse response;
  response.type = "text/plain; version=0.0.4; charset=utf-8";
  std::optional<StoreTotals> totals;
  if (service.has_store()) totals = service.store().totals();
  response.body = service.metrics.text(totals);
  return response;
}

HttpResponse status_response(std::string_view status) {
  HttpResponse response;
  JsonWriter(response.body).open('{').field("status", status).close('}');
  return response;
}

}  // namespace

// The store may have to wait for its file.
Answer info_route(Service& service, const CallPointer& /*call*/) {
  return [&service] { return answer_info(service); };
}

Answer metrics_route(Service& service, const CallPointer& /*call*/) {
  if (!service.has_store()) return answer_metrics(service);
  return [&service] { return answer_metrics(service); };
}

Answer health_route(Service& /*service*/, const CallPointer& /*call*/) {
  return status_response("alive");
}

Answer ready_route(Service& service, const CallPointer& /*call*/) {
  if (service.draining)
    throw RequestError(503, "busy", "the server is shutting down; ask another one");
  (void)service.model();
  return status_response("ready");
}

Answer openapi_route(Service& /*service*/, const CallPointer& call) {
  return asset_response(*find_asset("openapi.json"), call->request.if_none_match);
}

}  // namespace oovec::server
