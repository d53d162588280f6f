#include "oovec/text/lookup.h"

#include <numeric>

namespace oovec::inline text {
namespace {

using namespace std::string_view_literals;

constexpr auto typographic_apostrophe = "\u2019"sv;

constexpr std::array clitics = {"'s"sv, "'d"sv, "'ll"sv, "'m"sv, "'re"sv, "'ve"sv, "n't"sv};

}  // namespace

std::uint64_t MatchCounts::total() const {
  return std::accumulate(count.begin(), count.end(), std::uint64_t{0});
}

MatchCounts& MatchCounts::operator+=(const MatchCounts& other) {
  for (std::size_t i = 0; i < count.size(); ++i) count[i] += other.count[i];
  return *this;
}

std::string_view find_clitic(std::string_view lower_cased) {
  for (const std::string_view clitic : clitics)
    if (lower_cased.size() > clitic.size() && lower_cased.ends_with(clitic)) return clitic;
  return {};
}

std::string straighten(std::string_view text) {
  std::string straight;
  for (;;) {
    const std::size_t at = text.find(typographic_apostrophe);
    if (at == std::string_view::npos) break;
    straight += text.substr(0, at);
    straight += '\'';
    text.remove_prefix(at + typographic_apostrophe.size());
  }
  if (!straight.empty()) straight += text;
  return straight;
}

}  // namespace oovec::inline text
