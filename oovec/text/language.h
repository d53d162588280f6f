// Rules that depend on the language of a text: lower-casing, clitics, and abbreviations that do not
// end a sentence. Everything else follows Unicode's rules, which are the same for all languages.
//
//   const LanguageRules& rules = language_rules("pt-BR");
//   if (rules.before_names.contains("Sr")) …
//
// Languages are named by BCP 47 tags. Any is accepted; those without rules of their own have
// Unicode's only. Text of undetermined language ("und") is read by the rules of English.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "oovec/text/normalize.h"

namespace oovec::inline text {

inline constexpr std::string_view automatic_language = "auto";
inline constexpr std::string_view undetermined_language = "und";

// A small set of words, given as one text with blanks between them.
class WordSet {
 public:
  explicit WordSet(std::string_view words = {});

  [[nodiscard]] bool contains(std::string_view word) const;
  const std::vector<std::string_view>& words() const { return words_; }

 private:
  std::vector<std::string_view> words_;  // sorted
};

struct LanguageRules {
  std::string_view language;  // its subtag: "tr"
  std::string_view name;      // in English: "Turkish"

  // "I" is the capital of "ı", and "İ" that of "i".
  bool turkic = false;

  // Without their apostrophe, in lower case.
  WordSet proclitics{};  // the l of l'eau: a token of its own
  WordSet suffixes{};    // the da of Ankara'da, likewise
  // With it. These are cut off only from tokens that are unknown as a whole (lookup.h).
  WordSet enclitics{};  // the 's of dog's

  // Abbreviations whose period does not end a sentence: ever, or if a digit follows.
  WordSet before_names{};
  WordSet before_digits{};
  WordSet sentence_starters{};  // words that begin a sentence when they follow an initial
  bool ordinals = false;        // "3." is an ordinal number

  WordSet common_words{};  // by which decide_language() knows it

  bool has_clitics() const { return !proclitics.words().empty() || !suffixes.words().empty(); }
  // How a text is lower-cased, if it is.
  Casing casing() const { return turkic ? Casing::turkic : Casing::lower; }
};

// Whether this is the tag of a language, in any case.
[[nodiscard]] bool is_language(std::string_view tag);

// The tag in the case that BCP 47 recommends. "auto" is "und". Throws Error(usage) for what is no
// tag of a language.
[[nodiscard]] std::string canonical_language(std::string_view tag);

// The rules for a tag, which live forever. Throws as canonical_language() does.
[[nodiscard]] const LanguageRules& language_rules(std::string_view tag);

// Whether texts of both are read by the same rules.
[[nodiscard]] bool same_language_rules(std::string_view tag, std::string_view other);

// The language of a vocabulary, if there are a thousand words or more and it is certain; else
// "und". A vocabulary tells its language by its letters or, if frequent words come first, by the
// most frequent.
[[nodiscard]] std::string decide_language(std::span<const std::string_view> words);

// The two parts of a token, cut where a clitic ends or begins; the second is empty if there is
// none. The first part is a proclitic with its apostrophe, or else the second a suffix with its
// own.
struct CutToken {
  std::string_view first, second;
  bool proclitic;  // whether the first is the clitic
};
[[nodiscard]] CutToken cut_clitic(std::string_view token, const LanguageRules& rules);

// No word of a language has more clitics. The rest of a longer chain stays one token.
inline constexpr std::size_t max_clitics = 4;

}  // namespace oovec::inline text
