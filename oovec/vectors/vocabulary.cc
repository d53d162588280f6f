#include "oovec/vectors/vocabulary.h"

#include <algorithm>
#include <array>

#include "oovec/base/error.h"
#include "oovec/base/hash.h"
#include "oovec/io/tensor_file.h"
#include "oovec/vectors/limits.h"

namespace oovec::inline vectors {
namespace {

constexpr std::size_t first_slot_count = 64;

[[noreturn]] void inconsistent(const TensorFile* file, const char* what) {
  throw Error(ErrorKind::malformed, (file ? file->path() + ": " : std::string()) + what +
                                        "; write the file again from its source");
}

// Walks the probe sequence of `word` to the slot that holds it, or to the free slot where it
// belongs. The sequence begins at slot `begin`, modulo the number of slots: at the word's hash.
struct Probe {
  std::size_t slot;
  std::uint32_t entry;  // what the slot held when it was compared: 0 if it is free
};

Probe probe(const VocabularyView& view, std::string_view word, std::uint64_t begin) {
  const std::size_t mask = view.slots.size() - 1;
  std::size_t slot = begin & mask;
  for (std::size_t tries = 0; tries < view.slots.size(); ++tries, slot = (slot + 1) & mask) {
    const std::uint32_t entry = view.slot(slot);
    if (entry == 0 || view.word(entry - 1) == word) return {slot, entry};
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
  const std::uint32_t entry = probe(*this, word, hash).entry;
  if (entry == 0) return std::nullopt;
  return entry - 1;
}

// The first slot of a word leads to the offsets of a candidate, they to its bytes. Each step is
// taken for all words before the next, so that none has to wait for memory alone.
void VocabularyView::find_all(std::span<const std::string_view> words,
                              std::vector<std::optional<std::size_t>>& found) const {
  struct Search {
    std::uint64_t hash;
    std::uint32_t entry;
    std::string_view candidate;
  };
  std::array<Search, 32> searches;
  found.resize(words.size());
  for (std::size_t begin = 0; begin < words.size(); begin += searches.size()) {
    const std::span group(searches.data(), std::min(searches.size(), words.size() - begin));
    for (std::size_t i = 0; i < group.size(); ++i) {
      group[i].hash = hash64(words[begin + i]);
      __builtin_prefetch(&slots[group[i].hash & (slots.size() - 1)]);
    }
    for (Search& search : group) {
      search.entry = slot(search.hash & (slots.size() - 1));
      if (search.entry < offsets.size()) __builtin_prefetch(&offsets[search.entry]);
    }
    for (Search& search : group) {
      if (search.entry != 0) search.candidate = word(search.entry - 1);
      __builtin_prefetch(search.candidate.data());
    }
    for (std::size_t i = 0; i < group.size(); ++i) {
      const auto& [hash, entry, candidate] = group[i];
      if (entry == 0)
        found[begin + i] = std::nullopt;
      else if (candidate == words[begin + i])
        found[begin + i] = entry - 1;
      else  // further along the probe sequence
        found[begin + i] = find(words[begin + i], hash + 1);
    }
  }
}

Vocabulary::Vocabulary() : offsets_{0}, slots_(first_slot_count) {}

Vocabulary::Vocabulary(const VocabularyView& words)
    : bytes_(words.bytes.begin(), words.bytes.end()),
      offsets_(words.offsets.begin(), words.offsets.end()),
      slots_(words.slots.begin(), words.slots.end()) {}

std::optional<std::size_t> Vocabulary::insert(std::string_view word) {
  const Probe at = probe(view(), word, hash64(word));
  if (at.entry != 0) return at.entry - 1;
  if (size() >= max_words)
    throw Error(ErrorKind::unsupported, "more than 4,294,967,294 words are not supported");
  bytes_.insert(bytes_.end(), word.begin(), word.end());
  offsets_.push_back(bytes_.size());
  slots_[at.slot] = static_cast<std::uint32_t>(size());
  if (3 * size() > 2 * slots_.size()) double_slots();  // at most two thirds full
  return std::nullopt;
}

void Vocabulary::prefetch(std::string_view word) const {
  __builtin_prefetch(&slots_[hash64(word) & (slots_.size() - 1)]);
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

}  // namespace oovec::inline vectors
