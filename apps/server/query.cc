#include "apps/server/query.h"

#include <algorithm>
#include <charconv>

#include <fmt/format.h>

#include "apps/server/message.h"
#include "oovec/base/options.h"
#include "oovec/base/suggest.h"
#include "oovec/text/utf8.h"

namespace oovec::server {
namespace {

RequestError badly_encoded() {
  return {400, "malformed",
          "the path or query is badly encoded: send UTF-8, with %XX for each byte that is no "
          "letter or digit"};
}

RequestError wrong_query(const std::string& message) { return {422, "usage", message}; }

}  // namespace

std::string percent_decoded(std::string_view text) {
  std::string decoded;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '%') {
      decoded += text[i];
      continue;
    }
    std::uint8_t byte = 0;
    const char* const end = text.data() + std::min(i + 3, text.size());
    if (std::from_chars(text.data() + i + 1, end, byte, 16).ptr != text.data() + i + 3)
      throw badly_encoded();
    decoded += static_cast<char>(byte);
    i += 2;
  }
  if (find_invalid_utf8(decoded)) throw badly_encoded();
  return decoded;
}

Query::Query(std::string_view target) {
  const std::size_t mark = target.find('?');
  if (mark == std::string_view::npos) return;
  std::string_view rest = target.substr(mark + 1);
  while (!rest.empty()) {
    const std::string_view pair = rest.substr(0, rest.find('&'));
    rest.remove_prefix(std::min(pair.size() + 1, rest.size()));
    if (pair.empty()) continue;
    const std::size_t equals = std::min(pair.find('='), pair.size());
    std::string value(pair.substr(std::min(equals + 1, pair.size())));
    std::ranges::replace(value, '+', ' ');
    std::string key = percent_decoded(pair.substr(0, equals));
    for (const auto& [known, other] : pairs_)
      if (known == key) throw wrong_query(fmt::format("\"{}\" is given twice", key));
    pairs_.emplace_back(std::move(key), percent_decoded(value));
  }
}

std::optional<std::string> Query::text(std::string_view key) {
  known_.emplace_back(key);
  for (const auto& [name, value] : pairs_)
    if (name == key) return value;
  return std::nullopt;
}

std::uint64_t Query::number(std::string_view key, std::uint64_t otherwise, std::uint64_t low,
                            std::uint64_t high) {
  const auto value = text(key);
  if (!value) return otherwise;
  std::uint64_t number = 0;
  const char* const end = value->data() + value->size();
  const auto [rest, error] = std::from_chars(value->data(), end, number);
  if (error != std::errc() || rest != end || value->empty() || number < low || number > high)
    throw wrong_query(fmt::format("\"{}\" must be a whole number from {} to {}", key, low, high));
  return number;
}

bool Query::flag(std::string_view key) {
  const auto value = text(key);
  if (!value || value == "false") return false;
  if (value == "true") return true;
  throw wrong_query(fmt::format("\"{}\" must be true or false", key));
}

std::size_t Query::choice(std::string_view key, std::span<const std::string_view> choices,
                          std::size_t otherwise) {
  const auto value = text(key);
  if (!value) return otherwise;
  const auto found = std::ranges::find(choices, *value);
  if (found != choices.end()) return static_cast<std::size_t>(found - choices.begin());
  const std::vector<std::string> names(choices.begin(), choices.end());
  throw wrong_query(fmt::format("\"{}\": \"{}\" is not {}{}", key, *value, list_choices(names),
                                did_you_mean(*value, names)));
}

void Query::finish() const {
  for (const auto& [key, value] : pairs_)
    if (std::ranges::find(known_, key) == known_.end())
      throw wrong_query(
          fmt::format("there is no parameter \"{}\"{}", key, did_you_mean(key, known_)));
}

}  // namespace oovec::server
