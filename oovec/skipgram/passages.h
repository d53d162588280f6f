// How skip-gram goes through a text: in passages of about a thousand tokens, each epoch in another
// random order, since texts are sorted in ways that would show in the vectors (a dictionary by
// letter, an encyclopaedia by age). Not part of the public interface.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "oovec/base/random.h"

namespace oovec::inline skipgram {

// A text cut into passages: at the end of the sentence that reaches the size, which is also the
// highest length of a sentence.
class PassageOrder {
 public:
  static constexpr std::size_t passage_size = 1000;

  // The tokens are those of a TokenText, which must outlive this.
  PassageOrder(std::span<const std::uint32_t> tokens, std::uint32_t epochs, std::uint64_t seed);

  struct Entry {
    std::span<const std::uint32_t> tokens;
    std::uint64_t seed;  // of the random choices in this passage and epoch
  };

  // Nothing after the last epoch.
  [[nodiscard]] std::optional<Entry> next();

 private:
  std::span<const std::uint32_t> tokens_;
  std::uint32_t epochs_;
  std::uint64_t seed_;
  std::vector<std::size_t> ends_;     // of each passage, in tokens_
  std::vector<std::uint32_t> order_;  // of this epoch
  std::uint32_t epoch_ = 0;
  std::size_t given_ = 0;  // in this epoch
};

// Words near a word, itself included: positions in Passage::words().
struct Window {
  std::uint32_t begin, end;
};

// The tokens of a passage that sub-sampling keeps, and how far each of them looks: 1 to `window`
// words to either side, at random, within its sentence.
class Passage {
 public:
  void read(std::span<const std::uint32_t> tokens, std::span<const float> keep,
            std::uint32_t window, Random& random);

  std::span<const std::uint32_t> words() const { return words_; }
  std::span<const Window> windows() const { return windows_; }

 private:
  void end_sentence(std::uint32_t window, Random& random);

  std::vector<std::uint32_t> words_;
  std::vector<Window> windows_;
};

}  // namespace oovec::inline skipgram
