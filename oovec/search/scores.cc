// Compiled once per instruction set, as oovec/base/kernels.cc.
//
// A matrix product in the manner of BLAS, fused with its use. Some tens of rows are scaled to unit
// length and transposed into a panel that stays in the first-level cache while all queries pass by:
// each step takes the panel's rows times a group of queries, and one fused multiply-add per
// dimension and pair, all sums in registers. Every sum runs over the dimensions in order.
#include "oovec/search/scores.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <cmath>
#include <new>

#include "oovec/base/error.h"

// The sums are arrays of vectors, which types of unknown size cannot form: NEON takes their place.
#define HWY_DISABLED_TARGETS (HWY_SVE | HWY_SVE2 | HWY_SVE_256 | HWY_SVE2_128)
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "oovec/search/scores.cc"
#include <hwy/aligned_allocator.h>
#include <hwy/foreach_target.h>  // before highway.h
#include <hwy/highway.h>

#include "oovec/search/unit_rows-inl.h"

HWY_BEFORE_NAMESPACE();
namespace oovec::inline search {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

using Tag = hn::ScalableTag<float>;
using Vector = hn::Vec<Tag>;

// As many sums as fit into the registers, with some to spare for the operands: 24 of 32, 12 of 16.
constexpr std::size_t vectors = HWY_ARCH_X86 && HWY_TARGET <= HWY_AVX3 ? 4 : 2;
constexpr std::size_t group = PackedQueries::group;
constexpr std::size_t lanes = HWY_LANES(float);
constexpr std::size_t panel_rows = vectors * lanes;

// panel[i · panel_rows + r] = component i of row r, scaled to unit length; 0 beyond the last row.
void pack_rows(const float* rows, std::size_t count, std::size_t dimension, float* panel) {
  if (count < panel_rows) std::fill_n(panel, panel_rows * dimension, 0.0F);
  for (std::size_t r = 0; r < count; ++r) {
    const float* row = rows + r * dimension;
    const double scale = inverse_norm(row, dimension);
    for (std::size_t i = 0; i < dimension; ++i)
      panel[i * panel_rows + r] = static_cast<float>(row[i] * scale);
  }
}

// Scores the rows of a panel with a group of queries. Bit j of the result tells whether one of the
// scores of query j exceeds its floor: then they are in scores[j · panel_rows …]. Not inlined:
// calls beside it would make the compiler keep the sums in memory.
HWY_NOINLINE unsigned score_panel(const float* HWY_RESTRICT panel,
                                  const float* HWY_RESTRICT queries, std::size_t dimension,
                                  std::span<const float> floors, float* HWY_RESTRICT scores) {
  const Tag tag;
  Vector sums[group][vectors];
  HWY_UNROLL(8)
  for (auto& of_query : sums) {
    HWY_UNROLL(4)
    for (Vector& sum : of_query) sum = hn::Zero(tag);
  }

  for (std::size_t i = 0; i < dimension; ++i, panel += panel_rows, queries += group) {
    HWY_UNROLL(8)
    for (std::size_t j = 0; j < group; ++j) {
      const Vector query = hn::Set(tag, queries[j]);
      HWY_UNROLL(4)
      for (std::size_t v = 0; v < vectors; ++v)
        sums[j][v] = hn::MulAdd(query, hn::Load(tag, panel + v * lanes), sums[j][v]);
    }
  }

  unsigned above = 0;
  HWY_UNROLL(8)
  for (std::size_t j = 0; j < group; ++j) {
    if (j >= floors.size()) break;  // the last group was filled up
    Vector highest = sums[j][0];
    HWY_UNROLL(4)
    for (std::size_t v = 1; v < vectors; ++v) highest = hn::Max(highest, sums[j][v]);
    if (hn::AllFalse(tag, hn::Gt(highest, hn::Set(tag, floors[j])))) continue;
    above |= 1U << j;
    HWY_UNROLL(4)
    for (std::size_t v = 0; v < vectors; ++v)
      hn::Store(sums[j][v], tag, scores + j * panel_rows + v * lanes);
  }
  return above;
}

void scan_rows(const float* rows, std::size_t count, const PackedQueries& queries,
               std::span<const float> floors, const ScoreSink& sink) {
  const std::size_t dimension = queries.dimension();
  const auto panel = hwy::AllocateAligned<float>(panel_rows * dimension);
  if (!panel) throw std::bad_alloc();
  HWY_ALIGN float scores[group * panel_rows];
  for (std::size_t first = 0; first < count; first += panel_rows) {
    const std::size_t present = std::min(panel_rows, count - first);
    pack_rows(rows + first * dimension, present, dimension, panel.get());
    for (std::size_t g = 0; g < queries.groups(); ++g) {
      const auto in_group = floors.subspan(g * group, std::min(group, floors.size() - g * group));
      unsigned above = score_panel(panel.get(), queries.values(g), dimension, in_group, scores);
      for (std::size_t j = 0; above != 0; ++j, above >>= 1) {
        if ((above & 1U) == 0) continue;
        for (std::size_t r = 0; r < present; ++r) {
          const float score = scores[j * panel_rows + r];
          if (score > in_group[j]) sink(g * group + j, first + r, score);
        }
      }
    }
  }
}

// The same operations in the same order as above, of one lane.
float score_row(const float* row, const PackedQueries& queries, std::size_t query,
                std::vector<float>& unit) {
  const hn::CappedTag<float, 1> one;
  const std::size_t dimension = queries.dimension();
  unit.resize(dimension);
  scale_row(row, inverse_norm(row, dimension), dimension, unit.data());
  const float* const asked = queries.values(query / group) + query % group;
  auto sum = hn::Zero(one);
  for (std::size_t i = 0; i < dimension; ++i)
    sum = hn::MulAdd(hn::Set(one, asked[i * group]), hn::Set(one, unit[i]), sum);
  return hn::GetLane(sum);
}

}  // namespace HWY_NAMESPACE
}  // namespace oovec::inline search
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace oovec::inline search {
namespace {
HWY_EXPORT(scan_rows);
HWY_EXPORT(score_row);
}  // namespace

PackedQueries::PackedQueries(std::span<const float> queries, std::size_t dimension,
                             std::size_t first)
    : size_(queries.size() / dimension),
      dimension_(dimension),
      values_(groups() * group * dimension) {
  for (std::size_t query = 0; query < size_; ++query) {
    const std::span<const float> components = queries.subspan(query * dimension, dimension);
    double squares = 0;
    for (const float x : components) squares += static_cast<double>(x) * static_cast<double>(x);
    if (!std::isfinite(squares))
      throw Error(ErrorKind::usage,
                  fmt::format("query {} contains NaN or infinity: it has no direction to compare",
                              first + query));
    if (squares == 0)
      throw Error(ErrorKind::usage,
                  fmt::format("query {} is all zeros: it has no direction to compare; leave it out",
                              first + query));
    const double scale = 1 / std::sqrt(squares);
    float* packed = values_.data() + query / group * dimension * group + query % group;
    for (std::size_t i = 0; i < dimension; ++i)
      packed[i * group] = static_cast<float>(components[i] * scale);
  }
}

void scan_rows(const float* rows, std::size_t count, const PackedQueries& queries,
               std::span<const float> floors, const ScoreSink& sink) {
  assert(floors.size() == queries.size());
  HWY_DYNAMIC_DISPATCH(scan_rows)(rows, count, queries, floors, sink);
}

float score_row(const float* row, const PackedQueries& queries, std::size_t query,
                std::vector<float>& unit) {
  return HWY_DYNAMIC_DISPATCH(score_row)(row, queries, query, unit);
}

}  // namespace oovec::inline search
#endif  // HWY_ONCE
