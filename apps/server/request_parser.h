// Boost.Beast's parser, adapted to fill our requests. Included by connection.h only.
#pragma once

#include <boost/beast/http/basic_parser.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "apps/server/message.h"

namespace oovec::server {

class RequestParser final : public boost::beast::http::basic_parser<true> {
 public:
  static constexpr std::size_t max_fields = 100;

  HttpRequest request;
  bool expects_continue = false;
  bool is_http_1_0 = false;
  std::string_view problem;  // what is wrong, where Beast would not say; a literal

 private:
  using ErrorCode = boost::beast::error_code;
  using StringView = boost::beast::string_view;
  using Field = boost::beast::http::field;

  static std::string_view view(StringView text) { return {text.data(), text.size()}; }

  void on_request_impl(boost::beast::http::verb, StringView method, StringView target, int version,
                       ErrorCode&) override {
    request.method = view(method);
    request.target = view(target);
    is_http_1_0 = version < 11;
  }
  void on_response_impl(int, StringView, int, ErrorCode&) override {}

  void on_field_impl(Field name, StringView name_text, StringView value,
                     ErrorCode& error) override {
    if (++fields_ > max_fields) {
      error = boost::beast::http::error::header_limit;
      return;
    }
    switch (name) {
      case Field::transfer_encoding:
        check_transfer_encoding(value, error);
        break;
      case Field::content_encoding:
        request.content_encoding = view(value);
        break;
      case Field::content_type:
        take_once(value, request.content_type, error);
        break;
      case Field::authorization:
        take_once(value, request.authorization, error);
        break;
      case Field::if_none_match:
        request.if_none_match = view(value);
        break;
      case Field::host:
        take_once(value, request.host, error);
        break;
      case Field::expect:
        expects_continue = boost::beast::iequals(value, "100-continue");
        break;
      default:
        if (boost::beast::iequals(name_text, "X-Request-Id")) take_id(view(value));
    }
  }

  // With any other coding, Beast assumes an empty body. What follows would then be read as the next
  // request, although a proxy in between may have read it as a body.
  void check_transfer_encoding(StringView value, ErrorCode& error) {
    if (!is_http_1_0 && boost::beast::iequals(value, "chunked")) return;
    problem = "\"chunked\" is the only Transfer-Encoding that is read, and HTTP/1.0 has none";
    error = boost::beast::http::error::bad_transfer_encoding;
  }

  // A proxy may have used another one than we do.
  void take_once(StringView value, std::string& text, ErrorCode& error) {
    if (!text.empty()) {
      problem = "Host, Content-Type and Authorization can be sent once only";
      error = boost::beast::http::error::bad_field;
    }
    text = view(value);
  }

  // An id of the client's own is taken over if it is fit for logs.
  void take_id(std::string_view id) {
    const auto is_fit = [](char c) {
      return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
             c == '-' || c == '_' || c == '.';
    };
    if (!id.empty() && id.size() <= 64 && std::ranges::all_of(id, is_fit)) request.id = id;
  }

  void on_header_impl(ErrorCode&) override {}
  void on_body_init_impl(const boost::optional<std::uint64_t>&, ErrorCode&) override {}
  std::size_t on_body_impl(StringView body, ErrorCode&) override {
    request.body.append(body.data(), body.size());
    return body.size();
  }
  void on_chunk_header_impl(std::uint64_t, StringView, ErrorCode&) override {}
  std::size_t on_chunk_body_impl(std::uint64_t, StringView body, ErrorCode&) override {
    request.body.append(body.data(), body.size());
    return body.size();
  }
  void on_finish_impl(ErrorCode&) override {}

  std::size_t fields_ = 0;
};

}  // namespace oovec::server
