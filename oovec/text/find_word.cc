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

FoundWord find_token(const Token& token, const FindExactly& find) {
  FoundWord found;
  found.match = look_up(token, find, [&](std::size_t place) { found.all.push_back(place); });
  // A clitic follows its word.
  if (found.match != Match::none && found.match != Match::in_parts) found.word = found.all.front();
  return found;
}

}  // namespace

FoundWord find_word(std::string_view word, const TokenizerOptions& text, const FindExactly& find) {
  if (find_invalid_utf8(word)) return find_exactly(word, find);
  const std::string normal = to_nfc(trim(word));
  std::string lower;
  to_lower(normal, lower);
  const bool has_upper = lower != normal;
  if (text.lowercase == Lowercase::on) {
    FoundWord found = find_token({lower, lower}, find);
    if (found.match == Match::as_is && has_upper) found.match = Match::lowercased;
    return found.match == Match::none ? find_exactly(word, find) : found;
  }
  FoundWord found = find_exactly(word, find);
  if (found.word) return found;
  return find_token({normal, has_upper ? std::string_view(lower) : normal}, find);
}

}  // namespace oovec::inline text
