#include "oovec/text/lookup.h"

#include <numeric>

namespace oovec {
namespace {

using namespace std::string_view_literals;

constexpr auto typographic_apostrophe = "\u2019"sv;

// What follows the apostrophe in a clitic, and the clitic whole.
struct KnownClitic {
  std::string_view after_apostrophe;
  std::string_view spelling;
};
constexpr std::array known_clitics = {
    KnownClitic{"s", "'s"},   KnownClitic{"d", "'d"},   KnownClitic{"ll", "'ll"},
    KnownClitic{"m", "'m"},   KnownClitic{"re", "'re"}, KnownClitic{"t", "n't"},
    KnownClitic{"ve", "'ve"},
};

bool remove_end(std::string_view& text, std::string_view end) {
  if (!text.ends_with(end)) return false;
  text.remove_suffix(end.size());
  return true;
}

}  // namespace

std::uint64_t MatchCounts::total() const {
  return std::accumulate(count.begin(), count.end(), std::uint64_t{0});
}

MatchCounts& MatchCounts::operator+=(const MatchCounts& other) {
  for (std::size_t i = 0; i < count.size(); ++i) count[i] += other.count[i];
  return *this;
}

Clitic find_clitic(std::string_view lower_cased) {
  for (const KnownClitic& known : known_clitics) {
    std::string_view stem = lower_cased;
    if (!remove_end(stem, known.after_apostrophe)) continue;
    if (!remove_end(stem, "'") && !remove_end(stem, typographic_apostrophe)) continue;
    if (known.spelling == "n't" && !remove_end(stem, "n")) continue;
    if (!stem.empty()) return {lower_cased.size() - stem.size(), known.spelling};
  }
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

}  // namespace oovec
