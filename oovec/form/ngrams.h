// The character n-grams of a word, S_w of the paper's §3: all stretches of n_min … n_max code
// points of ⟨s⟩w⟨e⟩, each as often as it occurs. They represent the form of the word. A marker
// alone, which all words have, does not count.
//
//   Ngrams ngrams({3, 5});
//   for (std::string_view ngram : ngrams.of("pie")) count(ngram);  // ⟨s⟩pi ⟨s⟩pie ⟨s⟩pie⟨e⟩ pie …
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace oovec::inline form {

// The marks that pad a word, and the stand-in for n-grams without a vector: control characters,
// which no word of a text contains.
inline constexpr char word_begin = '\x02';     // ⟨s⟩
inline constexpr char word_end = '\x03';       // ⟨e⟩
inline constexpr char unknown_ngram = '\x1A';  // ⟨unk⟩

// Longer n-grams are useless; the bound keeps a file from requesting millions of them per word.
inline constexpr std::uint32_t max_ngram_length = 64;

struct NgramLengths {
  std::uint32_t min = 3;
  std::uint32_t max = 5;
};

// Reuses its memory from word to word; one for each thread.
class Ngrams {
 public:
  explicit Ngrams(NgramLengths lengths) : lengths_(lengths) {}

  // In order of where they begin, short ones first, as in the paper's figure. The word must be
  // UTF-8. Valid until the next call.
  [[nodiscard]] std::span<const std::string_view> of(std::string_view word);

  // The same without those that display_ngram() shows as one of `left_out`. Throws Error(usage) for
  // one that the word does not have.
  [[nodiscard]] std::span<const std::string_view> of(std::string_view word,
                                                     std::span<const std::string> left_out);

 private:
  NgramLengths lengths_;
  std::string padded_;
  std::vector<std::size_t> boundaries_;  // where code points begin, and the end
  std::vector<std::string_view> ngrams_;
};

// Of UTF-8.
[[nodiscard]] std::size_t count_code_points(std::string_view text);

// The n-gram for readers: "⟨s⟩sp".
[[nodiscard]] std::string display_ngram(std::string_view ngram);

}  // namespace oovec::inline form
