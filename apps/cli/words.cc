#include "apps/cli/words.h"

#include <algorithm>

#include <fmt/format.h>

#include "oovec/base/error.h"
#include "oovec/base/shorten.h"
#include "oovec/text/normalize.h"
#include "oovec/text/utf8.h"

namespace oovec::cli {

void add_words_arguments(Command command, WordsArguments& arguments) {
  add_vectors_arguments(command, arguments);
  command.add_texts("WORD", arguments.words, "Words to look up; after -- if they begin with -.");
  command.add_file("--words", arguments.words_file,
                   "List of words, one per line; -: standard input.");
}

void check_words_arguments(const WordsArguments& arguments) {
  if (arguments.words.empty() && arguments.words_file.empty())
    throw Error(ErrorKind::usage, "no words given: name some, or a file of them with --words");
  if (arguments.file == "-" && arguments.words_file == "-")
    throw Error(ErrorKind::usage,
                "vectors and words cannot both come from standard input: name a file for one");
}

void for_each_word(const WordsArguments& arguments,
                   const std::function<void(const std::string&)>& use) {
  for (const std::string& word : arguments.words) use(word);
  for (const std::string& word : read_words(arguments.words_file)) use(word);
}

std::optional<NamedVector> find_vector(const Embeddings& vectors, const std::string& word,
                                       const std::string& file) {
  const FoundWord found = find_word(vectors, word);
  // Where subwords give any word a vector, no other word has to stand in for it.
  if (found.match != Match::as_is && vectors.subwords())
    if (auto vector = vectors.vector_of(word)) return NamedVector{word, {}, std::move(*vector)};
  if (!found.word) {
    std::vector<std::string_view> parts(found.all.size());
    std::ranges::transform(found.all, parts.begin(), [&](auto row) { return vectors.word(row); });
    report_word(word, "has no vector in " + file, parts);
    return std::nullopt;
  }
  const auto row = vectors.row(*found.word);
  NamedVector named{std::string(vectors.word(*found.word)), found.word, {row.begin(), row.end()}};
  report_spelling(word, named.spelling);
  return named;
}

std::vector<std::string> read_words(const std::string& file) {
  return file.empty() ? std::vector<std::string>() : read_word_list(file);
}

void report_word(const std::string& word, std::string_view what) {
  fmt::print(stderr, "oovec: {}\n", printable(shorten(fmt::format("\"{}\" {}", word, what))));
}

void report_word(const std::string& word, std::string_view what,
                 const std::vector<std::string_view>& parts) {
  std::string message(what);
  if (!parts.empty()) message += fmt::format("; only in parts: \"{}\"", fmt::join(parts, "\", \""));
  report_word(word, message);
}

void report_spelling(const std::string& asked, std::string_view found) {
  if (!find_invalid_utf8(asked) && to_nfc(trim(asked)) == to_nfc(found)) return;
  if (asked != found) report_word(asked, fmt::format("was found as \"{}\"", found));
}

void report_not_found(const std::string& file, const ListedWords& listed, std::string_view one,
                      std::string_view many) {
  if (listed.not_found == 0) return;
  const std::string example = printable(listed.examples.front());
  fmt::print(stderr, "oovec: {} of {} of {} ", with_commas(listed.not_found),
             counted(listed.words, "word"), printable(file));
  if (listed.not_found == 1)
    fmt::print(stderr, "{}: \"{}\"\n", one, example);
  else
    fmt::print(stderr, "{}, \"{}\" for one\n", many, example);
}

void report_excluded(const std::string& file, const ListedWords& listed) {
  report_not_found(file, listed, "has no vector", "have no vector");
}

Json listed_json(const ListedWords& listed) {
  return {{"words", listed.words}, {"not_found", listed.not_found}, {"examples", listed.examples}};
}

}  // namespace oovec::cli
