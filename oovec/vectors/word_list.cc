#include "oovec/vectors/word_list.h"

#include <algorithm>

#include <fmt/format.h>

#include "oovec/base/error.h"
#include "oovec/io/input.h"
#include "oovec/io/lines.h"
#include "oovec/io/open_text.h"
#include "oovec/text/normalize.h"
#include "oovec/text/utf8.h"

namespace oovec::inline vectors {
namespace {

constexpr std::size_t max_examples = 2;

// The word of a list without what is not part of it. Lists that programs have read line by line
// still have the byte order mark of their file.
std::string_view listed_word(std::string_view entry, bool is_first) {
  if (is_first) entry.remove_prefix(byte_order_mark_size(entry));
  return trim(entry);
}

// Most words of vectors are: then no normal form has to be made.
bool is_normal(std::string_view word, Casing casing) {
  return std::none_of(word.begin(), word.end(), [&](char c) {
    return static_cast<unsigned char>(c) >= 0x80 || is_blank(c) ||
           (casing != Casing::kept && c >= 'A' && c <= 'Z');
  });
}

// Calls use(word, normal form) for each word of the list.
template <class Use>
void for_each_normal(const std::vector<std::string>& list, Casing casing, Use&& use) {
  for (std::size_t i = 0; i < list.size(); ++i) {
    if (const auto at = find_invalid_utf8(list[i]))
      throw Error(ErrorKind::malformed,
                  fmt::format("word {} of the list is not UTF-8 (byte {}); convert it to UTF-8",
                              i + 1, *at + 1));
    if (list[i].find('\0') != std::string::npos)
      throw Error(ErrorKind::malformed,
                  fmt::format("word {} of the list contains a NUL character; remove it", i + 1));
    const std::string_view word = listed_word(list[i], i == 0);
    if (!word.empty()) use(std::string(word), normal_form(word, casing));
  }
}

}  // namespace

std::vector<std::string> read_word_list(Input& input) {
  std::vector<std::string> words;
  LineReader lines(input);
  while (const auto line = lines.next()) {
    if (const auto at = find_invalid_utf8(line->text))
      throw Error(ErrorKind::malformed,
                  fmt::format("{}:{}: byte {} is not valid UTF-8; convert the list to UTF-8",
                              input.name(), line->number, *at + 1));
    const std::string_view word = trim(line->text);
    if (!word.empty()) words.emplace_back(word);
  }
  return words;
}

std::vector<std::string> read_word_list(const std::string& path) {
  return read_word_list(*open_text(path));
}

std::vector<std::string> normal_words(const std::vector<std::string>& list, Casing casing) {
  std::vector<std::string> words;
  for_each_normal(list, casing, [&](const std::string&, std::string normal) {
    words.push_back(std::move(normal));
  });
  return words;
}

void ListedWords::add(const std::string& word, bool found) {
  ++words;
  if (found) return;
  ++not_found;
  const bool is_new = std::find(examples.begin(), examples.end(), word) == examples.end();
  if (is_new && examples.size() < max_examples) examples.push_back(word);
}

ListedRows find_listed(const Embeddings& vectors, const std::vector<std::string>& list,
                       const TokenizerOptions& text) {
  ListedRows found{std::vector<bool>(vectors.size()), {}};
  const Casing casing = text.casing();
  Vocabulary wanted;
  for_each_normal(list, casing,
                  [&](const std::string&, const std::string& normal) { wanted.insert(normal); });
  if (wanted.size() == 0) return found;

  std::vector<bool> has_row(wanted.size());
  for (std::size_t row = 0; row < vectors.size(); ++row) {
    const std::string_view word = vectors.word(row);
    const bool as_is = is_normal(word, casing) || find_invalid_utf8(word);
    const auto listed = wanted.find(as_is ? word : std::string_view(normal_form(word, casing)));
    if (!listed) continue;
    found.rows[row] = true;
    has_row[*listed] = true;
  }
  for_each_normal(list, casing, [&](const std::string& word, const std::string& normal) {
    const bool as_listed = has_row[*wanted.find(normal)];
    const auto row = as_listed ? std::nullopt : find_word(vectors, word, text).word;
    if (row) found.rows[*row] = true;
    found.words.add(word, as_listed || row);
  });
  return found;
}

FoundWord find_word(const Embeddings& vectors, std::string_view word,
                    const TokenizerOptions& text) {
  return find_word(word, text, [&](std::string_view exact) { return vectors.find(exact); });
}

}  // namespace oovec::inline vectors
