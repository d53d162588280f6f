#include "oovec/corpus/target_table.h"

#include <algorithm>

#include "oovec/base/error.h"
#include "oovec/base/hash.h"

namespace oovec::inline corpus {

TargetTable::TargetTable(const VocabularyView& words)
    : words_(words), slots_(words.slots.size()), mask_(slots_.size() - 1), carries_(words.size()) {
  for (std::size_t i = 0; i < slots_.size(); ++i) {
    if (words.slots[i] == 0) continue;
    Slot& slot = slots_[i];
    const std::string_view word = words.word(words.slots[i] - 1);
    slot.hash = hash64(word);
    slot.target_plus_1 = words.slots[i];
    if (word.size() > slot.text.size()) continue;
    slot.size = static_cast<std::uint8_t>(word.size());
    std::memcpy(slot.text.data(), word.data(), word.size());
  }
  const auto is_free = [](const Slot& slot) { return slot.target_plus_1 == 0; };
  if (std::none_of(slots_.begin(), slots_.end(), is_free))  // find() would never end
    throw Error(ErrorKind::malformed,
                "the word index of the vectors has no free slot; write their file again");
}

void TargetTable::add_counts(std::vector<std::uint64_t>& sums) const {
  for (const Slot& slot : slots_)
    if (slot.target_plus_1 != 0)
      sums[slot.target()] += slot.count + (std::uint64_t{carries_[slot.target()]} << 32);
}

}  // namespace oovec::inline corpus
