// The loops over all text: scan_ascii() with Highway's vectors, list_edges() with whatever the
// processor has for counting and finding bits. The instruction set is chosen when the program runs.
#include <bit>
#include <cstring>

#include "oovec/text/masks.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "oovec/text/mask_kernels.cc"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace oovec::inline text::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;
using Bytes = hn::CappedTag<std::uint8_t, block_bits>;
using Vector = hn::Vec<Bytes>;

// Bits of the bytes from low to high, both included.
HWY_INLINE auto in_range(Vector v, std::uint8_t low, std::uint8_t high) {
  const Bytes d;
  return hn::Lt(hn::Sub(v, hn::Set(d, low)), hn::Set(d, static_cast<std::uint8_t>(high - low + 1)));
}

HWY_INLINE auto is(Vector v, char c) {
  return hn::Eq(v, hn::Set(Bytes(), static_cast<std::uint8_t>(c)));
}

// Puts the bits of one vector at their place in the block's mask.
template <class Mask>
HWY_INLINE void put(Mask mask, std::size_t at, std::uint64_t& bits) {
  std::uint64_t part = 0;
  hn::StoreMaskBits(Bytes(), mask, reinterpret_cast<std::uint8_t*>(&part));
  bits |= part << at;
}

HWY_INLINE void scan_vector(const std::uint8_t* text, std::size_t at, MaskBlock& block,
                            std::uint8_t* lower) {
  const Bytes d;
  const Vector v = hn::LoadU(d, text + at);
  const auto upper = in_range(v, 'A', 'Z');
  const Vector lowered = hn::Or(v, hn::IfThenElseZero(upper, hn::Set(d, 0x20)));
  hn::StoreU(lowered, d, lower + at);

  const auto period = is(v, '.');
  const auto ends_line = hn::Or(is(v, '\r'), is(v, '\n'));
  put(in_range(lowered, 'a', 'z'), at, block.letter);
  put(in_range(v, '0', '9'), at, block.digit);
  put(is(v, '_'), at, block.connector);
  put(hn::Or(period, is(v, '\'')), at, block.mid_num_let);
  put(hn::Or(is(v, ','), is(v, ';')), at, block.mid_num);
  put(is(v, '-'), at, block.hyphen);
  put(hn::Or(in_range(v, 0, ' '), is(v, '\x7F')), at, block.blank);
  put(in_range(v, 0x80, 0xFF), at, block.non_ascii);
  put(hn::Or(hn::Or(period, ends_line), hn::Or(is(v, '!'), is(v, '?'))), at, block.stop);
  put(upper, at, block.upper);
}

HWY_INLINE void scan_block(const std::uint8_t* text, MaskBlock& block, std::uint8_t* lower) {
  MaskBlock bits{};
  for (std::size_t at = 0; at < block_bits; at += hn::Lanes(Bytes()))
    scan_vector(text, at, bits, lower);
  block = bits;
}

}  // namespace

void scan_text(std::string_view text, MaskBlock* blocks, char* lower) {
  const auto* from = reinterpret_cast<const std::uint8_t*>(text.data());
  auto* to = reinterpret_cast<std::uint8_t*>(lower);
  const std::size_t whole = text.size() / block_bits;
  for (std::size_t i = 0; i < whole; ++i)
    scan_block(from + i * block_bits, blocks[i], to + i * block_bits);

  // The rest is followed by NULs: blanks, which no rule looks beyond.
  std::uint8_t rest[block_bits] = {};
  if (text.size() % block_bits != 0)
    std::memcpy(rest, from + whole * block_bits, text.size() % block_bits);
  scan_block(rest, blocks[whole], to + whole * block_bits);
}

// Lists eight edges at a time, whether there are that many or not: going one by one, the processor
// would mispredict the end of nearly every block.
void list_all_edges(std::span<const MaskBlock> blocks, std::uint32_t* edges) {
  constexpr std::size_t at_once = 8;
  std::uint64_t carried = 0;
  std::uint32_t base = 0;
  for (const MaskBlock& block : blocks) {
    std::uint64_t left = block.token ^ (block.token << 1 | carried);
    carried = block.token >> (block_bits - 1);
    const auto count = static_cast<std::size_t>(std::popcount(left));
    for (std::size_t listed = 0; listed < count; listed += at_once)
      for (std::size_t i = 0; i < at_once; ++i, left &= left - 1)
        edges[listed + i] = base + static_cast<std::uint32_t>(std::countr_zero(left));
    edges += count;
    base += block_bits;
  }
  edges[0] = no_edge;
}

}  // namespace oovec::inline text::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace oovec::inline text {

HWY_EXPORT(scan_text);
HWY_EXPORT(list_all_edges);

void scan_ascii(std::string_view text, MaskBlock* blocks, char* lower) {
  HWY_DYNAMIC_DISPATCH(scan_text)(text, blocks, lower);
}

void list_edges(std::span<const MaskBlock> blocks, std::uint32_t* edges) {
  HWY_DYNAMIC_DISPATCH(list_all_edges)(blocks, edges);
}

}  // namespace oovec::inline text
#endif
