#include "oovec/text/find_word.h"

#include <string>

#include "oovec/text/normalize.h"
#include "oovec/text/utf8.h"

namespace oovec::inline text {
namespace {

FoundWord find_exactly(std::string_view word, const FindExactly& find) {
  const auto place = find(word);
  if (!place) return {};
  return {Match::as_is, place, {*place}};
}

FoundWord find_token(const Token& token, const LanguageRules& rules, const FindExactly& find) {
  FoundWord found;
  found.match = look_up(token, rules, find, [&](std::size_t place) { found.all.push_back(place); });
  // An enclitic follows its word.
  if (found.match != Match::in_parts && !found.all.empty()) found.word = found.all.front();
  return found;
}

// The word without the clitics that the tokenizer makes tokens of, at most `clitics` of them.
FoundWord find_without_clitics(std::string_view word, const LanguageRules& rules,
                               const FindExactly& find, std::size_t clitics = max_clitics) {
  if (clitics == 0) return {};
  const auto find_part = [&](std::string_view part) {
    std::string lower;
    to_lower(part, lower, rules.casing());
    return find_token({part, lower == part ? part : std::string_view(lower)}, rules, find);
  };
  const CutToken cut = cut_clitic(word, rules);
  if (cut.second.empty()) return {};
  const std::string_view stem = cut.proclitic ? cut.second : cut.first;
  FoundWord found = find_part(stem);
  if (!found.word) found = find_without_clitics(stem, rules, find, clitics - 1);
  if (!found.word) return {};
  const FoundWord clitic = find_part(cut.proclitic ? cut.first : cut.second);
  found.all.insert(cut.proclitic ? found.all.begin() : found.all.end(), clitic.all.begin(),
                   clitic.all.end());
  found.match = Match::without_clitic;
  return found;
}

}  // namespace

FoundWord find_word(std::string_view word, const TokenizerOptions& text, const FindExactly& find) {
  if (find_invalid_utf8(word)) return find_exactly(word, find);
  const LanguageRules& rules = language_rules(text.language);
  const std::string normal = to_nfc(trim(word));
  std::string lower;
  to_lower(normal, lower, rules.casing());
  const bool lowercase = text.lowercase == Lowercase::on;
  if (!lowercase)
    if (FoundWord found = find_exactly(word, find); found.word) return found;
  const std::string_view as_text = lowercase || lower == normal ? lower : normal;
  const bool has_upper = as_text.data() != lower.data();
  FoundWord found =
      find_token({as_text, has_upper ? std::string_view(lower) : as_text}, rules, find);
  if (found.match == Match::as_is && lower != normal && lowercase) found.match = Match::lowercased;
  if (found.match == Match::none && rules.has_clitics())
    found = find_without_clitics(as_text, rules, find);
  if (found.match == Match::none && lowercase) return find_exactly(word, find);
  return found;
}

}  // namespace oovec::inline text
