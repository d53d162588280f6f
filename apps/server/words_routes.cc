// /v1/words: what the store remembers.
#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

#include <fmt/format.h>

#include "apps/server/base64.h"
#include "apps/server/inferring.h"
#include "apps/server/query.h"
#include "apps/server/routes.h"
#include "oovec/base/error.h"
#include "oovec/base/utc_time.h"
#include "oovec/search/nearest.h"

namespace oovec::server {
namespace {

constexpr std::size_t most_listed = 1000;   // words of a page
constexpr std::size_t most_detailed = 100;  // with what is inferred of them
constexpr std::size_t listed_neighbors = 5;

// Where a page ends: the last word of it, as the order needs it.
std::string cursor_of(const WordSummary& word) {
  return base64_url(fmt::format("{} {} {}", word.count, word.last, word.word));
}

template <class Number>
bool take_number(std::string_view& text, Number& number) {
  const auto [rest, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  const auto used = static_cast<std::size_t>(rest - text.data());
  if (error != std::errc() || used == text.size() || *rest != ' ') return false;
  text.remove_prefix(used + 1);
  return true;
}

WordSummary parse_cursor(const std::string& cursor) {
  const auto decoded = from_base64_url(cursor);
  WordSummary word;
  std::string_view rest = decoded ? std::string_view(*decoded) : std::string_view();
  if (!decoded || !take_number(rest, word.count) || !take_number(rest, word.last))
    throw RequestError(422, "usage",
                       "\"after\" is not valid; send the \"next\" of the previous page unchanged");
  word.word = rest;
  return word;
}

struct WordsRequest {
  WordQuery query;
  bool details = false;
};

std::optional<std::int64_t> parse_since(Query& query) {
  const auto text = query.text("since");
  if (!text) return std::nullopt;
  if (const auto time = parse_utc_time(*text)) return time;
  throw RequestError(422, "usage",
                     "\"since\" must be a time such as 2026-11-18T16:03:07Z, or milliseconds "
                     "since 1970");
}

WordsRequest parse_words(const std::string& target) {
  Query query(target);
  WordsRequest request;
  request.query.order = static_cast<WordOrder>(query.choice("order", enum_names(WordOrder()), 0));
  request.query.min_count = query.number("min_count", 1, 1, INT64_MAX);
  request.query.since = parse_since(query);
  request.query.contains = query.text("contains").value_or("");
  request.details = query.flag("details");
  const std::size_t most = request.details ? most_detailed : most_listed;
  request.query.limit = query.number("limit", 100, 1, most);
  if (const auto after = query.text("after")) request.query.after = parse_cursor(*after);
  query.finish();
  return request;
}

void write_summary(const WordSummary& word, JsonWriter& json) {
  json.field("word", word.word).field("count", word.count);
  json.field("first", utc_time(word.first)).field("last", utc_time(word.last));
  json.field("contexts", word.contexts);
}

void write_totals(const StoreTotals& totals, JsonWriter& json) {
  json.open('{').field("words", totals.words).field("contexts", totals.contexts);
  json.field("sightings", totals.sightings).field("bytes", totals.bytes).close('}');
}

// A word with what is inferred from its contexts, if anything can be.
struct DetailedWord {
  WordSummary summary;
  std::string last_context;
  InferredWord inferred;
  std::vector<std::string> nearest = {};
};

InferredWord infer_stored_word(WordInferrer& inferrer, const StoredWord& word) {
  std::vector<std::string_view> contexts;
  contexts.reserve(word.contexts.size());
  for (const StoredContext& context : word.contexts) contexts.push_back(context.text);
  return inferrer.infer(word.word, contexts);
}

std::string last_context_of(const StoredWord& word) {
  const auto last = std::ranges::max_element(
      word.contexts, {}, [](const StoredContext& context) { return context.last; });
  return last == word.contexts.end() ? std::string() : last->text;
}

// All words are searched for at once, which is far cheaper than one by one.
void find_nearest_words(const Model& model, std::vector<DetailedWord>& words) {
  std::vector<float> queries;
  std::vector<DetailedWord*> asked;
  for (DetailedWord& word : words) {
    if (word.inferred.status != InferStatus::inferred) continue;
    const std::vector<float>& vector = word.inferred.inference.vector;
    queries.insert(queries.end(), vector.begin(), vector.end());
    asked.push_back(&word);
  }
  const auto found = nearest(model.search()->rows(1), queries, listed_neighbors, {}, 1);
  for (std::size_t i = 0; i < found.size(); ++i)
    for (const Neighbor& neighbor : found[i])
      asked[i]->nearest.emplace_back(model.vectors().word(neighbor.row));
}

std::vector<DetailedWord> detail(const Store& store, const ServedModel& served,
                                 const std::vector<WordSummary>& page) {
  const InferrerLease inferrer(served);
  std::vector<DetailedWord> words;
  for (const WordSummary& summary : page)
    if (const auto stored = store.find(summary.word))  // unless it is forgotten by now
      words.push_back({summary, last_context_of(*stored), infer_stored_word(*inferrer, *stored)});
  find_nearest_words(served.model(), words);
  return words;
}

void write_detailed(const DetailedWord& word, JsonWriter& json) {
  json.open('{');
  write_summary(word.summary, json);
  const bool is_inferred = word.inferred.status == InferStatus::inferred;
  json.field("confidence",
             is_inferred ? word.inferred.inference.confidence : std::optional<float>());
  json.key("nearest").open('[');
  for (const std::string& near : word.nearest) json.value(near);
  json.close(']');
  json.field("last_context", word.last_context.empty() ? std::optional<std::string>()
                                                       : std::optional(word.last_context));
  json.close('}');
}

// The word as the store spells it. What it cannot hold it has not seen.
template <class Ask>
auto ask_store(const std::string& word, const Ask& ask) {
  check_word(word);
  try {
    return ask();
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::usage && error.kind() != ErrorKind::malformed) throw;
    throw RequestError(422, "usage", error.what());
  }
}

WordQuery spelled_query(const Store& store, WordQuery query) {
  if (!query.contains.empty())
    query.contains = ask_store(query.contains, [&] { return store.spell(query.contains); });
  return query;
}

HttpResponse answer_words(Service& service, const WordsRequest& request) {
  const Store& store = service.store();
  const std::vector<WordSummary> page = store.words(spelled_query(store, request.query));
  HttpResponse response;
  JsonWriter json(response.body);
  json.open('{').key("words").open('[');
  if (request.details) {
    for (const DetailedWord& word : detail(store, *service.model(), page))
      write_detailed(word, json);
  } else {
    for (const WordSummary& word : page) {
      json.open('{');
      write_summary(word, json);
      json.close('}');
    }
  }
  json.close(']').key("next");
  page.size() == request.query.limit ? json.value(cursor_of(page.back())) : json.null();
  json.key("totals");
  write_totals(store.totals(), json);
  json.close('}');
  return response;
}

RequestError never_seen(const std::string& word) {
  return {404, "not_found", fmt::format("\"{}\" is not in the store", word)};
}

HttpResponse answer_word(Service& service, const std::string& asked) {
  const Store& store = service.store();
  const auto stored = ask_store(asked, [&] { return store.find(asked); });
  if (!stored) throw never_seen(asked);
  const ModelPointer served = service.model();
  const InferrerLease inferrer(*served);
  std::vector<DetailedWord> words;
  words.push_back({*stored, "", infer_stored_word(*inferrer, *stored)});
  find_nearest_words(served->model(), words);
  const DetailedWord& word = words.front();
  const bool is_inferred = word.inferred.status == InferStatus::inferred;

  HttpResponse response;
  JsonWriter json(response.body);
  json.open('{');
  write_summary(*stored, json);
  json.key("texts").open('[');
  for (const StoredContext& context : stored->contexts)
    json.open('{').field("text", context.text).field("last", utc_time(context.last)).close('}');
  json.close(']');
  json.field("alpha", is_inferred ? std::optional(word.inferred.inference.alpha) : std::nullopt);
  json.field("confidence",
             is_inferred ? word.inferred.inference.confidence : std::optional<float>());
  json.key("nearest").open('[');
  for (const std::string& near : word.nearest) json.value(near);
  json.close(']').close('}');
  return response;
}

}  // namespace

Answer words_route(Service& service, const CallPointer& call) {
  WordsRequest request = parse_words(call->request.target);
  return [&service, request = std::move(request)] { return answer_words(service, request); };
}

Answer word_route(Service& service, const CallPointer& call) {
  return [&service, call] { return answer_word(service, call->parameter); };
}

Answer forget_route(Service& service, const CallPointer& call) {
  return [&service, call] {
    Store& store = service.store();
    if (!ask_store(call->parameter, [&] { return store.forget(call->parameter); }))
      throw never_seen(call->parameter);
    HttpResponse response;
    JsonWriter(response.body).open('{').field("forgotten", call->parameter).close('}');
    return response;
  };
}

}  // namespace oovec::server
