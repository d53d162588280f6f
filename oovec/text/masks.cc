#include "oovec/text/masks.h"

#include <algorithm>
#include <bit>

#include "oovec/text/characters.h"

namespace oovec::inline text {

void TextMasks::scan(std::string_view text) {
  text_ = text;
  complex_.clear();
  unclean_ = false;
  has_special_ = false;
  if (blocks_.size() < blocks()) {
    blocks_.resize(blocks());
    lower_.resize(blocks() * block_bits);
  }
  scan_ascii(text, blocks_.data(), lower_.data());
  scan_non_ascii();
}

void TextMasks::scan_non_ascii() {
  std::size_t done = 0;
  for (std::size_t block = 0; block < blocks(); ++block) {
    std::uint64_t left = blocks_[block].non_ascii;
    while (left != 0) {
      const std::size_t at = block * block_bits + static_cast<std::size_t>(std::countr_zero(left));
      if (at >= done) done = scan_character(at);
      left &= left - 1;
    }
  }
}

// Enters the character at `at` into the masks and returns where the next begins.
std::size_t TextMasks::scan_character(std::size_t at) {
  const auto [code_point, length] = decode(text_, at);
  const std::size_t end = at + length;
  const Character c = character(code_point);
  unclean_ |= c.unclean;
  if (c.lowers) set(&MaskBlock::upper, at, end);
  if (c.lowers || c.unclean) {
    set(&MaskBlock::special, at, end);
    has_special_ = true;
  }
  const SentenceClass sentence = c.sentence;
  if (sentence == SentenceClass::a_term || sentence == SentenceClass::s_term ||
      sentence == SentenceClass::para_sep)
    set(&MaskBlock::stop, at, at + 1);

  switch (c.word) {
    case WordClass::other:
      break;
    case WordClass::letter:
      set(&MaskBlock::letter, at, end);
      break;
    case WordClass::digit:
      set(&MaskBlock::digit, at, end);
      break;
    case WordClass::connector:
    case WordClass::complex:
      note_complex(at);
      break;
    case WordClass::mid_letter:
    case WordClass::mid_num:
    case WordClass::mid_num_let:
      if (joins(c.word, at, length)) set(&MaskBlock::join, at, end);
      break;
  }
  return end;
}

// Whether punctuation of this class, `length` bytes at `at`, stands between two letters or digits.
bool TextMasks::joins(WordClass punctuation, std::size_t at, std::size_t length) const {
  if (at == 0 || at + length == text_.size()) return false;
  const WordClass next = character(decode(text_, at + length).code_point).word;
  if (next == WordClass::letter && punctuation != WordClass::mid_num)
    return test(&MaskBlock::letter, at - 1);
  if (next == WordClass::digit && punctuation != WordClass::mid_letter)
    return test(&MaskBlock::digit, at - 1);
  return false;
}

// The blanks around a complex character delimit what has to be segmented together.
void TextMasks::note_complex(std::size_t at) {
  if (!complex_.empty() && at < complex_.back().end) return;
  const std::size_t blank_before = text_.substr(0, at).rfind(' ');
  const std::size_t blank_after = text_.find(' ', at);
  complex_.push_back({blank_before == std::string_view::npos ? 0 : blank_before + 1,
                      blank_after == std::string_view::npos ? text_.size() : blank_after});
}

void TextMasks::set(Mask mask, std::size_t begin, std::size_t end) {
  for (std::size_t at = begin; at < end; ++at)
    blocks_[at / block_bits].*mask |= std::uint64_t{1} << at % block_bits;
}

void TextMasks::find_words() {
  for (std::size_t block = 0; block < blocks(); ++block) join_block(block);
  for (std::size_t block = 0; block < blocks(); ++block) {
    MaskBlock& b = blocks_[block];
    b.token = b.letter | b.digit | b.connector | b.join;
  }
  for (std::size_t block = 0; block < blocks(); ++block)
    if (blocks_[block].connector != 0) drop_bare_connectors(block);
  for (const Stretch& stretch : complex_) clear_tokens(stretch);
  finish();
}

// WB6, WB7, WB11, WB12 of UAX #29 and the rule for hyphens.
void TextMasks::join_block(std::size_t block) {
  constexpr MaskBlock outside{};
  const MaskBlock& previous = block == 0 ? outside : blocks_[block - 1];
  const MaskBlock& next = block + 1 == blocks() ? outside : blocks_[block + 1];
  MaskBlock& b = blocks_[block];
  const auto after = [&](Mask mask) { return b.*mask << 1 | previous.*mask >> (block_bits - 1); };
  const auto before = [&](Mask mask) { return b.*mask >> 1 | next.*mask << (block_bits - 1); };

  const std::uint64_t after_letter = after(&MaskBlock::letter);
  const std::uint64_t after_digit = after(&MaskBlock::digit);
  const std::uint64_t before_letter = before(&MaskBlock::letter);
  const std::uint64_t before_digit = before(&MaskBlock::digit);
  const std::uint64_t between_letters = after_letter & before_letter;
  const std::uint64_t between_digits = after_digit & before_digit;
  b.join |= b.mid_num_let & (between_letters | between_digits);
  b.join |= b.mid_num & between_digits;
  b.join |= b.hyphen & (after_letter | after_digit) & (before_letter | before_digit);

  std::uint64_t left = b.mid_num_let & after_letter & ~before_letter;
  for (; left != 0; left &= left - 1)
    keep_period(block * block_bits + static_cast<std::size_t>(std::countr_zero(left)));
}

bool TextMasks::begins_word(std::size_t at) const {
  if (at >= text_.size()) return false;
  const WordClass found = character(decode(text_, at).code_point).word;
  return found == WordClass::letter || found == WordClass::digit || found == WordClass::connector;
}

// Makes a period at the end of "U.S." or "Ph.D." part of it: a single letter stands before it, and
// a period that follows a letter before that. Then a hyphen may follow, as in "U.S.-led".
void TextMasks::keep_period(std::size_t at) {
  if (text_[at] != '.' || begins_word(at + 1)) return;
  const std::size_t letter = at - decode_before(text_, at).length;
  if (letter < 2 || text_[letter - 1] != '.' || !test(&MaskBlock::letter, letter - 2)) return;
  set(&MaskBlock::join, at, at + 1);
  const bool hyphen = at + 2 < text_.size() && text_[at + 1] == '-';
  if (hyphen && (test(&MaskBlock::letter, at + 2) || test(&MaskBlock::digit, at + 2)))
    set(&MaskBlock::join, at + 1, at + 2);
}

// A word has a letter or a digit: "__" alone is none.
void TextMasks::drop_bare_connectors(std::size_t block) {
  std::uint64_t left = blocks_[block].connector & edge_bits(block);
  for (; left != 0; left &= left - 1) {
    const std::size_t begin = block * block_bits + static_cast<std::size_t>(std::countr_zero(left));
    const std::size_t end = std::min(text_.find_first_not_of('_', begin), text_.size());
    if (end == text_.size() || !test(&MaskBlock::token, end)) clear_tokens({begin, end});
  }
}

void TextMasks::clear_tokens(const Stretch& stretch) {
  for (std::size_t at = stretch.begin; at < stretch.end;) {
    const std::size_t bit = at % block_bits;
    const std::size_t count = std::min(block_bits - bit, stretch.end - at);
    blocks_[at / block_bits].token &= ~(~std::uint64_t{0} >> (block_bits - count) << bit);
    at += count;
  }
}

void TextMasks::find_fields() {
  for (std::size_t block = 0; block < blocks(); ++block)
    blocks_[block].token = ~blocks_[block].blank;
  complex_.clear();
  finish();
}

// Bits where a token begins or where one has ended.
std::uint64_t TextMasks::edge_bits(std::size_t block) const {
  const std::uint64_t token = blocks_[block].token;
  const std::uint64_t carried = block == 0 ? 0 : blocks_[block - 1].token >> (block_bits - 1);
  return token ^ (token << 1 | carried);
}

// Draws from the finished masks what the tokens are read from.
void TextMasks::finish() {
  if (edges_.size() < (blocks() + 1) * block_bits) edges_.resize((blocks() + 1) * block_bits);
  list_edges({blocks_.data(), blocks()}, edges_.data());

  if (upper_.size() < blocks() + 1) upper_.resize(blocks() + 1);
  for (std::size_t block = 0; block < blocks(); ++block) upper_[block] = blocks_[block].upper;
}

bool TextMasks::any(Mask mask, std::size_t begin, std::size_t end) const {
  const std::size_t first = begin / block_bits;
  const std::size_t last = (end - 1) / block_bits;
  const std::uint64_t from = ~std::uint64_t{0} << begin % block_bits;
  const std::uint64_t to = ~std::uint64_t{0} >> (block_bits - 1 - (end - 1) % block_bits);
  if (first == last) return (blocks_[first].*mask & from & to) != 0;
  std::uint64_t found = (blocks_[first].*mask & from) | (blocks_[last].*mask & to);
  for (std::size_t block = first + 1; block < last; ++block) found |= blocks_[block].*mask;
  return found != 0;
}

std::size_t TextMasks::next_stop(std::size_t from) const {
  if (from >= text_.size()) return text_.size();
  std::size_t block = from / block_bits;
  std::uint64_t left = blocks_[block].stop & ~std::uint64_t{0} << from % block_bits;
  while (left == 0) {
    if (++block == blocks()) return text_.size();
    left = blocks_[block].stop;
  }
  return block * block_bits + static_cast<std::size_t>(std::countr_zero(left));
}

}  // namespace oovec::inline text
