#include "oovec/vectors/vocabulary.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cstring>

#include "oovec/base/error.h"
#include "oovec/base/hash.h"
#include "oovec/io/tensor_file.h"
#include "oovec/vectors/limits.h"

namespace oovec::inline vectors {
namespace {

constexpr std::size_t first_slot_count = 64;

// The number of slots for so many words: a power of two, at most two thirds of which are taken.
std::size_t slots_for(std::size_t words) {
  std::size_t slots = first_slot_count;
  while (3 * words > 2 * slots) slots *= 2;
  return slots;
}

template <class Integer>
bool is_same_at(const char* a, const char* b) {
  Integer x, y;
  std::memcpy(&x, a, sizeof x);
  std::memcpy(&y, b, sizeof y);
  return x == y;
}

// a == b. Most words and n-grams are so short that a call of memcmp would take longer.
bool is_same(std::string_view a, std::string_view b) {
  const std::size_t size = a.size();
  if (size != b.size()) return false;
  if (size > 16 || size < 2) return a == b;
  const auto both_ends = [&]<class Integer>(Integer) {
    const std::size_t last = size - sizeof(Integer);
    return is_same_at<Integer>(a.data(), b.data()) &&
           is_same_at<Integer>(a.data() + last, b.data() + last);
  };
  if (size >= 8) return both_ends(std::uint64_t{});
  if (size >= 4) return both_ends(std::uint32_t{});
  return both_ends(std::uint16_t{});
}

[[noreturn]] void inconsistent(const TensorFile* file, const char* what) {
  throw Error(ErrorKind::malformed, (file ? file->path() + ": " : std::string()) + what +
                                        "; write the file again from its source");
}

// What a tag says of a slot: nothing yet, that it is free, or eight bits of its word's hash that
// are not those that led to the slot.
constexpr std::uint8_t unknown_tag = 0, free_tag = 1;
std::uint8_t tag_of(std::uint64_t hash) {
  return static_cast<std::uint8_t>(2 + (hash >> 40) % 254);
}

std::uint8_t tag_at(const VocabularyView& view, std::size_t slot) {
  return std::atomic_ref(view.tags[slot]).load(std::memory_order_relaxed);
}
void note_tag(const VocabularyView& view, std::size_t slot, std::uint8_t tag) {
  if (view.tags) std::atomic_ref(view.tags[slot]).store(tag, std::memory_order_relaxed);
}

// Whether the slot may hold a word of that tag, or be free.
bool may_end(const VocabularyView& view, std::size_t slot, std::uint8_t tag) {
  if (!view.tags) return true;
  const std::uint8_t noted = tag_at(view, slot);
  return noted == unknown_tag || noted == free_tag || noted == tag;
}

// Walks the probe sequence of `word` to the slot that holds it, or to the free slot where it
// belongs. The sequence begins at slot `begin`, modulo the number of slots: at the word's hash.
struct Probe {
  std::size_t slot;
  std::uint32_t entry;  // what the slot held when it was compared: 0 if it is free
};

Probe probe(const VocabularyView& view, std::string_view word, std::uint64_t begin,
            std::uint64_t hash) {
  const std::size_t mask = view.slots.size() - 1;
  const std::uint8_t tag = tag_of(hash);
  std::size_t slot = begin & mask;
  for (std::size_t tries = 0; tries < view.slots.size(); ++tries, slot = (slot + 1) & mask) {
    if (!may_end(view, slot, tag)) continue;
    const std::uint32_t entry = view.slot(slot);
    if (entry == 0) {
      note_tag(view, slot, free_tag);
      return {slot, entry};
    }
    const std::string_view held = view.word(entry - 1);
    if (view.tags && tag_at(view, slot) == unknown_tag) note_tag(view, slot, tag_of(hash64(held)));
    if (is_same(held, word)) return {slot, entry};
  }
  inconsistent(view.file, "the word index has no free slot");
}

}  // namespace

std::uint32_t VocabularyView::slot(std::size_t position) const {
  if (file && !verified) file->verify(std::as_bytes(slots.subspan(position, 1)));
  return slots[position];
}

std::string_view VocabularyView::word(std::size_t position) const {
  if (position >= size()) inconsistent(file, "the word index points past the last word");
  if (file && !verified) file->verify(std::as_bytes(offsets.subspan(position, 2)));
  const std::uint64_t begin = offsets[position];
  const std::uint64_t end = offsets[position + 1];
  if (begin > end || end > bytes.size()) inconsistent(file, "the word offsets are out of order");
  const std::span<const char> word = bytes.subspan(begin, end - begin);
  if (file && !verified) file->verify(std::as_bytes(word));
  return {word.data(), word.size()};
}

std::optional<std::size_t> VocabularyView::find(std::string_view word) const {
  return find(word, hash64(word));
}

std::optional<std::size_t> VocabularyView::find(std::string_view word, std::uint64_t hash) const {
  const std::uint32_t entry = probe(*this, word, hash, hash).entry;
  if (entry == 0) return std::nullopt;
  return entry - 1;
}

void VocabularyView::verify() const {
  if (!file) return;
  file->verify(std::as_bytes(slots));
  file->verify(std::as_bytes(offsets));
  file->verify(std::as_bytes(bytes));
}

// The first slot that may hold a word leads to the offsets of a candidate, they to its bytes. Each
// step is taken for all words before the next, so that none has to wait for memory alone.
void VocabularyView::find_all(std::span<const std::string_view> words,
                              std::vector<std::optional<std::size_t>>& found) const {
  struct Search {
    std::uint64_t hash;
    std::size_t slot;
    std::uint32_t entry;
    std::string_view candidate;
  };
  std::array<Search, 32> searches;
  const std::size_t mask = slots.size() - 1;
  found.resize(words.size());
  for (std::size_t begin = 0; begin < words.size(); begin += searches.size()) {
    const std::span group(searches.data(), std::min(searches.size(), words.size() - begin));
    for (std::size_t i = 0; i < group.size(); ++i) {
      group[i].hash = hash64(words[begin + i]);
      group[i].slot = group[i].hash & mask;
      if (tags) __builtin_prefetch(&tags[group[i].slot]);
      __builtin_prefetch(&slots[group[i].slot]);
    }
    for (Search& search : group) {
      for (std::size_t tries = 0; tries < mask; ++tries, search.slot = (search.slot + 1) & mask)
        if (may_end(*this, search.slot, tag_of(search.hash))) break;
      search.entry = slot(search.slot);
      if (search.entry < offsets.size()) __builtin_prefetch(&offsets[search.entry]);
    }
    for (Search& search : group) {
      if (search.entry != 0) search.candidate = word(search.entry - 1);
      __builtin_prefetch(search.candidate.data());
    }
    for (std::size_t i = 0; i < group.size(); ++i) {
      const Search& search = group[i];
      const std::string_view asked = words[begin + i];
      if (search.entry != 0 && is_same(search.candidate, asked)) {
        found[begin + i] = search.entry - 1;
        note_tag(*this, search.slot, tag_of(search.hash));
      } else {  // free, or further along the probe sequence
        const std::uint32_t entry = probe(*this, asked, search.slot, search.hash).entry;
        found[begin + i] = entry == 0 ? std::nullopt : std::optional<std::size_t>(entry - 1);
      }
    }
  }
}

Vocabulary::Vocabulary() : offsets_{0}, slots_(first_slot_count), tags_(first_slot_count) {}

Vocabulary::Vocabulary(const VocabularyView& words)
    : bytes_(words.bytes.begin(), words.bytes.end()),
      offsets_(words.offsets.begin(), words.offsets.end()),
      slots_(words.slots.begin(), words.slots.end()),
      tags_(slots_.size()) {}

std::optional<std::size_t> Vocabulary::insert(std::string_view word) {
  const std::uint64_t hash = hash64(word);
  VocabularyView known = view();
  known.tags = tags_.data();
  const Probe at = probe(known, word, hash, hash);
  if (at.entry != 0) return at.entry - 1;
  if (size() >= max_words)
    throw Error(ErrorKind::unsupported, "more than 4,294,967,294 words are not supported");
  bytes_.insert(bytes_.end(), word.begin(), word.end());
  offsets_.push_back(bytes_.size());
  slots_[at.slot] = static_cast<std::uint32_t>(size());
  tags_[at.slot] = tag_of(hash);
  if (slots_for(size()) > slots_.size()) resize_slots(2 * slots_.size());
  return std::nullopt;
}

void Vocabulary::reserve(std::size_t words) {
  if (slots_for(words) > slots_.size()) resize_slots(slots_for(words));
}

void Vocabulary::shrink_to_fit() {
  if (slots_for(size()) < slots_.size()) resize_slots(slots_for(size()));
}

void Vocabulary::prefetch(std::string_view word) const {
  const std::size_t slot = hash64(word) & (slots_.size() - 1);
  __builtin_prefetch(&tags_[slot]);
  __builtin_prefetch(&slots_[slot]);
}

void Vocabulary::resize_slots(std::size_t slots) {
  slots_.assign(slots, 0);
  tags_.assign(slots, unknown_tag);
  const std::size_t mask = slots_.size() - 1;
  for (std::size_t i = 0; i < size(); ++i) {
    const std::uint64_t hash = hash64(view().word(i));
    std::size_t slot = hash & mask;
    while (slots_[slot] != 0) slot = (slot + 1) & mask;
    slots_[slot] = static_cast<std::uint32_t>(i + 1);
    tags_[slot] = tag_of(hash);
  }
}

}  // namespace oovec::inline vectors
