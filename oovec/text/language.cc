#include "oovec/text/language.h"

#include <unicode/uloc.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "oovec/base/error.h"
#include "oovec/text/characters.h"
#include "oovec/text/language_table.h"
#include "oovec/text/masks.h"
#include "oovec/text/utf8.h"

namespace oovec::inline text {
namespace {

using namespace std::string_view_literals;

// The language part of a tag: "pt" of "pt-BR".
std::string_view subtag_of(std::string_view tag) { return tag.substr(0, tag.find('-')); }

const LanguageRules* find_rules(std::string_view subtag) {
  const auto& table = language_table();
  const auto found = std::find_if(table.begin(), table.end(), [&](const LanguageRules& rules) {
    return rules.language == subtag;
  });
  return found == table.end() ? nullptr : &*found;
}

[[noreturn]] void refuse_tag(std::string_view tag) {
  std::vector<std::string_view> known;
  known.reserve(language_table().size());
  for (const LanguageRules& rules : language_table()) known.push_back(rules.language);
  throw Error(ErrorKind::usage,
              fmt::format("`language` is \"{}\", which is not the tag of a language; give a BCP 47 "
                          "tag, such as en or pt-BR, or auto. Any language is accepted; these have "
                          "rules of their own: {}",
                          tag, fmt::join(known, ", ")));
}

// Two letters are a language only if ISO 639 says so: "jp" and "cz" are countries.
bool is_language_code(std::string_view subtag) {
  if (subtag.size() == 3) return true;
  const char* const* const known = uloc_getISOLanguages();
  for (const char* const* language = known; *language != nullptr; ++language)
    if (subtag == *language) return true;
  return false;
}

// As BCP 47 recommends it, by ICU; nothing for what is no tag.
std::optional<std::string> canonical_tag(std::string_view given) {
  if (find_rules(given)) return std::string(given);
  std::string tag(given);
  std::replace(tag.begin(), tag.end(), '_', '-');
  const std::size_t subtag = subtag_of(tag).size();
  if (subtag < 2 || subtag > 3) return std::nullopt;  // longer ones are words, such as "english"
  std::array<char, ULOC_FULLNAME_CAPACITY> locale{};
  std::array<char, ULOC_FULLNAME_CAPACITY> canonical{};
  const auto capacity = static_cast<std::int32_t>(locale.size());
  std::int32_t parsed = 0;
  UErrorCode status = U_ZERO_ERROR;
  uloc_forLanguageTag(tag.c_str(), locale.data(), capacity, &parsed, &status);
  if (U_FAILURE(status) != 0 || static_cast<std::size_t>(parsed) != tag.size()) return std::nullopt;
  const std::int32_t length =
      uloc_toLanguageTag(locale.data(), canonical.data(), capacity, 1, &status);
  if (U_FAILURE(status) != 0 || length >= capacity) return std::nullopt;
  std::string made(canonical.data(), static_cast<std::size_t>(length));
  if (!is_language_code(subtag_of(made))) return std::nullopt;
  return made;
}

// Shares of words that have a letter of one of several kinds.
class LetterShares {
 public:
  explicit LetterShares(std::span<const std::string_view> words) {
    constexpr std::size_t most = 20'000;
    const std::size_t step = std::max<std::size_t>(words.size() / most, 1);
    words_.reserve(words.size() / step + 1);
    for (std::size_t i = 0; i < words.size(); i += step) add(words[i]);
  }

  double with(std::u32string_view letters) const {
    std::size_t count = 0;
    for (const auto& word : words_)
      count += word.find_first_of(letters) != std::u32string::npos ? 1 : 0;
    return words_.empty() ? 0 : static_cast<double>(count) / static_cast<double>(words_.size());
  }

  // Of words with a Cyrillic letter that Russian does not have.
  double foreign_cyrillic() const {
    const auto is_foreign = [](char32_t c) {
      const bool russian = (c >= U'А' && c <= U'я') || c == U'ё' || c == U'Ё';
      return c >= 0x400 && c < 0x530 && !russian;
    };
    const auto count = std::count_if(words_.begin(), words_.end(), [&](const auto& word) {
      return std::any_of(word.begin(), word.end(), is_foreign);
    });
    return words_.empty() ? 0 : static_cast<double>(count) / static_cast<double>(words_.size());
  }

 private:
  void add(std::string_view word) {
    if (find_invalid_utf8(word)) return;
    std::u32string letters;
    for (std::size_t at = 0; at < word.size();) {
      const auto [code_point, length] = decode(word, at);
      letters += code_point;
      at += length;
    }
    words_.push_back(std::move(letters));
  }

