// Writes JSON, one value after the other, at the end of a string. Floats are the shortest decimals
// that give the same float when read.
//
//   JsonWriter json(text);
//   json.open('{').field("word", word).key("vector").numbers(vector).close('}');
#pragma once

#include <concepts>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace oovec::server {

class JsonWriter {
 public:
  explicit JsonWriter(std::string& text) : text_(text) {}

  // Of objects and lists.
  JsonWriter& open(char bracket);
  JsonWriter& close(char bracket);

  JsonWriter& key(std::string_view name);

  // A string must be UTF-8; ill-formed parts become U+FFFD.
  JsonWriter& value(std::string_view text);
  JsonWriter& value(const char* text) { return value(std::string_view(text)); }
  JsonWriter& value(const std::string& text) { return value(std::string_view(text)); }
  JsonWriter& value(float number);  // null unless it is finite
  JsonWriter& value(bool truth);
  JsonWriter& null();
  template <std::integral Integer>
  JsonWriter& value(Integer number) {
    return integer(static_cast<std::int64_t>(number));
  }
  template <class T>
  JsonWriter& value(const std::optional<T>& number) {
    return number ? value(*number) : null();
  }

  template <class T>
  JsonWriter& field(std::string_view name, const T& content) {
    key(name);
    return value(content);
  }

  JsonWriter& numbers(std::span<const float> values);
  // The same numbers as a string: base64 of their bytes, little-endian.
  JsonWriter& base64(std::span<const float> values);

  // Takes text that is JSON already.
  JsonWriter& raw(std::string_view json);

 private:
  void begin_value();
  JsonWriter& integer(std::int64_t number);

  std::string& text_;
  bool comma_ = false;  // before the next key or value
};

}  // namespace oovec::server
