// Looks tokens up among the targets and counts them. Each thread has its own hash table, in which
// one cache line has what is usually needed of a word. Not part of the public interface.
#pragma once

#include <array>
#include <cstdint>
#include <cstring>
#include <limits>
#include <string_view>
#include <vector>

#include "oovec/vectors/vocabulary.h"

namespace oovec::inline corpus {

class TargetTable {
 public:
  struct alignas(64) Slot {
    std::uint64_t hash = 0;
    // A priority above this is of no interest: Sampler's bound as it was when last asked.
    std::uint64_t bound = std::numeric_limits<std::uint64_t>::max();
    std::uint32_t target_plus_1 = 0;  // 0: free
    std::uint32_t count = 0;          // what is over goes to carries_
    std::uint8_t size = 0;            // of the word, if it fits in `text`; else 0
    bool has_hit = false;             // in the sentence at hand
    std::array<char, 38> text{};

    std::uint32_t target() const { return target_plus_1 - 1; }
  };
  static_assert(sizeof(Slot) == 64);

  // The words must outlive the table.
  explicit TargetTable(const VocabularyView& words);

  void prefetch(std::uint64_t hash) const { __builtin_prefetch(&slots_[hash & mask_]); }

  // The word's slot, or null. `hash` is hash64(word).
  [[nodiscard]] Slot* find(std::string_view word, std::uint64_t hash) {
    for (std::size_t i = hash & mask_;; i = (i + 1) & mask_) {
      Slot& slot = slots_[i];
      if (slot.target_plus_1 == 0) return nullptr;
      if (slot.hash == hash && is_word(slot, word)) return &slot;
    }
  }

  void count(Slot& slot) {
    if (++slot.count == 0) ++carries_[slot.target()];
  }

  // Adds the counts to `sums`, one for each word.
  void add_counts(std::vector<std::uint64_t>& sums) const;

 private:
  bool is_word(const Slot& slot, std::string_view word) const {
    if (slot.size == 0) return words_.word(slot.target()) == word;
    return slot.size == word.size() && std::memcmp(slot.text.data(), word.data(), word.size()) == 0;
  }

  VocabularyView words_;
  std::vector<Slot> slots_;  // a power of two, at most two thirds of them taken
  std::size_t mask_;
  std::vector<std::uint32_t> carries_;  // how often each count has passed 2³²
};

}  // namespace oovec::inline corpus
