#include "oovec/vectors/vocabulary.h"

#include <algorithm>
#include <array>
#include <limits>

#include "oovec/base/error.h"
#include "oovec/base/hash.h"
#include "oovec/io/tensor_file.h"

namespace oovec {
namespace {

constexpr std::size_t first_slot_count = 64;

[[noreturn]] void inconsistent(const TensorFile* file, const char* what) {
  throw Error(ErrorKind::malformed, (file ? file->path() + ": " : std::string()) + what +
                                        "; write the file again from its source");
}

// Walks the probe sequence of `word` to the slot that holds it, or to the free slot where it
// belongs.
struct Probe {
  std::size_t slot;
  bool found;
};

Probe probe(const VocabularyView& view, std::string_view word, std::uint64_t hash) {
  const std::size_t mask = view.slots.size() - 1;
  std::size_t slot = hash & mask;
  for (std::size_t tries = 0; tries < view.slots.size(); ++tries, slot = (slot + 1) & mask) {
    const std::uint32_t entry = view.slot(slot);
    if (entry == 0) return {slot, false};
    if (view.word(entry - 1) == word) return {slot, true};
  }
  inconsistent(view.file, "the word index has no free slot");
}

}  // namespace

std::uint32_t VocabularyView::slot(std::size_t position) const {
  if (file) file->verify(std::as_bytes(slots.subspan(position, 1)));
  return slots[position];
}

std::string_view VocabularyView::word(std::size_t position) const {
  if (position >= size()) inconsistent(file, "the word index points past the last word");
  if (file) file->verify(std::as_bytes(offsets.subspan(position, 2)));
  const std::uint64_t begin = offsets[position];
  const std::uint64_t end = offsets[position + 1];
  if (begin > end || end > bytes.size()) inconsistent(file, "the word offsets are out of order");
  const std::span<const char> word = bytes.subspan(begin, end - begin);
  if (file) file->verify(std::as_bytes(word));
  return {word.data(), word.size()};
}

std::optional<std::size_t> VocabularyView::find(std::string_view word) const {
  return find(word, hash64(word));
}

std::optional<std::size_t> VocabularyView::find(std::string_view word, std::uint64_t hash) const {
  const Probe at = probe(*this, word, hash);
  if (!at.found) return std::nullopt;
  return slots[at.slot] - 1;
}

// The first slot leads to the offsets of a word, they to its bytes: each step is taken for all
// words before the next, so that none has to wait for memory alone.
void VocabularyView::find_all(std::span<const std::string_view> words,
                              std::vector<std::optional<std::size_t>>& found) const {
  found.resize(words.size());
  const std::size_t mask = slots.size() - 1;
  std::array<std::uint64_t, 32> hashes;
  for (std::size_t begin = 0; begin < words.size(); begin += hashes.size()) {
    const auto group = words.subspan(begin, std::min(hashes.size(), words.size() - begin));
    for (std::size_t i = 0; i < group.size(); ++i) {
      hashes[i] = hash64(group[i]);
      __builtin_prefetch(&slots[hashes[i] & mask]);
    }
    for (std::size_t i = 0; i < group.size(); ++i)
      if (const std::uint32_t entry = slot(hashes[i] & mask); entry < offsets.size())
        __builtin_prefetch(&offsets[entry]);
    for (std::size_t i = 0; i < group.size(); ++i)
      if (const std::uint32_t entry = slot(hashes[i] & mask))
        __builtin_prefetch(word(entry - 1).data());
    for (std::size_t i = 0; i < group.size(); ++i) found[begin + i] = find(group[i], hashes[i]);
  }
}

Vocabulary::Vocabulary() : offsets_{0}, slots_(first_slot_count) {}

Vocabulary::Vocabulary(const VocabularyView& words)
    : bytes_(words.bytes.begin(), words.bytes.end()),
      offsets_(words.offsets.begin(), words.offsets.end()),
      slots_(words.slots.begin(), words.slots.end()) {}

std::optional<std::size_t> Vocabulary::insert(std::string_view word) {
  const Probe at = probe(view(), word, hash64(word));
  if (at.found) return slots_[at.slot] - 1;
  if (size() >= std::numeric_limits<std::uint32_t>::max() - 1)
    throw Error(ErrorKind::unsupported, "more than 4,294,967,294 words are not supported");
  bytes_.insert(bytes_.end(), word.begin(), word.end());
  offsets_.push_back(bytes_.size());
  slots_[at.slot] = static_cast<std::uint32_t>(size());
  if (3 * size() > 2 * slots_.size()) double_slots();  // at most two thirds full
  return std::nullopt;
}

void Vocabulary::double_slots() {
  slots_.assign(2 * slots_.size(), 0);
  const std::size_t mask = slots_.size() - 1;
  for (std::size_t i = 0; i < size(); ++i) {
    std::size_t slot = hash64(view().word(i)) & mask;
    while (slots_[slot] != 0) slot = (slot + 1) & mask;
    slots_[slot] = static_cast<std::uint32_t>(i + 1);
  }
}

}  // namespace oovec
