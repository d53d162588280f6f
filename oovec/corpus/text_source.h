// A corpus: files, or the texts that an iterator returns.
//
//   index_corpus(vectors, {"wiki.txt.zst", "news-*.txt"}, "all.ctx");
//   index_corpus(vectors, TextSource([&] { return database.next_text(); }), "rows.ctx");
//   index_corpus(vectors, TextSource::of_texts(texts.begin(), texts.end()), "texts.ctx");
//
// Files are plain or compressed, with a text per line. A text of an iterator is read just as a line
// of a file is: line ends within it count as blanks, and what is not UTF-8 is a bad line. The
// result is the same to the byte. An iterator may also return many lines at a time.
#pragma once

#include <functional>
#include <initializer_list>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace oovec::inline corpus {

class TextSource {
 public:
  // Returns one text after the other, and none at the end. One thread calls it at a time, not
  // always the same one, and never again after it has returned none or thrown. An exception ends
  // the task, which rethrows it and leaves its output as it was.
  using Next = std::function<std::optional<std::string>()>;

  // Names of files, or globs; "-" is standard input.
  TextSource(std::vector<std::string> files) : files_(std::move(files)) {}
  TextSource(std::initializer_list<std::string> files) : files_(files) {}

  // Such a source can be read once.
  explicit TextSource(Next next) : next_(std::move(next)) {}

  // The same, but what `next` returns is one or more lines, as in a file, with line ends between
  // them and none after the last.
  [[nodiscard]] static TextSource of_lines(Next next) {
    TextSource source(std::move(next));
    source.returns_lines_ = true;
    return source;
  }

  // The strings from `begin` to `end`, which must live until they are read.
  template <class Iterator, class End>
  [[nodiscard]] static TextSource of_texts(Iterator begin, End end) {
    return TextSource([begin, end]() mutable -> std::optional<std::string> {
      if (begin == end) return std::nullopt;
      std::optional<std::string> text(*begin);
      ++begin;
      return text;
    });
  }

  const std::vector<std::string>& files() const { return files_; }
  const Next& next() const { return next_; }  // empty: there are files
  bool returns_lines() const { return returns_lines_; }

 private:
  std::vector<std::string> files_;
  Next next_;
  bool returns_lines_ = false;
};

}  // namespace oovec::inline corpus
