// The words of a text as bits: one bit per byte, 64 to a block, so that a handful of instructions
// classifies, joins and delimits the words of 64 bytes at once. The word rules of UAX #29 reduce to
// shifts and ANDs as long as there are only letters, digits and what joins two of them; the rest
// (WordClass::complex) is noted as stretches that have to be segmented otherwise.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "oovec/text/characters.h"

namespace oovec::inline text {

struct MaskBlock {
  std::uint64_t letter;
  std::uint64_t digit;
  std::uint64_t connector;
  std::uint64_t mid_num_let;  // ASCII only, as the next two
  std::uint64_t mid_num;
  std::uint64_t hyphen;
  std::uint64_t blank;  // ASCII white space and control characters
  std::uint64_t non_ascii;
  std::uint64_t stop;     // may end a sentence: . ! ? CR LF and their like
  std::uint64_t upper;    // lower-casing changes it
  std::uint64_t special;  // lower-casing the word takes more than ASCII's rules, if it has capitals
  std::uint64_t join;     // punctuation that is part of a word
  std::uint64_t token;    // what words consist of
};

constexpr std::size_t block_bits = 64;
constexpr std::uint32_t no_edge = std::numeric_limits<std::uint32_t>::max();

struct Stretch {
  std::size_t begin;
  std::size_t end;
};

// Fills the masks of ASCII characters, and zeroes the rest, for size / 64 + 1 blocks; copies the
// text in lower case (ASCII only) to `lower`, which has room for whole blocks.
void scan_ascii(std::string_view text, MaskBlock* blocks, char* lower);

// Lists where the tokens of the blocks begin and end, in turn, and then no_edge. There is room for
// an edge per bit and eight more.
void list_edges(std::span<const MaskBlock> blocks, std::uint32_t* edges);

class TextMasks {
 public:
  // Masks of the text itself, without tokens yet. The text must be valid UTF-8, shorter than 4 GB,
  // and outlive its use.
  void scan(std::string_view text);

  // Whether the text has a character that may have to change first; then clean it and scan again.
  bool unclean() const { return unclean_; }

  // Tokens are words by UAX #29 and the rules of docs/text.md, except within complex_stretches().
  void find_words();
  // Tokens are whatever stands between blanks.
  void find_fields();

  // Stretches without blanks that hold a complex character, in order.
  const std::vector<Stretch>& complex_stretches() const { return complex_; }

  // The first character at or after `from` that may end a sentence; the text's size if none does.
  [[nodiscard]] std::size_t next_stop(std::size_t from) const;

  // Where tokens begin and end, in turn: edges()[2 i] and edges()[2 i + 1] delimit token i. After
  // the last token comes no_edge.
  const std::uint32_t* edges() const { return edges_.data(); }

  // Whether lower-casing changes the text from begin to end.
  [[nodiscard]] bool any_upper(std::size_t begin, std::size_t end) const {
    if (end - begin > max_bits_at_once) return any(&MaskBlock::upper, begin, end);
    const std::uint64_t wanted = (std::uint64_t{1} << (end - begin)) - 1;
    return (bits_at(begin) & wanted) != 0;
  }
  // Whether, if so, it takes more than replacing ASCII letters.
  [[nodiscard]] bool any_special(std::size_t begin, std::size_t end) const {
    return has_special_ && any(&MaskBlock::special, begin, end);
  }

  std::string_view text() const { return text_; }
  // The text with ASCII letters in lower case.
  const char* lower() const { return lower_.data(); }

 private:
  using Mask = std::uint64_t MaskBlock::*;

  // Of the bits of upper_ from `at` on, those that one load gives.
  static constexpr std::size_t max_bits_at_once = block_bits - 8;
  std::uint64_t bits_at(std::size_t at) const {
    static_assert(std::endian::native == std::endian::little);
    std::uint64_t bits = 0;
    std::memcpy(&bits, reinterpret_cast<const char*>(upper_.data()) + at / 8, sizeof bits);
    return bits >> at % 8;
  }

  std::size_t blocks() const { return text_.size() / block_bits + 1; }
  std::uint64_t edge_bits(std::size_t block) const;
  bool any(Mask mask, std::size_t begin, std::size_t end) const;
  bool test(Mask mask, std::size_t at) const {
    return (blocks_[at / block_bits].*mask >> at % block_bits & 1) != 0;
  }
  void set(Mask mask, std::size_t begin, std::size_t end);
  void clear_tokens(const Stretch& stretch);

  void scan_non_ascii();
  std::size_t scan_character(std::size_t at);
  void note_complex(std::size_t at);
  bool joins(WordClass punctuation, std::size_t at, std::size_t length) const;
  void join_block(std::size_t block);
  bool begins_word(std::size_t at) const;
  void keep_period(std::size_t at);
  void drop_bare_connectors(std::size_t block);
  void finish();

  std::string_view text_;
  std::vector<MaskBlock> blocks_;
  std::vector<char> lower_;
  std::vector<std::uint64_t> upper_;  // those masks side by side
  std::vector<std::uint32_t> edges_;
  std::vector<Stretch> complex_;
  bool unclean_ = false;
  bool has_special_ = false;
};

}  // namespace oovec::inline text
