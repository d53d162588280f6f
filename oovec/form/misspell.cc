#include "oovec/form/misspell.h"

#include <algorithm>
#include <utility>

#include "oovec/text/characters.h"

namespace oovec::inline form {
namespace {

// The keys beside a … z.
constexpr std::array<std::string_view, 26> keys_beside = {
    "qwsz",   "vghn",  "xdfv", "serfcx", "wsdr", "drtgvc", "ftyhbv", "gyujnb", "ujko",
    "huikmn", "jiolm", "kop",  "njk",    "bhjm", "iklp",   "ol",     "wa",     "edft",
    "awedxz", "rfgy",  "yhji", "cfgb",   "qase", "zsdc",   "tghu",   "asx"};

std::vector<std::string> letters_of(std::string_view word) {
  std::vector<std::string> letters;
  for (std::size_t at = 0; at < word.size();) {
    const std::size_t length = decode(word, at).length;
    letters.emplace_back(word.substr(at, length));
    at += length;
  }
  return letters;
}

std::string joined(const std::vector<std::string>& letters) {
  std::string word;
  for (const std::string& letter : letters) word += letter;
  return word;
}

bool is_digit(char32_t code_point) { return code_point >= '0' && code_point <= '9'; }

}  // namespace

bool is_word_of_letters(std::string_view word, std::size_t least) {
  std::size_t letters = 0;
  for (std::size_t at = 0; at < word.size(); ++letters) {
    const auto [code_point, length] = decode(word, at);
    if (is_digit(code_point) || !is_word_like(code_point)) return false;
    at += length;
  }
  return letters >= least;
}

Misspeller::Misspeller(const std::vector<std::string>& words) {
  for (const std::string& word : words)
    for (std::string& letter : letters_of(word)) alphabet_.push_back(std::move(letter));
}

std::string Misspeller::beside(const std::string& letter, Random& random) const {
  const char c = letter.front();
  if (letter.size() == 1 && ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'))) {
    const bool capital = c <= 'Z';
    const std::string_view keys = keys_beside[static_cast<std::size_t>(c - (capital ? 'A' : 'a'))];
    const char key = keys[random.below(keys.size())];
    return std::string(1, capital ? static_cast<char>(key - 'a' + 'A') : key);
  }
  return alphabet_.empty() ? letter : alphabet_[random.below(alphabet_.size())];
}

std::optional<std::string> Misspeller::misspell(std::string_view word, Misspelling how,
                                                Random& random) const {
  std::vector<std::string> letters = letters_of(word);
  const std::size_t swapped = how == Misspelling::swap ? 1 : 0;
  const std::size_t at = random.below(letters.size() - swapped);
  const auto place = letters.begin() + static_cast<std::ptrdiff_t>(at);
  switch (how) {
    case Misspelling::swap:
      std::swap(letters[at], letters[at + 1]);
      break;
    case Misspelling::remove:
      letters.erase(place);
      break;
    case Misspelling::insert: {
      std::string key = beside(*place, random);
      letters.insert(place + static_cast<std::ptrdiff_t>(random.below(2)), std::move(key));
      break;
    }
    case Misspelling::replace:
      *place = beside(*place, random);
      break;
  }
  std::string misspelled = joined(letters);
  if (misspelled == word) return std::nullopt;
  return misspelled;
}

}  // namespace oovec::inline form
