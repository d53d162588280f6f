// Turns a request into its response; all errors become responses here.
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
  // Reads the API keys, if the options name a file of them.
  explicit Responder(Service& service);

  // Checks the header of a request, before its body is read, and sets its route. Throws
  // RequestError if the request is refused: 401, 404, 405, 415, 421.
  void admit(Call& call) const;

  // Whether the body of an admitted request is NDJSON, to be answered line by line.
  [[nodiscard]] static bool takes_lines(const Call& call);

  // Nothing of these throws.
  [[nodiscard]] Answer answer(const CallPointer& call) noexcept;
  [[nodiscard]] HttpResponse run(const Call& call, const Work& work) noexcept;
  // Answers complete lines of NDJSON; the last one may lack its line end.
  [[nodiscard]] std::string answer_lines(const Call& call, std::string_view lines) noexcept;
  // The next piece of a body. Nothing if there is to be none, because of an error.
  [[nodiscard]] std::optional<std::string> next_piece(const HttpResponse& response) noexcept;
  [[nodiscard]] HttpResponse refuse(const RequestError& error, const Call& call) const;

  // Reads the API keys again. If that fails, throws and keeps the old ones.
  void reload_keys();
  // Null if no key is required.
  [[nodiscard]] std::shared_ptr<const ApiKeys> keys() const;

  Service& service() { return service_; }

 private:
  void check_host(std::string_view host) const;

  Service& service_;
  mutable std::mutex mutex_;
  std::shared_ptr<const ApiKeys> keys_;
};

}  // namespace oovec::server
