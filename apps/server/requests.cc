#include "apps/server/requests.h"

#include <array>
#include <utility>

#include <fmt/format.h>

#include "apps/server/request_object.h"

namespace oovec::server {
namespace {

constexpr std::array<std::string_view, 2> encodings = {"float", "base64"};

WordItem take_item(RequestObject& request) {
  WordItem item;
  item.word = request.text("word");
  item.contexts = request.texts("contexts");
  return item;
}

WordItem parse_item(const Json& value, const std::string& place) {
  RequestObject request(value, place);
  WordItem item = take_item(request);
  request.finish();
  return item;
}

RequestError too_many(const std::string& what, std::size_t found, std::size_t most,
                      std::string_view remedy) {
  return {413, "too_large", fmt::format("{}: {}, at most {}; {}", what, found, most, remedy)};
}

// One word, or a list "items". Returns whether it is a list.
bool take_items(RequestObject& request, std::size_t max_batch, std::string_view remedy,
                std::vector<WordItem>& items) {
  const Json* const list = request.take("items");
  if (!list) {
    items.push_back(take_item(request));
    return false;
  }
  for (const char* const key : {"word", "contexts"})
    if (request.has(key))
      throw wrong_value(
          fmt::format("send either \"items\" or \"{}\"; a batch has it in each item", key));
  if (!list->is_array())
    throw wrong_value(fmt::format("\"items\" is {}; send a list of objects", list->type_name()));
  if (list->size() > max_batch) throw too_many("\"items\"", list->size(), max_batch, remedy);
  for (std::size_t i = 0; i < list->size(); ++i)
    items.push_back(parse_item((*list)[i], fmt::format("items[{}].", i)));
  return true;
}

void take_infer_options(RequestObject& request, InferRequest& result) {
  result.store = request.flag("store");
  result.diagnostics = request.flag("diagnostics");
  result.encoding = static_cast<Encoding>(request.choice("encoding", encodings, 0));
  request.finish();
}

void check_explained(const WordItem& item) {
  std::size_t bytes = 0;
  for (const std::string& context : item.contexts) bytes += context.size();
  if (bytes > max_explained)
    throw too_many("bytes of \"contexts\"", bytes, max_explained, "send fewer contexts");
}

void take_kinds(RequestObject& request, NeighborsRequest& result) {
  if (!request.take("by")) return;
  constexpr std::array<std::string_view, 3> kinds = {"both", "form", "context"};
  result.both = result.form = result.context = false;
  for (const std::string& name : request.texts("by")) {
    if (name == kinds[0])
      result.both = true;
    else if (name == kinds[1])
      result.form = true;
    else if (name == kinds[2])
      result.context = true;
    else
      throw wrong_value(fmt::format("\"by\": \"{}\" is not both, form or context", name));
  }
}

WordItem take_word(RequestObject& request, const char* key) {
  const Json* const value = request.take(key);
  if (!value)
    throw wrong_value(
        fmt::format("\"{}\" is missing; send {{\"word\": …, \"contexts\": […]}}", key));
  return parse_item(*value, std::string(key) + '.');
}

std::vector<std::string> take_input(RequestObject& request, std::size_t max_batch) {
  const Json* const input = request.take("input");
  if (!input) throw wrong_value("\"input\" is missing; send a string or a list of strings");
  if (input->is_string()) return {input->get<std::string>()};
  if (!input->is_array())
    throw wrong_value(
        fmt::format("\"input\" is {}; send a string or a list of strings", input->type_name()));
  if (!input->empty() && ((*input)[0].is_number() || (*input)[0].is_array()))
    throw wrong_value("\"input\": token numbers are not supported; send strings");
  std::vector<std::string> texts = request.texts("input");
  if (texts.empty()) throw wrong_value("\"input\" is empty; send at least one string");
  if (texts.size() > max_batch)
    throw too_many("\"input\"", texts.size(), max_batch, "send several requests");
  return texts;
}

}  // namespace

InferRequest parse_infer(std::string_view body, std::size_t max_batch) {
  const Json value = parse_body(body);
  RequestObject request(value, "");
  InferRequest result;
  result.is_batch =
      take_items(request, max_batch, "send more as NDJSON, or in several requests", result.items);
  take_infer_options(request, result);
  return result;
}

InferRequest parse_infer_line(std::string_view line) {
  const Json value = parse_body(line);
  RequestObject request(value, "");
  InferRequest result;
  result.items.push_back(take_item(request));
  take_infer_options(request, result);
  return result;
}

NeighborsRequest parse_neighbors(std::string_view body) {
  const Json value = parse_body(body);
  RequestObject request(value, "");
  NeighborsRequest result;
  result.is_batch = take_items(request, max_searched, "send several requests", result.items);
  result.k = request.number("k", result.k, 1, max_neighbors);
  take_kinds(request, result);
  result.without_ngrams = request.texts("without_ngrams");
  result.map = request.flag("map");
  request.finish();
  if (result.is_batch && (result.map || !result.without_ngrams.empty()))
    throw wrong_value("\"map\" and \"without_ngrams\" are for one word; send no \"items\"");
  if (result.map && result.k > max_mapped)
    throw wrong_value(fmt::format("\"k\" must be at most {} for a map", max_mapped));
  return result;
}

ExplainRequest parse_explain(std::string_view body) {
  const Json value = parse_body(body);
  RequestObject request(value, "");
  ExplainRequest result;
  result.item = take_item(request);
  result.k = request.number("k", result.k, 1, max_neighbors);
  result.without_ngrams = request.texts("without_ngrams");
  request.finish();
  check_explained(result.item);
  return result;
}

SimilarityRequest parse_similarity(std::string_view body) {
  const Json value = parse_body(body);
  RequestObject request(value, "");
  SimilarityRequest result;
  result.a = take_word(request, "a");
  result.b = take_word(request, "b");
  request.finish();
  return result;
}

EmbeddingsRequest parse_embeddings(std::string_view body, std::size_t max_batch) {
  const Json value = parse_body(body);
  RequestObject request(value, "");
  EmbeddingsRequest result;
  result.input = take_input(request, max_batch);
  result.model = request.text("model");
  result.encoding = static_cast<Encoding>(request.choice("encoding_format", encodings, 0));
  if (request.take("dimensions")) result.dimensions = request.number("dimensions", 0, 1, 1'000'000);
  (void)request.text("user", "");  // who asks, for OpenAI's statistics
  request.finish();
  return result;
}

}  // namespace oovec::server
