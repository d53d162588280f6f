// Any bytes, read as what clients send to the server: the bodies of all routes, and targets. Each
// is a request or a RequestError that says so; whatever is taken keeps the limits.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <string>
#include <string_view>

#include "apps/server/message.h"
#include "apps/server/query.h"
#include "apps/server/requests.h"
#include "oovec/text/utf8.h"

namespace {

using namespace oovec::server;

constexpr std::size_t most_items = 20;

void require(bool condition) {
  if (!condition) std::abort();
}

// Whether it was taken.
bool attempt(const std::function<void()>& action) {
  try {
    action();
    return true;
  } catch (const RequestError& error) {
    require(error.status() == 400 || error.status() == 413 || error.status() == 422);
    require(!std::string_view(error.what()).empty() && !error.type().empty());
    return false;
  }
}

void check_items(const std::vector<WordItem>& items, bool is_batch, std::size_t most) {
  require(is_batch ? items.size() <= most : items.size() == 1);
  for (const WordItem& item : items) {
    require(!oovec::find_invalid_utf8(item.word));
    for (const std::string& context : item.contexts) require(!oovec::find_invalid_utf8(context));
  }
}

void read_body(std::string_view body) {
  attempt([&] {
    const InferRequest request = parse_infer(body, most_items);
    check_items(request.items, request.is_batch, most_items);
  });
  attempt([&] { check_items(parse_infer_line(body).items, false, 1); });
  attempt([&] {
    const NeighborsRequest request = parse_neighbors(body);
    check_items(request.items, request.is_batch, max_searched);
    require(request.k >= 1 && request.k <= (request.map ? max_mapped : max_neighbors));
  });
  attempt([&] {
    const ExplainRequest request = parse_explain(body);
    std::size_t bytes = 0;
    for (const std::string& context : request.item.contexts) bytes += context.size();
    require(bytes <= max_explained && request.k >= 1 && request.k <= max_neighbors);
  });
  attempt([&] { (void)parse_similarity(body); });
  attempt([&] {
    const EmbeddingsRequest request = parse_embeddings(body, most_items);
    require(!request.input.empty() && request.input.size() <= most_items);
  });
}

void read_target(std::string_view target) {
  attempt([&] { require(!oovec::find_invalid_utf8(percent_decoded(target))); });
  attempt([&] {
    Query query(target);
    require(query.number("limit", 3, 1, 10) >= 1 && query.number("limit", 3, 1, 10) <= 10);
    (void)query.flag("details");
    query.finish();
  });
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  read_body(bytes);
  read_target(bytes);
  return 0;
}
