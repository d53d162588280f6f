// A list of distinct words and an index from word to position. In memory it has the very layout of
// the native file (docs/formats.md), so that a mapped file needs no loading:
//
//   bytes    all words, one after the other
//   offsets  offsets[i] … offsets[i + 1] delimit word i in `bytes`; size() + 1 entries
//   slots    open-addressed hash table: 0 is free, else position + 1; a power of two of them
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace oovec::inline io {
class TensorFile;
}

namespace oovec::inline vectors {

// Borrowed arrays of a vocabulary. With `file` set they lie in that file, and whatever is read of
// them is first verified: an Error(damaged) instead of a wrong word.
struct VocabularyView {
  std::span<const char> bytes;
  std::span<const std::uint64_t> offsets;
  std::span<const std::uint32_t> slots;
  const TensorFile* file = nullptr;
  bool verified = false;  // all of it has been, for who looks up many words

  // If set, a byte per slot, 0 at first, in which look-ups store a tag of the slot's word, so that
  // most other words are skipped without reading them. Threads may share it.
  std::uint8_t* tags = nullptr;

  std::size_t size() const { return offsets.size() - 1; }
  std::string_view word(std::size_t position) const;
  std::uint32_t slot(std::size_t position) const;
  [[nodiscard]] std::optional<std::size_t> find(std::string_view word) const;

  // The same for a caller that knows hash64(word) already, or a later slot to begin the search at.
  [[nodiscard]] std::optional<std::size_t> find(std::string_view word, std::uint64_t hash) const;

  // found[i] = find(words[i]), but faster, because the memory accesses of several words overlap.
  void find_all(std::span<const std::string_view> words,
                std::vector<std::optional<std::size_t>>& found) const;

  // Verifies all words, at once.
  void verify() const;
};

// A growing vocabulary.
class Vocabulary {
 public:
  Vocabulary();
  explicit Vocabulary(const VocabularyView& words);

  // Adds a word at position size() and returns nothing, unless the word is there already: then
  // nothing changes and its position is returned.
  std::optional<std::size_t> insert(std::string_view word);

  // Reserves memory for this many words; shrink_to_fit() releases what was not needed. The final
  // layout is the same as without it.
  void reserve(std::size_t words);
  void shrink_to_fit();

  // Prefetches the memory that inserting the word needs first.
  void prefetch(std::string_view word) const;

  std::size_t size() const { return offsets_.size() - 1; }
  [[nodiscard]] std::optional<std::size_t> find(std::string_view word) const {
    return view().find(word);
  }
  VocabularyView view() const { return {bytes_, offsets_, slots_}; }

 private:
  void resize_slots(std::size_t slots);

  std::vector<char> bytes_;
  std::vector<std::uint64_t> offsets_;
  std::vector<std::uint32_t> slots_;
  std::vector<std::uint8_t> tags_;  // of slots
};

}  // namespace oovec::inline vectors