  std::vector<std::u32string> words_;
};

// Each condition holds for the language by far, and for no other by far.
std::string_view language_by_letters(std::span<const std::string_view> words) {
  const LetterShares shares(words);
  if (shares.with(U"ə") >= 0.2 && shares.with(U"ığ") >= 0.1) return "az";
  if (shares.with(U"ığ") >= 0.15 && shares.with(U"əñ") <= 0.01) return "tr";
  if (shares.with(U"ы") >= 0.05 && shares.foreign_cyrillic() <= 0.005) return "ru";
  if (shares.with(U"ß") >= 0.005 && shares.with(U"äöü") >= 0.08) return "de";
  return undetermined_language;
}

// Vocabularies mostly begin with the most frequent words.
std::string_view language_by_common_words(std::span<const std::string_view> words) {
  constexpr std::size_t frequent = 1000;
  constexpr double certain = 0.8;
  constexpr double doubtful = 0.6;
  std::set<std::string> first;
  for (const std::string_view word : words.first(std::min(frequent, words.size())))
    if (!find_invalid_utf8(word)) first.insert(normal_form(word, Casing::lower));

  std::string_view best = undetermined_language;
  for (const LanguageRules& rules : language_table()) {
    const auto& common = rules.common_words.words();
    if (common.empty()) continue;
    const auto found = std::count_if(common.begin(), common.end(), [&](std::string_view word) {
      return first.contains(std::string(word));
    });
    const double share = static_cast<double>(found) / static_cast<double>(common.size());
    if (share < doubtful) continue;
    // Two languages that come into question are none.
    if (share < certain || best != undetermined_language) return undetermined_language;
    best = rules.language;
  }
  return best;
}

constexpr auto straight_apostrophe = "'"sv;
constexpr auto curved_apostrophe = "\u2019"sv;

// Where an apostrophe stands, and how long it is; of the first or of the last in the text.
std::optional<Stretch> find_apostrophe(std::string_view text, bool last) {
  const auto find = [&](std::string_view apostrophe) {
    return last ? text.rfind(apostrophe) : text.find(apostrophe);
  };
  const std::size_t straight = find(straight_apostrophe);
  const std::size_t curved = find(curved_apostrophe);
  constexpr auto none = std::string_view::npos;
  if (straight == none && curved == none) return std::nullopt;
  const bool is_straight =
      curved == none || (straight != none && (last ? straight > curved : straight < curved));
  const std::size_t at = is_straight ? straight : curved;
  return Stretch{at, at + (is_straight ? straight_apostrophe : curved_apostrophe).size()};
}

}  // namespace

WordSet::WordSet(std::string_view words) {
  while (!words.empty()) {
    const std::size_t length = std::min(words.find(' '), words.size());
    words_.push_back(words.substr(0, length));
    words.remove_prefix(std::min(length + 1, words.size()));
  }
  std::sort(words_.begin(), words_.end());
}

bool WordSet::contains(std::string_view word) const {
  return std::binary_search(words_.begin(), words_.end(), word);
}

bool is_language(std::string_view tag) { return canonical_tag(tag).has_value(); }

std::string canonical_language(std::string_view tag) {
  if (tag == automatic_language) return std::string(undetermined_language);
  const auto canonical = canonical_tag(tag);
  if (!canonical) refuse_tag(tag);
  return *canonical;
}

const LanguageRules& language_rules(std::string_view tag) {
  static const LanguageRules unicode_only{.language = "", .name = "other languages"};
  if (tag == automatic_language || tag == undetermined_language) return language_table().front();
  if (const auto* rules = find_rules(tag)) return *rules;
  const std::string canonical = canonical_language(tag);
  if (subtag_of(canonical) == undetermined_language) return language_table().front();
  const LanguageRules* const rules = find_rules(subtag_of(canonical));
  return rules ? *rules : unicode_only;
}

bool same_language_rules(std::string_view tag, std::string_view other) {
  return &language_rules(tag) == &language_rules(other);
}

std::string decide_language(std::span<const std::string_view> words) {
  constexpr std::size_t fewest = 1000;
  if (words.size() < fewest) return std::string(undetermined_language);
  const std::string_view by_letters = language_by_letters(words);
  const std::string_view by_words = language_by_common_words(words);
  if (by_letters == undetermined_language) return std::string(by_words);
  const bool agree = by_words == undetermined_language || by_words == by_letters;
  return std::string(agree ? by_letters : undetermined_language);
}

CutToken cut_clitic(std::string_view token, const LanguageRules& rules) {
  std::string lower;
  if (const auto first = find_apostrophe(token, false); first && first->end < token.size()) {
    to_lower(token.substr(0, first->begin), lower, rules.casing());
    if (rules.proclitics.contains(lower))
      return {token.substr(0, first->end), token.substr(first->end), true};
  }
  if (const auto last = find_apostrophe(token, true); last && last->begin > 0) {
    to_lower(token.substr(last->end), lower, rules.casing());
    if (rules.suffixes.contains(lower))
      return {token.substr(0, last->begin), token.substr(last->begin), false};
  }
  return {token, {}, false};
}

}  // namespace oovec::inline text
