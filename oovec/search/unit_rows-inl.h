// The length of a row. Included by files that Highway compiles once per instruction set, so the
// include guard toggles.
#if defined(OOVEC_SEARCH_UNIT_ROWS_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef OOVEC_SEARCH_UNIT_ROWS_INL_H
#undef OOVEC_SEARCH_UNIT_ROWS_INL_H
#else
#define OOVEC_SEARCH_UNIT_ROWS_INL_H
#endif

#include <cmath>
#include <cstddef>

#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace oovec::inline search {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// 1 / ‖row‖, or 0 for a row of zeros. In double, no square overflows or vanishes.
HWY_INLINE double inverse_norm(const float* row, std::size_t dimension) {
  const hn::ScalableTag<double> wide;
  const hn::Rebind<float, decltype(wide)> narrow;
  const std::size_t step = hn::Lanes(wide);
  auto sum0 = hn::Zero(wide), sum1 = sum0;
  std::size_t i = 0;
  for (; i + 2 * step <= dimension; i += 2 * step) {
    const auto x0 = hn::PromoteTo(wide, hn::LoadU(narrow, row + i));
    const auto x1 = hn::PromoteTo(wide, hn::LoadU(narrow, row + i + step));
    sum0 = hn::MulAdd(x0, x0, sum0);
    sum1 = hn::MulAdd(x1, x1, sum1);
  }
  double sum = hn::GetLane(hn::SumOfLanes(wide, hn::Add(sum0, sum1)));
  for (; i < dimension; ++i) sum += static_cast<double>(row[i]) * static_cast<double>(row[i]);
  return sum > 0 ? 1 / std::sqrt(sum) : 0;
}

// unit[i] = component i of the row, scaled to unit length by 1 / ‖row‖.
HWY_INLINE void scale_row(const float* HWY_RESTRICT row, double scale, std::size_t dimension,
                          float* HWY_RESTRICT unit) {
  const hn::ScalableTag<double> wide;
  const hn::Rebind<float, decltype(wide)> narrow;
  const auto factor = hn::Set(wide, scale);
  std::size_t i = 0;
  for (; i + hn::Lanes(wide) <= dimension; i += hn::Lanes(wide)) {
    const auto x = hn::PromoteTo(wide, hn::LoadU(narrow, row + i));
    hn::StoreU(hn::DemoteTo(narrow, hn::Mul(x, factor)), narrow, unit + i);
  }
  for (; i < dimension; ++i) unit[i] = static_cast<float>(row[i] * scale);
}

}  // namespace HWY_NAMESPACE
}  // namespace oovec::inline search
HWY_AFTER_NAMESPACE();

#endif  // OOVEC_SEARCH_UNIT_ROWS_INL_H
