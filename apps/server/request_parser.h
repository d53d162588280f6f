// Boost.Beast's parser, made to fill our requests. Included by connection.cc only.
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
  bool has_too_many_fields = false;
  bool is_http_1_0 = false;

 private:
  using error_code = boost::beast::error_code;
  using string_view = boost::beast::string_view;
  using field = boost::beast::http::field;

  static std::string_view view(string_view text) { return {text.data(), text.size()}; }

  void on_request_impl(boost::beast::http::verb, string_view method, string_view target,
                       int version, error_code&) override {
    request.method = view(method);
    request.target = view(target);
    is_http_1_0 = version < 11;
  }
  void on_response_impl(int, string_view, int, error_code&) override {}

  void on_field_impl(field name, string_view name_text, string_view value,
                     error_code& error) override {
    has_too_many_fields = ++fields_ > max_fields;
    if (has_too_many_fields) {
      error = boost::beast::http::error::header_limit;
      return;
    }
    switch (name) {
      case field::content_type:
        request.content_type = view(value);
        break;
      case field::authorization:
        request.authorization = view(value);
        break;
      case field::if_none_match:
        request.if_none_match = view(value);
        break;
      case field::host:
        request.host = view(value);
        break;
      case field::expect:
        expects_continue = boost::beast::iequals(value, "100-continue");
        break;
      default:
        if (boost::beast::iequals(name_text, "X-Request-Id")) take_id(view(value));
    }
  }

  // An id of the client's own is taken over if it is fit for logs.
  void take_id(std::string_view id) {
    const auto is_fit = [](char c) {
      return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
             c == '-' || c == '_' || c == '.';
    };
    if (!id.empty() && id.size() <= 64 && std::ranges::all_of(id, is_fit)) request.id = id;
  }

  void on_header_impl(error_code&) override {}
  void on_body_init_impl(const boost::optional<std::uint64_t>&, error_code&) override {}
  std::size_t on_body_impl(string_view body, error_code&) override {
    request.body.append(body.data(), body.size());
    return body.size();
  }
  void on_chunk_header_impl(std::uint64_t, string_view, error_code&) override {}
  std::size_t on_chunk_body_impl(std::uint64_t, string_view body, error_code&) override {
    request.body.append(body.data(), body.size());
    return body.size();
  }
  void on_finish_impl(error_code&) override {}

  std::size_t fields_ = 0;
};

}  // namespace oovec::server
