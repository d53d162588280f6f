#include "apps/server/responder.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <exception>
#include <new>

#include <fmt/format.h>

#include "apps/server/json_writer.h"
#include "apps/server/router.h"
#include "oovec/base/error.h"
#include "oovec/text/normalize.h"

namespace oovec::server {
namespace {

constexpr std::string_view json_type = "application/json";
constexpr std::string_view lines_type = "application/x-ndjson";

std::string lowercased(std::string_view name) {
  std::string lower(name);
  std::ranges::transform(lower, lower.begin(),
                         [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return lower;
}

// "application/json" of "Application/JSON; charset=utf-8".
std::string media_type(std::string_view content_type) {
  return lowercased(trim(content_type.substr(0, content_type.find(';'))));
}

void check_content_type(const Call& call) {
  if (call.route->method != "POST") return;
  const std::string coding = lowercased(trim(call.request.content_encoding));
  if (!coding.empty() && coding != "identity")
    throw RequestError(
        415, "usage",
        fmt::format("the body is encoded as \"{}\"; send it as it is, without Content-Encoding",
                    coding));
  const std::string type = media_type(call.request.content_type);
  if (type == json_type || (type == lines_type && call.route->lines)) return;
  throw RequestError(415, "usage",
                     fmt::format("the body is \"{}\"; send Content-Type: {}{}", type, json_type,
                                 call.route->lines ? " or application/x-ndjson" : ""));
}

// The response to an error of the library.
RequestError request_error_of(const Error& error) {
  const std::string message =
      error.message([](std::string_view option) { return "--" + std::string(option); });
  switch (error.kind()) {
    case ErrorKind::usage:
      return {422, "usage", message};
    case ErrorKind::malformed:
      return {422, "malformed", message};
    case ErrorKind::damaged:
      return {503, "damaged", message};
    case ErrorKind::unsupported:
      return {500, "unsupported", message};
    case ErrorKind::io:
      return {503, "io", message};
  }
  return {500, "bug", message};
}

// The exception that is being handled.
RequestError current_error() {
  try {
    throw;
  } catch (const RequestError& error) {
    return error;
  } catch (const Error& error) {
    return request_error_of(error);
  } catch (const std::bad_alloc&) {
    return {503, "busy", "out of memory; send less at a time"};
  } catch (const std::exception& error) {
    return {500, "bug", fmt::format("{}: this is a bug of oovec; please report it", error.what())};
  }
}

}  // namespace

Responder::Responder(Service& service) : service_(service) {
  if (!service.options.api_key_file.empty()) reload_keys();
}

void Responder::reload_keys() {
  if (service_.options.api_key_file.empty()) return;
  auto fresh = std::make_shared<const ApiKeys>(service_.options.api_key_file);
  const std::lock_guard lock(mutex_);
  keys_ = std::move(fresh);
}

std::shared_ptr<const ApiKeys> Responder::keys() const {
  const std::lock_guard lock(mutex_);
  return keys_;
}

// Without keys only this machine is served. A page from elsewhere that makes a browser take its own
// name for this machine still sends that name.
void Responder::check_host(std::string_view host) const {
  const std::string name = lowercased(host.starts_with('[') ? host.substr(0, host.find(']') + 1)
                                                            : host.substr(0, host.find(':')));
  constexpr std::array<std::string_view, 3> names = {"localhost", "[::1]", ""};
  const bool is_loopback =
      name.starts_with("127.") && name.find_first_not_of("0123456789.") == std::string_view::npos;
  if (is_loopback || std::ranges::find(names, name) != names.end()) return;
  throw RequestError(421, "misdirected",
                     fmt::format("this server accepts requests for localhost only, not for \"{}\"; "
                                 "use that name, or start it with --api-key-file",
                                 name));
}

void Responder::admit(Call& call) const {
  const auto keys = this->keys();
  if (!keys) check_host(call.request.host);
  find_route(call);
  if (keys && !call.route->is_open && !keys->accepts(call.request.authorization))
    throw RequestError(401, "unauthorized",
                       "send the header \"Authorization: Bearer KEY\" with a key of this server");
  check_content_type(call);
}

bool Responder::takes_lines(const Call& call) {
  return call.route && call.route->lines && media_type(call.request.content_type) == lines_type;
}

HttpResponse Responder::refuse(const RequestError& error, const Call& call) const {
  HttpResponse response = error_response(error, call.request.id);
  if (error.status() == 405)
    response.headers.emplace_back("Allow", methods_of(path_of(call.request.target)));
  return response;
}

Answer Responder::answer(const CallPointer& call) noexcept {
  try {
    return call->route->handler(service_, call);
  } catch (...) {
    return refuse(current_error(), *call);
  }
}

HttpResponse Responder::run(const Call& call, const Work& work) noexcept {
  try {
    return work();
  } catch (...) {
    return refuse(current_error(), call);
  }
}

std::string Responder::answer_lines(const Call& call, std::string_view lines) noexcept {
  std::string answers;
  while (!lines.empty()) {
    const std::size_t end = std::min(lines.find('\n'), lines.size());
    const std::string_view line = lines.substr(0, end);
    lines.remove_prefix(std::min(end + 1, lines.size()));
    if (trim(line).empty()) continue;
    const std::size_t before = answers.size();
    try {
      call.route->lines(service_, line, call.request.id, answers);
    } catch (...) {
      answers.resize(before);
      answers += error_response(current_error(), call.request.id).body + '\n';
    }
  }
  return answers;
}

std::optional<std::string> Responder::next_piece(const HttpResponse& response) noexcept {
  try {
    return response.more();
  } catch (...) {
    return std::nullopt;
  }
}

}  // namespace oovec::server
