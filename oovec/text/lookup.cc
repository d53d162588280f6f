#include "oovec/text/lookup.h"

#include <numeric>

namespace oovec::inline text {
namespace {

using namespace std::string_view_literals;

constexpr auto typographic_apostrophe = "\u2019"sv;

constexpr auto dotted_i = "i\u0307"sv;

}  // namespace

std::uint64_t MatchCounts::total() const {
  return std::accumulate(count.begin(), count.end(), std::uint64_t{0});
}

MatchCounts& MatchCounts::operator+=(const MatchCounts& other) {
  for (std::size_t i = 0; i < count.size(); ++i) count[i] += other.count[i];
  return *this;
}

std::string_view find_clitic(std::string_view lower_cased, const LanguageRules& rules) {
  for (const std::string_view clitic : rules.enclitics.words())
    if (lower_cased.size() > clitic.size() && lower_cased.ends_with(clitic)) return clitic;
  return {};
}

std::string straighten(std::string_view text) {
  if (text.find(typographic_apostrophe) == std::string_view::npos &&
      text.find(dotted_i) == std::string_view::npos)
    return {};
  std::string straight;
  while (!text.empty()) {
    const bool apostrophe = text.starts_with(typographic_apostrophe);
    const bool dotted = text.starts_with(dotted_i);
    straight += apostrophe ? '\'' : text.front();
    text.remove_prefix(apostrophe ? typographic_apostrophe.size() : dotted ? dotted_i.size() : 1);
  }
  return straight;
}

bool is_clitic(std::string_view lower_cased, const LanguageRules& rules) {
  if (lower_cased.empty() || !rules.has_clitics()) return false;
  if (lower_cased.front() == '\'') return rules.suffixes.contains(lower_cased.substr(1));
  return lower_cased.back() == '\'' &&
         rules.proclitics.contains(lower_cased.substr(0, lower_cased.size() - 1));
}

}  // namespace oovec::inline text
