#include "apps/server/inferring.h"

#include <chrono>

#include <fmt/format.h>

#include "oovec/base/error.h"
#include "oovec/base/shorten.h"

namespace oovec::server {
namespace {

constexpr std::size_t many_bytes = 8 << 10;  // to infer from: a tenth of a millisecond or so

}  // namespace

void check_word(std::string_view word) {
  if (word.size() > max_word)
    throw RequestError(
        422, "usage",
        fmt::format("\"word\" has {} bytes, but a word has at most {}", word.size(), max_word));
}

void check_inferred(Service& service, std::string_view word, const InferredWord& inferred) {
  if (inferred.status == InferStatus::inferred) {
    service.metrics.inferred.fetch_add(1, std::memory_order_relaxed);
    return;
  }
  service.metrics.without_vector.fetch_add(1, std::memory_order_relaxed);
  if (inferred.status == InferStatus::malformed)
    throw RequestError(422, inferred.error == ErrorKind::usage ? "usage" : "malformed",
                       inferred.message);
  throw RequestError(404, "no_vector", fmt::format("\"{}\" {}", word, inferred.message));
}

Inference infer_or_throw(Service& service, WordInferrer& inferrer, const WordItem& item,
                         std::span<const std::string> left_out) {
  check_word(item.word);
  InferredWord inferred = inferrer.infer(item.word, item.context_views(), left_out);
  check_inferred(service, item.word, inferred);
  return std::move(inferred.inference);
}

void write_error(const RequestError& error, JsonWriter& json) {
  json.key("error").open('{').field("type", error.type());
  json.field("message", shorten(error.message())).close('}');
}

bool takes_long(std::span<const WordItem> items) {
  std::size_t bytes = 0;
  for (const WordItem& item : items) {
    bytes += 4 * item.word.size();
    for (const std::string& context : item.contexts) bytes += context.size() + 16;
  }
  return bytes > many_bytes;
}

std::int64_t current_time() {
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  return std::chrono::duration_cast<std::chrono::milliseconds>(now).count();
}

}  // namespace oovec::server
