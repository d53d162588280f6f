// From a request to its response, whatever goes wrong on the way: all errors become responses here.
#pragma once

#include <memory>
#include <mutex>
#include <string>
#include <string_view>

#include "apps/server/api_keys.h"
#include "apps/server/route.h"
#include "apps/server/service.h"

namespace oovec::server {

class Responder {
 public:
  // Reads the keys, if there are any.
  explicit Responder(Service& service);

  // Looks at a request whose header has come, and sets its route. Throws RequestError if it makes
  // no sense to read the body: 401, 404, 405, 415, 421.
  void admit(Call& call) const;

  // Whether the body, of a request that was admitted, is lines of JSON to be answered one by one.
  [[nodiscard]] static bool takes_lines(const Call& call);

  // Nothing of these throws.
  [[nodiscard]] Answer answer(const CallPointer& call) noexcept;
  [[nodiscard]] HttpResponse run(const Call& call, const Work& work) noexcept;
  // Whole lines of NDJSON to the answers to them; the last one may lack its line end.
  [[nodiscard]] std::string answer_lines(const Call& call, std::string_view lines) noexcept;
  // The next piece of a body. Nothing if there is to be none, because of an error.
  [[nodiscard]] std::optional<std::string> next_piece(const HttpResponse& response) noexcept;
  [[nodiscard]] HttpResponse refuse(const RequestError& error, const Call& call) const;

  // Reads the keys anew. Throws, and keeps the old ones, if that cannot be done.
  void reload_keys();
  // Null if no key is asked for.
  [[nodiscard]] std::shared_ptr<const ApiKeys> keys() const;

  Service& service() { return service_; }

 private:
  void check_host(std::string_view host) const;

  Service& service_;
  mutable std::mutex mutex_;
  std::shared_ptr<const ApiKeys> keys_;
};

}  // namespace oovec::server
