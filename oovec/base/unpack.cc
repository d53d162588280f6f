// Compiled once per instruction set, as kernels.cc.
#include "oovec/base/unpack.h"

#include <cassert>
#include <cstddef>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "oovec/base/unpack.cc"
#include <hwy/foreach_target.h>  // before highway.h
#include <hwy/highway.h>

#include "oovec/base/lanes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace oovec::inline base {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

template <class Half>
HWY_INLINE void unpack_halves(const std::uint16_t* halves, float* floats, std::size_t n) {
  for_each_vector(n, [=](auto tag, std::size_t i) HWY_ATTR {
    const hn::Rebind<Half, decltype(tag)> half;
    hn::StoreU(hn::PromoteTo(tag, hn::LoadU(half, reinterpret_cast<const Half*>(halves + i))), tag,
               floats + i);
  });
}

void unpack_float16(const std::uint16_t* halves, float* floats, std::size_t n) {
  unpack_halves<hwy::float16_t>(halves, floats, n);
}

void unpack_bfloat16(const std::uint16_t* halves, float* floats, std::size_t n) {
  unpack_halves<hwy::bfloat16_t>(halves, floats, n);
}

void unpack_int8(const std::int8_t* bytes, float scale, float* floats, std::size_t n) {
  for_each_vector(n, [=](auto tag, std::size_t i) HWY_ATTR {
    const hn::Rebind<std::int8_t, decltype(tag)> narrow;
    const hn::Rebind<std::int32_t, decltype(tag)> whole;
    const auto numbers = hn::ConvertTo(tag, hn::PromoteTo(whole, hn::LoadU(narrow, bytes + i)));
    hn::StoreU(hn::Mul(hn::Set(tag, scale), numbers), tag, floats + i);
  });
}

}  // namespace HWY_NAMESPACE
}  // namespace oovec::inline base
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace oovec::inline base {
namespace {
HWY_EXPORT(unpack_float16);
HWY_EXPORT(unpack_bfloat16);
HWY_EXPORT(unpack_int8);
}  // namespace

void unpack_float16(std::span<const std::uint16_t> halves, std::span<float> floats) {
  assert(halves.size() == floats.size());
  HWY_DYNAMIC_DISPATCH(unpack_float16)(halves.data(), floats.data(), floats.size());
}

void unpack_bfloat16(std::span<const std::uint16_t> halves, std::span<float> floats) {
  assert(halves.size() == floats.size());
  HWY_DYNAMIC_DISPATCH(unpack_bfloat16)(halves.data(), floats.data(), floats.size());
}

void unpack_int8(std::span<const std::int8_t> bytes, float scale, std::span<float> floats) {
  assert(bytes.size() == floats.size());
  HWY_DYNAMIC_DISPATCH(unpack_int8)(bytes.data(), scale, floats.data(), floats.size());
}

}  // namespace oovec::inline base
#endif  // HWY_ONCE
