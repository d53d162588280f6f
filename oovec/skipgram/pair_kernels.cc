// Compiled once per instruction set, as oovec/base/kernels.cc.
//
// Random pairs are three products of dense matrices, I inputs and N negatives,
//
//   scores = I Nᵀ      steps of I = W N      steps of N = Wᵀ I
//
// where W holds the derivative of the loss at each score. They are computed in tiles whose sums
// stay in registers. True pairs are few, a narrow band in the matrix of all: four at a time.
#include "oovec/skipgram/pair_kernels.h"

#include <algorithm>

// Sums are arrays of vectors, which types of unknown size cannot form: NEON takes their place.
#define HWY_DISABLED_TARGETS (HWY_SVE | HWY_SVE2 | HWY_SVE_256 | HWY_SVE2_128)
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "oovec/skipgram/pair_kernels.cc"
#include <hwy/foreach_target.h>  // before highway.h
#include <hwy/highway.h>

#include <hwy/contrib/math/math-inl.h>

HWY_BEFORE_NAMESPACE();
namespace oovec::inline skipgram {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

using Tag = hn::ScalableTag<float>;
using Vector = hn::Vec<Tag>;
using Four = hn::CappedTag<float, 4>;
constexpr std::size_t lanes = HWY_LANES(float);

// Rows of inputs in a tile of scores: 16 sums of 32 registers, 8 of 16.
constexpr std::size_t tile_inputs = HWY_ARCH_X86 && HWY_TARGET <= HWY_AVX3 ? 4 : 2;

#if HWY_TARGET == HWY_SCALAR
// sums[o] = the sum of the lanes of v[o].
HWY_INLINE void store_sums(const Vector (&v)[4], float* sums) {
  for (std::size_t o = 0; o < 4; ++o) sums[o] = hn::GetLane(v[o]);
}
#else
template <class Wide>
HWY_INLINE hn::Vec<Four> sum_of_blocks(Wide wide, hn::Vec<Wide> v) {
  if constexpr (hn::MaxLanes(wide) == 4) {
    return v;
  } else {
    const hn::Half<Wide> half;
    return sum_of_blocks(half, hn::Add(hn::LowerHalf(half, v), hn::UpperHalf(half, v)));
  }
}

// The same for all four side by side, at half the cost of one after the other.
HWY_INLINE void store_sums(const Vector (&v)[4], float* sums) {
  const Tag tag;
  const hn::Repartition<double, Tag> twos;
  const auto ab =
      hn::Add(hn::InterleaveLower(tag, v[0], v[1]), hn::InterleaveUpper(tag, v[0], v[1]));
  const auto cd =
      hn::Add(hn::InterleaveLower(tag, v[2], v[3]), hn::InterleaveUpper(tag, v[2], v[3]));
  const auto low = hn::InterleaveLower(twos, hn::BitCast(twos, ab), hn::BitCast(twos, cd));
  const auto high = hn::InterleaveUpper(twos, hn::BitCast(twos, ab), hn::BitCast(twos, cd));
  const auto blocks = hn::Add(hn::BitCast(tag, low), hn::BitCast(tag, high));
  hn::StoreU(sum_of_blocks(tag, blocks), Four(), sums);
}
#endif

// scores[i · step + o] = input_i · output_o for `count` inputs and four outputs.
template <std::size_t count>
HWY_INLINE void score_tile(const float* HWY_RESTRICT inputs, const float* const* outputs,
                           std::size_t stride, float* HWY_RESTRICT scores, std::size_t step) {
  const Tag tag;
  Vector sums[count][4];
  for (auto& of_input : sums)
    for (Vector& sum : of_input) sum = hn::Zero(tag);
  for (std::size_t d = 0; d < stride; d += lanes) {
    Vector input[count];
    for (std::size_t i = 0; i < count; ++i) input[i] = hn::LoadU(tag, inputs + i * stride + d);
    for (std::size_t o = 0; o < 4; ++o) {
      const Vector output = hn::LoadU(tag, outputs[o] + d);
      for (std::size_t i = 0; i < count; ++i) sums[i][o] = hn::MulAdd(input[i], output, sums[i][o]);
    }
  }
  for (std::size_t i = 0; i < count; ++i) store_sums(sums[i], scores + i * step);
}

void score_random_pairs(const PairArrays& batch) {
  for (std::size_t n = 0; n < batch.negatives; n += 4)
    for (std::size_t i = 0; i < batch.inputs; i += tile_inputs)
      score_tile<tile_inputs>(batch.input_rows + i * batch.stride,
                              batch.output_rows + batch.near + n, batch.stride,
                              batch.random_pairs + i * batch.negatives + n, batch.negatives);
}

// The last tile of an input repeats its last partner; what that writes beyond the input's own
// scores is overwritten by the next, or left unread.
void score_true_pairs(const PairArrays& batch) {
  std::size_t pair = 0;
  for (std::size_t i = 0; i < batch.inputs; ++i) {
    const std::size_t end = batch.partners_end[i];
    for (; pair < end; pair = std::min(pair + 4, end)) {
      const float* outputs[4];
      for (std::size_t o = 0; o < 4; ++o)
        outputs[o] = batch.output_rows[batch.partners[std::min(pair + o, end - 1)]];
      score_tile<1>(batch.input_rows + i * batch.stride, outputs, batch.stride,
                    batch.true_pairs + pair, 0);
    }
  }
}

// values = scale · σ(sign · values)
HWY_INLINE void sigmoid(float* values, std::size_t count, float sign, float scale) {
  const Tag tag;
  const Vector one = hn::Set(tag, 1.0F), limit = hn::Set(tag, 80.0F);
  for (std::size_t i = 0; i < count; i += lanes) {
    const Vector x = hn::Mul(hn::Set(tag, -sign), hn::LoadU(tag, values + i));
    const Vector power = hn::Exp(tag, hn::Max(hn::Neg(limit), hn::Min(limit, x)));
    hn::StoreU(hn::Div(hn::Set(tag, scale), hn::Add(one, power)), tag, values + i);
  }
}

// From scores to weights: −rate · ∂loss/∂score.
void weigh_pairs(const PairArrays& batch) {
  std::size_t pairs = 0;
  for (std::size_t i = 0; i < batch.inputs; ++i) {
    const auto partners = static_cast<float>(batch.partners_end[i] - pairs);
    pairs = batch.partners_end[i];
    sigmoid(batch.random_pairs + i * batch.negatives, batch.negatives, 1,
            -batch.rate * batch.negative_weight * partners);
  }
  sigmoid(batch.true_pairs, pairs, -1, batch.rate);
}

// target_t = Σ_s weights[t · target_step + s · source_step] · source_s for four targets, in
// `vectors` vectors of their columns.
template <std::size_t vectors>
HWY_INLINE void sum_columns(const float* const* sources, std::size_t count, std::size_t column,
                            const float* weights, std::size_t target_step, std::size_t source_step,
                            float* HWY_RESTRICT targets, std::size_t stride) {
  const Tag tag;
  Vector sums[4][vectors];
  for (auto& of_target : sums)
    for (Vector& sum : of_target) sum = hn::Zero(tag);
  for (std::size_t s = 0; s < count; ++s) {
    Vector source[vectors];
    for (std::size_t v = 0; v < vectors; ++v)
      source[v] = hn::LoadU(tag, sources[s] + column + v * lanes);
    for (std::size_t t = 0; t < 4; ++t) {
      const Vector weight = hn::Set(tag, weights[t * target_step + s * source_step]);
      for (std::size_t v = 0; v < vectors; ++v)
        sums[t][v] = hn::MulAdd(weight, source[v], sums[t][v]);
    }
  }
  for (std::size_t t = 0; t < 4; ++t)
    for (std::size_t v = 0; v < vectors; ++v)
      hn::StoreU(sums[t][v], tag, targets + t * stride + column + v * lanes);
}

HWY_INLINE void sum_weighted(const float* const* sources, std::size_t count, const float* weights,
                             std::size_t target_step, std::size_t source_step, float* targets,
                             std::size_t stride) {
  std::size_t column = 0;
  for (; column + tile_inputs * lanes <= stride; column += tile_inputs * lanes)
    sum_columns<tile_inputs>(sources, count, column, weights, target_step, source_step, targets,
                             stride);
  for (; column < stride; column += lanes)
    sum_columns<1>(sources, count, column, weights, target_step, source_step, targets, stride);
}

void step_by_random_pairs(const PairArrays& batch) {
  for (std::size_t i = 0; i < batch.inputs; i += 4)
    sum_weighted(batch.output_rows + batch.near, batch.negatives,
                 batch.random_pairs + i * batch.negatives, batch.negatives, 1,
                 batch.input_steps + i * batch.stride, batch.stride);
  const float* inputs[16];
  for (std::size_t i = 0; i < batch.inputs; ++i) inputs[i] = batch.input_rows + i * batch.stride;
  for (std::size_t n = 0; n < batch.negatives; n += 4)
    sum_weighted(inputs, batch.inputs, batch.random_pairs + n, 1, batch.negatives,
                 batch.output_steps + (batch.near + n) * batch.stride, batch.stride);
}

// Adds what `count` true pairs of one input contribute to its step and to those of its partners.
template <std::size_t count>
HWY_INLINE void add_true_pairs(const float* HWY_RESTRICT input, float* HWY_RESTRICT input_step,
                               const PairArrays& batch, std::size_t pair) {
  const Tag tag;
  const float* outputs[count];
  float* steps[count];
  for (std::size_t p = 0; p < count; ++p) {
    outputs[p] = batch.output_rows[batch.partners[pair + p]];
    steps[p] = batch.output_steps + batch.partners[pair + p] * batch.stride;
  }
  for (std::size_t d = 0; d < batch.stride; d += lanes) {
    const Vector x = hn::LoadU(tag, input + d);
    Vector sum = hn::LoadU(tag, input_step + d);
    for (std::size_t p = 0; p < count; ++p) {
      const Vector weight = hn::Set(tag, batch.true_pairs[pair + p]);
      sum = hn::MulAdd(weight, hn::LoadU(tag, outputs[p] + d), sum);
      hn::StoreU(hn::MulAdd(weight, x, hn::LoadU(tag, steps[p] + d)), tag, steps[p] + d);
    }
    hn::StoreU(sum, tag, input_step + d);
  }
}

void step_by_true_pairs(const PairArrays& batch) {
  std::fill_n(batch.output_steps, batch.near * batch.stride, 0.0F);
  std::size_t pair = 0;
  for (std::size_t i = 0; i < batch.inputs; ++i) {
    const float* input = batch.input_rows + i * batch.stride;
    float* step = batch.input_steps + i * batch.stride;
    const std::size_t end = batch.partners_end[i];
    for (; pair + 4 <= end; pair += 4) add_true_pairs<4>(input, step, batch, pair);
    for (; pair < end; ++pair) add_true_pairs<1>(input, step, batch, pair);
  }
}

void compute_pair_steps(const PairArrays& batch) {
  score_random_pairs(batch);
  score_true_pairs(batch);
  weigh_pairs(batch);
  step_by_random_pairs(batch);
  step_by_true_pairs(batch);
}

}  // namespace HWY_NAMESPACE
}  // namespace oovec::inline skipgram
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace oovec::inline skipgram {
namespace {
HWY_EXPORT(compute_pair_steps);
}  // namespace

void compute_pair_steps(const PairArrays& batch) {
  HWY_DYNAMIC_DISPATCH(compute_pair_steps)(batch);
}

}  // namespace oovec::inline skipgram
#endif  // HWY_ONCE
