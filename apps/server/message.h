// Requests and responses as handlers see them, independent of sockets.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace oovec::server {

struct HttpRequest {
  std::string method;
  std::string target;  // path and query, as sent
  std::string content_type;
  std::string content_encoding;
  std::string authorization;
  std::string if_none_match;
  std::string host;
  std::string id;
  std::string body;
};

struct HttpResponse {
  int status = 200;
  std::string_view type = "application/json";  // a literal
  std::string body;
  std::vector<std::pair<std::string, std::string>> headers = {};
  // If set, returns the rest of the body piece by piece, and an empty piece at the end. Called by
  // threads that may wait, one at a time.
  std::function<std::string()> more = {};
};

// An error in a request.
class RequestError : public std::runtime_error {
 public:
  // `type` is a literal, for programs: "malformed", "not_found" …
  RequestError(int status, std::string_view type, const std::string& message)
      : std::runtime_error(message), status_(status), type_(type), message_(message) {}

  int status() const { return status_; }
  std::string_view type() const { return type_; }
  // It may quote a NUL, at which what() ends.
  const std::string& message() const { return message_; }

 private:
  int status_;
  std::string_view type_;
  std::string message_;
};

// {"error": {"type": …, "message": …, "request_id": …}}
[[nodiscard]] HttpResponse error_response(const RequestError& error, std::string_view request_id);

// What a status is called: "Not Found".
[[nodiscard]] std::string_view reason_of(int status);

// The head of a response as it is sent, up to the empty line. A negative length leaves it open.
void append_head(const HttpResponse& response, std::string_view request_id, std::int64_t length,
                 bool chunked, bool keep_alive, std::string& text);

}  // namespace oovec::server
