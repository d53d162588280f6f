// The query string of a request, read key by key. A key that is unknown, repeated or invalid is a
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

// Decodes %41 to A. Throws RequestError 400 if the text is badly encoded, or not UTF-8 once
// decoded.
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

  // Throws if there is a key that has not been read.
  void finish() const;

 private:
  std::vector<std::pair<std::string, std::string>> pairs_;
  std::vector<std::string> known_;
};

}  // namespace oovec::server
