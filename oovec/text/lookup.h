// How a token finds its word in a vocabulary: as is, in lower case, without a clitic, or in the
// parts between its hyphens. Works with any vocabulary that can be asked for a word.
//
//   MatchCounts counts;
//   const LanguageRules& rules = language_rules("en");
//   const auto find = [&](std::string_view word) { return vocabulary.find(word); };
//   counts.add(look_up(token, rules, find, [&](std::size_t place) { sentence.push_back(place); }));
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "oovec/text/language.h"
#include "oovec/text/tokenizer.h"

namespace oovec::inline text {

enum class Match { as_is, lowercased, without_clitic, in_parts, none };

constexpr auto enum_names(Match) {
  return std::array<std::string_view, 5>{"as is", "lower-cased", "without clitic", "in parts",
                                         "none"};
}

// How many tokens matched in which way.
struct MatchCounts {
  std::array<std::uint64_t, 5> count{};

  void add(Match match) { ++count[static_cast<std::size_t>(match)]; }
  std::uint64_t operator[](Match match) const { return count[static_cast<std::size_t>(match)]; }
  [[nodiscard]] std::uint64_t total() const;
  MatchCounts& operator+=(const MatchCounts& other);
};

// The enclitic that ends the word: in English "n't" in "isn't", "'s" in "dog's". Empty if there is
// none, or nothing else.
[[nodiscard]] std::string_view find_clitic(std::string_view lower_cased,
                                           const LanguageRules& rules);

// The text with ' for ’, and with i for i̇ (with a combining dot), which İ becomes in lower case
// unless the language is Turkish; empty if it has neither.
[[nodiscard]] std::string straighten(std::string_view text);

// Whether the token is a clitic that the tokenizer has cut off: "l'" or "'da".
[[nodiscard]] bool is_clitic(std::string_view lower_cased, const LanguageRules& rules);

namespace lookup {

template <class Find, class Found>
Match as_is_or_lower(const Token& token, Find& find, Found& found) {
  if (const auto word = find(token.text)) {
    found(*word);
    return Match::as_is;
  }
  if (!token.has_upper()) return Match::none;
  if (const auto word = find(token.lower)) {
    found(*word);
    return Match::lowercased;
  }
  return Match::none;
}

// "dog's" counts as "dog" and, if the vocabulary has it, "'s". "can't" counts as "ca" and "n't", as
// in the Penn Treebank, but only for vocabularies that have both: alone, "ca" is another word.
template <class Find, class Found>
Match without_enclitic(const Token& token, const LanguageRules& rules, Find& find, Found& found) {
  const std::string_view spelling = find_clitic(token.lower, rules);
  if (spelling.empty()) return Match::none;
  const auto clitic = find(spelling);
  if (!clitic && spelling == "n't") return Match::none;

  Token stem = token;
  stem.text.remove_suffix(spelling.size());
  stem.lower.remove_suffix(spelling.size());
  if (as_is_or_lower(stem, find, found) == Match::none) return Match::none;
  if (clitic) found(*clitic);
  return Match::without_clitic;
}

// "l'", which vocabularies may have as "l". A clitic that they do not have at all is no unknown
// word: it is left out, as that of "dog's" is.
template <class Find, class Found>
Match as_clitic(const Token& token, const LanguageRules& rules, Find& find, Found& found) {
  if (!is_clitic(token.lower, rules)) return Match::none;
  if (token.lower.ends_with('\''))
    if (const auto word = find(token.lower.substr(0, token.lower.size() - 1))) found(*word);
  return Match::without_clitic;
}

template <class Find, class Found>
Match whole(const Token& token, const LanguageRules& rules, Find& find, Found& found) {
  const Match match = as_is_or_lower(token, find, found);
  return match == Match::none ? without_enclitic(token, rules, find, found) : match;
}

// Cuts off and returns what stands before the first hyphen.
inline std::string_view cut_part(std::string_view& text) {
  const std::size_t length = text.find('-');
  const std::string_view part = text.substr(0, length);
  text.remove_prefix(length == std::string_view::npos ? text.size() : length + 1);
  return part;
}

template <class Find, class Found>
Match in_parts(Token token, const LanguageRules& rules, Find& find, Found& found) {
  if (token.text.find('-') == std::string_view::npos) return Match::none;
  Match match = Match::none;
  while (!token.text.empty()) {
    const Token part{cut_part(token.text), cut_part(token.lower)};
    if (!part.text.empty() && whole(part, rules, find, found) != Match::none)
      match = Match::in_parts;
  }
  return match;
}

}  // namespace lookup

// Calls found(word) for each word of the vocabulary that the token stands for: mostly one, several
// for a token that only matches in parts, none if nothing does. find(std::string_view) returns a
// std::optional, a pointer or the like. A token with ’ that is unknown is tried again with '.
template <class Find, class Found>
Match look_up(const Token& token, const LanguageRules& rules, Find&& find, Found&& found) {
  const Match match = lookup::as_is_or_lower(token, find, found);
  if (match != Match::none) return match;
  if (const std::string lower = straighten(token.lower); !lower.empty()) {
    const std::string text = token.has_upper() ? straighten(token.text) : std::string();
    const std::string_view as_is = text.empty() && token.has_upper() ? token.text : text;
    return look_up(Token{token.has_upper() ? as_is : lower, lower}, rules, find, found);
  }
  if (const Match clitic = lookup::as_clitic(token, rules, find, found); clitic != Match::none)
    return clitic;
  const Match stem = lookup::without_enclitic(token, rules, find, found);
  return stem == Match::none ? lookup::in_parts(token, rules, find, found) : stem;
}

}  // namespace oovec::inline text
