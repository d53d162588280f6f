// What follows "?" in a target, key by key. Whatever is unknown, given twice or wrong is a
// RequestError 422.
//
//   Query query(target);
//   const std::uint64_t limit = query.number("limit", 100, 1, 1000);
//   query.finish();
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace oovec::server {

// %41 becomes A. Throws RequestError 400 for what is badly encoded, or is no UTF-8 then.
[[nodiscard]] std::string percent_decoded(std::string_view text);

class Query {
 public:
  explicit Query(std::string_view target);

  [[nodiscard]] std::optional<std::string> text(std::string_view key);
  [[nodiscard]] std::uint64_t number(std::string_view key, std::uint64_t otherwise,
                                     std::uint64_t low, std::uint64_t high);
  [[nodiscard]] bool flag(std::string_view key);  // "true" or "false", which is the default
  [[nodiscard]] std::size_t choice(std::string_view key, std::span<const std::string_view> choices,
                                   std::size_t otherwise);

  // Throws for a key that nobody has asked for.
  void finish() const;

 private:
  std::vector<std::pair<std::string, std::string>> pairs_;
  std::vector<std::string> known_;
};

}  // namespace oovec::server
