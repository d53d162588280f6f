#include "oovec/corpus/target_table.h"

#include "oovec/base/hash.h"

namespace oovec {

TargetTable::TargetTable(const VocabularyView& words)
    : words_(words),
      slots_(words.slots.size()),
      mask_(slots_.size() - 1),
      carries_(words.size()) {
  for (std::size_t i = 0; i < slots_.size(); ++i) {
    if (words.slots[i] == 0) continue;
    slots_[i] = {hash64(words.word(words.slots[i] - 1)), words.slots[i], 0};
  }
}

void TargetTable::add_counts(std::vector<std::uint64_t>& sums) const {
  for (const Slot& slot : slots_)
    if (slot.target_plus_1 != 0)
      sums[slot.target()] += slot.count + (std::uint64_t{carries_[slot.target()]} << 32);
}

}  // namespace oovec
