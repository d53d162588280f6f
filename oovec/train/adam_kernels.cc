// Compiled once per instruction set, as base/kernels.cc is.
#include "oovec/train/adam_kernels.h"

#include <cstddef>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "oovec/train/adam_kernels.cc"
#include <hwy/foreach_target.h>  // before highway.h
#include <hwy/highway.h>

#include "oovec/base/lanes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace oovec::inline train {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;
using base::HWY_NAMESPACE::for_each_vector;

void update(const AdamStep& step, const float* gradient, float* mean, float* square, float* values,
            std::size_t n) {
  for_each_vector(n, [=](auto tag, std::size_t i) HWY_ATTR {
    const auto g = hn::LoadU(tag, gradient + i);
    const auto rest1 = hn::Mul(hn::Set(tag, step.rest1), g);
    const auto rest2 = hn::Mul(hn::Set(tag, step.rest2), hn::Mul(g, g));
    const auto m = hn::MulAdd(hn::Set(tag, step.beta1), hn::LoadU(tag, mean + i), rest1);
    const auto v = hn::MulAdd(hn::Set(tag, step.beta2), hn::LoadU(tag, square + i), rest2);
    const auto root = hn::Add(hn::Sqrt(v), hn::Set(tag, step.epsilon));
    const auto move = hn::Div(hn::Mul(hn::Set(tag, step.rate), m), root);
    hn::StoreU(m, tag, mean + i);
    hn::StoreU(v, tag, square + i);
    hn::StoreU(hn::Sub(hn::LoadU(tag, values + i), move), tag, values + i);
  });
}

void skip(const AdamGap& gap, float* mean, float* square, float* values, std::size_t n) {
  for_each_vector(n, [=](auto tag, std::size_t i) HWY_ATTR {
    const auto m = hn::LoadU(tag, mean + i);
    const auto v = hn::LoadU(tag, square + i);
    const auto root = hn::Add(hn::Sqrt(v), hn::Set(tag, gap.epsilon));
    const auto move = hn::Div(hn::Mul(hn::Set(tag, gap.scale), m), root);
    hn::StoreU(hn::Mul(hn::Set(tag, gap.mean_decay), m), tag, mean + i);
    hn::StoreU(hn::Mul(hn::Set(tag, gap.square_decay), v), tag, square + i);
    hn::StoreU(hn::Sub(hn::LoadU(tag, values + i), move), tag, values + i);
  });
}

}  // namespace HWY_NAMESPACE
}  // namespace oovec::inline train
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace oovec::inline train {
namespace {
HWY_EXPORT(update);
HWY_EXPORT(skip);
}  // namespace

void adam_update(const AdamStep& step, std::span<const float> gradient, std::span<float> mean,
                 std::span<float> square, std::span<float> parameters) {
  HWY_DYNAMIC_DISPATCH(update)
  (step, gradient.data(), mean.data(), square.data(), parameters.data(), parameters.size());
}

void adam_skip(const AdamGap& gap, std::span<float> mean, std::span<float> square,
               std::span<float> parameters) {
  HWY_DYNAMIC_DISPATCH(skip)
  (gap, mean.data(), square.data(), parameters.data(), parameters.size());
}

}  // namespace oovec::inline train
#endif  // HWY_ONCE
