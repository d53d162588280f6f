// A JSON object of a request, read key by key. A key that is missing, unknown, of the wrong type or
// out of range is a RequestError 422, which names the key and says what to send.
//
//   const Json body = parse_body(text);
//   RequestObject request(body, "");
//   const std::string word = request.text("word");
//   const std::size_t k = request.number("k", 10, 1, 1000);
//   request.finish();
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

#include "apps/server/message.h"

namespace oovec::server {

using Json = nlohmann::json;

// Throws RequestError 400 if the text is not JSON, or is nested too deeply or too long.
[[nodiscard]] Json parse_body(std::string_view text);

[[nodiscard]] RequestError wrong_value(const std::string& message);  // 422

class RequestObject {
 public:
  // `place` is where the object stands in the request: "", "items[3].".
  RequestObject(const Json& value, std::string place);

  [[nodiscard]] bool has(const char* key) const { return value_.contains(key); }
  // The value of a key that another reader takes; null if there is none.
  [[nodiscard]] const Json* take(const char* key);

  [[nodiscard]] std::string text(const char* key);
  [[nodiscard]] std::string text(const char* key, std::string_view otherwise);
  [[nodiscard]] bool flag(const char* key);  // false by default
  [[nodiscard]] std::uint64_t number(const char* key, std::uint64_t otherwise, std::uint64_t low,
                                     std::uint64_t high);
  [[nodiscard]] std::vector<std::string> texts(const char* key);  // none by default
  // The place in `choices` of a text that must be among them.
  [[nodiscard]] std::size_t choice(const char* key, std::span<const std::string_view> choices,
                                   std::size_t otherwise);

  [[nodiscard]] std::string place_of(std::string_view key) const;

  // Throws if there is a key that has not been read.
  void finish() const;

 private:
  const Json& value_;
  const std::string place_;
  std::vector<std::string> known_;  // keys asked for
};

}  // namespace oovec::server
