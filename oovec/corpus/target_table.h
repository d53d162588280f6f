// Looks tokens up among the targets and counts them: a copy of a vocabulary's hash table for one
// thread, with whole hashes and counts in its slots, so that a look-up mostly touches one of them.
// Not part of the public interface.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "oovec/vectors/vocabulary.h"

namespace oovec {

class TargetTable {
 public:
  struct Slot {
    std::uint64_t hash;
    std::uint32_t target_plus_1;  // 0: free
    std::uint32_t count;          // what is over goes to carries_

    std::uint32_t target() const { return target_plus_1 - 1; }
  };

  // The words must outlive the table.
  explicit TargetTable(const VocabularyView& words);

  // The word's slot, or null. `hash` is hash64(word).
  Slot* find(std::string_view word, std::uint64_t hash) {
    for (std::size_t i = hash & mask_;; i = (i + 1) & mask_) {
      Slot& slot = slots_[i];
      if (slot.target_plus_1 == 0) return nullptr;
      if (slot.hash == hash && words_.word(slot.target()) == word) return &slot;
    }
  }

  void count(Slot& slot) {
    if (++slot.count == 0) ++carries_[slot.target()];
  }

  // Adds the counts to `sums`, one for each word.
  void add_counts(std::vector<std::uint64_t>& sums) const;

 private:
  VocabularyView words_;
  std::vector<Slot> slots_;  // a power of two, at most two thirds of them taken
  std::size_t mask_;
  std::vector<std::uint32_t> carries_;  // how often each count has passed 2³²
};

}  // namespace oovec
