// The words of a stretch of text by UAX #29 through ICU, for any script: slow, general, and the
// measure of masks.h, which does the same for simple text.
#pragma once

#include <cstddef>
#include <memory>
#include <string_view>
#include <vector>

#include "oovec/text/masks.h"

struct UBreakIterator;
struct UText;

namespace oovec::inline text {

// ICU's break iterator is made on first use. One segmenter per thread.
class WordSegmenter {
 public:
  // The words of clean text (normalize.h), in order, as offsets; valid until the next call. Words
  // are the segments that hold a letter, digit or pictograph, joined by the rules of docs/text.md.
  [[nodiscard]] const std::vector<Stretch>& segment(std::string_view text);

 private:
  void segment_part(std::string_view text, std::size_t begin, std::size_t end);
  void add_word(std::string_view text, std::size_t begin, std::size_t end);

  struct Close {
    void operator()(UBreakIterator* iterator) const;
    void operator()(UText* text) const;
  };
  std::unique_ptr<UBreakIterator, Close> iterator_;
  std::unique_ptr<UText, Close> text_;
  std::vector<Stretch> words_;
};

}  // namespace oovec::inline text
