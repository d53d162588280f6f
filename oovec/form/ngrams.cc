#include "oovec/form/ngrams.h"

#include <algorithm>

#include "oovec/base/error.h"

namespace oovec::inline form {
namespace {

bool begins_code_point(char byte) { return (static_cast<unsigned char>(byte) & 0xC0) != 0x80; }

}  // namespace

std::span<const std::string_view> Ngrams::of(std::string_view word) {
  padded_.assign(1, word_begin).append(word).push_back(word_end);
  boundaries_.clear();
  for (std::size_t i = 0; i < padded_.size(); ++i)
    if (begins_code_point(padded_[i])) boundaries_.push_back(i);
  boundaries_.push_back(padded_.size());

  ngrams_.clear();
  const std::size_t length = boundaries_.size() - 1;
  for (std::size_t begin = 0; begin < length; ++begin) {
    const std::size_t longest = std::min<std::size_t>(lengths_.max, length - begin);
    const bool is_mark = begin == 0 || begin + 1 == length;
    for (std::size_t n = std::max<std::size_t>(lengths_.min, is_mark ? 2 : 1); n <= longest; ++n)
      ngrams_.emplace_back(padded_.data() + boundaries_[begin],
                           boundaries_[begin + n] - boundaries_[begin]);
  }
  return ngrams_;
}

std::span<const std::string_view> Ngrams::of(std::string_view word,
                                             std::span<const std::string> left_out) {
  (void)of(word);
  for (const std::string& shown : left_out) {
    const auto is_shown = [&](std::string_view ngram) { return display_ngram(ngram) == shown; };
    if (std::erase_if(ngrams_, is_shown) == 0)
      throw Error(ErrorKind::usage,
                  "\"" + std::string(word) + "\" has no n-gram \"" + shown +
                      "\" to leave out; name each once, spelled as in an explanation");
  }
  return ngrams_;
}

std::size_t count_code_points(std::string_view text) {
  return static_cast<std::size_t>(std::ranges::count_if(text, begins_code_point));
}

std::string display_ngram(std::string_view ngram) {
  std::string text;
  for (const char c : ngram) switch (c) {
      case word_begin:
        text += "⟨s⟩";
        break;
      case word_end:
        text += "⟨e⟩";
        break;
      case unknown_ngram:
        text += "⟨unk⟩";
        break;
      default:
        text += c;
    }
  return text;
}

}  // namespace oovec::inline form
