#include "apps/server/message.h"

#include <iterator>

#include <fmt/format.h>

#include "apps/server/json_writer.h"
#include "oovec/base/shorten.h"

namespace oovec::server {

std::string_view reason_of(int status) {
  switch (status) {
    case 200:
      return "OK";
    case 304:
      return "Not Modified";
    case 400:
      return "Bad Request";
    case 401:
      return "Unauthorized";
    case 404:
      return "Not Found";
    case 405:
      return "Method Not Allowed";
    case 408:
      return "Request Timeout";
    case 413:
      return "Content Too Large";
    case 415:
      return "Unsupported Media Type";
    case 421:
      return "Misdirected Request";
    case 422:
      return "Unprocessable Content";
    case 429:
      return "Too Many Requests";
    case 431:
      return "Request Header Fields Too Large";
    case 500:
      return "Internal Server Error";
    case 503:
      return "Service Unavailable";
    default:
      return "Error";
  }
}

HttpResponse error_response(const RequestError& error, std::string_view request_id) {
  HttpResponse response;
  response.status = error.status();
  JsonWriter json(response.body);
  json.open('{').key("error").open('{').field("type", error.type());
  json.field("message", shorten(error.message())).field("request_id", request_id);
  json.close('}').close('}');
  if (error.status() == 429 || error.status() == 503)
    response.headers.emplace_back("Retry-After", "1");
  if (error.status() == 401) response.headers.emplace_back("WWW-Authenticate", "Bearer");
  return response;
}

void append_head(const HttpResponse& response, std::string_view request_id, std::int64_t length,
                 bool chunked, bool keep_alive, std::string& text) {
  const auto out = std::back_inserter(text);
  fmt::format_to(out, "HTTP/1.1 {} {}\r\n", response.status, reason_of(response.status));
  if (response.status != 304) text.append("Content-Type: ").append(response.type).append("\r\n");
  if (chunked)
    text += "Transfer-Encoding: chunked\r\n";
  else if (length >= 0 && response.status != 304)
    fmt::format_to(out, "Content-Length: {}\r\n", length);
  text.append("X-Request-Id: ").append(request_id).append("\r\n");
  text += "X-Content-Type-Options: nosniff\r\n";
  for (const auto& [name, value] : response.headers)
    text.append(name).append(": ").append(value).append("\r\n");
  text += keep_alive ? "\r\n" : "Connection: close\r\n\r\n";
}

}  // namespace oovec::server
