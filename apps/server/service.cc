#include "apps/server/service.h"

#include <vector>

#include "apps/server/message.h"
#include "oovec/base/error.h"
#include "oovec/io/input.h"
#include "oovec/io/json.h"

namespace oovec::server {
namespace {

constexpr std::size_t longest_held_out = 1 << 20;  // bytes

std::optional<Store> open_store(const ServerOptions& options, const Model& model) {
  if (options.store.empty()) return std::nullopt;
  StoreOptions store;
  store.text = model.text();
  return Store::open(options.store, store);
}

// What `oovec eval heldout --json` printed, in one line.
std::string read_held_out(const std::string& path) {
  if (path.empty()) return "";
  const auto input = open_input(path);
  std::vector<char> text;
  append_from(*input, longest_held_out + 1, text);
  JsonLimits limits;
  limits.bytes = longest_held_out;
  const auto json = parse_json<nlohmann::ordered_json>({text.data(), text.size()}, path, limits);
  if (!json.is_object() && !json.is_array())
    throw Error(ErrorKind::malformed,
                path + ": not JSON; name a file with what `oovec eval heldout --json` printed");
  return json.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

}  // namespace

Service::Service(const ServerOptions& chosen)
    : options(chosen),
      models(chosen.model, chosen.vectors,
             [this](const Model& model) {
               if (store_) store_->check_text(model.text());
             }),
      held_out_(read_held_out(chosen.held_out)) {
  store_ = open_store(options, models.get()->model());
}

ModelPointer Service::model() const {
  ModelPointer served = models.get();
  served->check();
  return served;
}

Store& Service::store() {
  if (!store_)
    throw RequestError(404, "not_found",
                       "this server has no store; start it with --store FILE to remember words");
  return *store_;
}

}  // namespace oovec::server
