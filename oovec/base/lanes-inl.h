// Loops over arrays by vectors, for kernels. Included by files that Highway compiles once per
// instruction set, so the include guard toggles.
#if defined(OOVEC_BASE_LANES_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef OOVEC_BASE_LANES_INL_H
#undef OOVEC_BASE_LANES_INL_H
#else
#define OOVEC_BASE_LANES_INL_H
#endif

#include <cstddef>

#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace oovec::inline base {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

using Whole = hn::ScalableTag<float>;
using Four = hn::CappedTag<float, 4>;
using One = hn::CappedTag<float, 1>;

// Calls op(tag, i) for i from `begin` on in steps of as many floats as the tag has lanes, while all
// of them lie below `end`. Returns the first i not reached.
template <class Tag, class Op>
HWY_INLINE std::size_t step(Tag tag, std::size_t begin, std::size_t end, const Op& op) {
  std::size_t i = begin;
  for (; i + hn::Lanes(tag) <= end; i += hn::Lanes(tag)) op(tag, i);
  return i;
}

// Covers [0, n) by whole vectors, then by four lanes, then one by one: nothing beyond the end is
// touched, and the usual dimensions (50, 100, 300) leave almost nothing to do one by one.
template <class Op>
HWY_INLINE void for_each_vector(std::size_t n, const Op& op) {
  step(One(), step(Four(), step(Whole(), 0, n, op), n, op), n, op);
}

}  // namespace HWY_NAMESPACE
}  // namespace oovec::inline base
HWY_AFTER_NAMESPACE();

#endif  // OOVEC_BASE_LANES_INL_H
