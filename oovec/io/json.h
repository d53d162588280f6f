// Reads JSON that may come from anywhere. A parser builds a tree that takes many times the memory
// of its text, and destroys it by recursion. So depth, size and the number of values are limited,
// and checked before the tree is built. All JSON is read through here.
//
//   const auto header = parse_json(text, "words.safetensors");
//   if (!header.is_object()) …
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

namespace oovec::inline io {

struct JsonLimits {
  std::size_t bytes = std::size_t{100} << 20;
  std::size_t values = 1'000'000;  // and keys; each takes some 100 bytes of memory
  std::size_t depth = 64;          // of arrays and objects in each other
};

// Says which limit a text exceeds ("nested more than 64 deep"); nothing if it exceeds none. Memory
// does not grow with the text.
[[nodiscard]] std::optional<std::string> find_json_excess(std::string_view text,
                                                          const JsonLimits& limits = {});

// The keys of all objects in a text, which must be JSON, including keys that an object has twice: a
// parser would silently keep one of them.
[[nodiscard]] std::size_t count_json_keys(std::string_view text);

// Throws an Error(malformed) with `name` if a text exceeds a limit.
void check_json_limits(std::string_view text, const std::string& name,
                       const JsonLimits& limits = {});

// A discarded value if the text is not JSON; an Error if it exceeds a limit.
template <class Json = nlohmann::json>
[[nodiscard]] Json parse_json(std::string_view text, const std::string& name,
                              const JsonLimits& limits = {}) {
  check_json_limits(text, name, limits);
  return Json::parse(text, nullptr, /*allow_exceptions=*/false);
}

}  // namespace oovec::inline io
