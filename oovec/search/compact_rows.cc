// Compiled once per instruction set, as oovec/base/kernels.cc. With AVX-512, processors that have
// VNNI are told from others here: Highway 1.0.3 has no function for its products of bytes, and
// compiles what it takes for VNNI for another extension, which AMD's processors lack.
#include "oovec/search/compact_rows.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstring>
#include <iterator>

#define HWY_DISABLED_TARGETS (HWY_SVE | HWY_SVE2 | HWY_SVE_256 | HWY_SVE2_128)  // as scores.cc
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "oovec/search/compact_rows.cc"
#include <hwy/foreach_target.h>  // before highway.h
#include <hwy/highway.h>

#include "oovec/search/unit_rows-inl.h"

HWY_BEFORE_NAMESPACE();
namespace oovec::inline search {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

using Integers = hn::ScalableTag<std::int32_t>;
using Floats = hn::ScalableTag<float>;
using Sums = hn::Vec<Integers>;

constexpr std::size_t group = CompactQueries::group;
constexpr std::size_t panel_rows = compact_panel_rows;
constexpr std::size_t lanes = HWY_LANES(std::int32_t);

// How many vectors of rows are multiplied with so many queries at once: as in scores.cc, sums take
// most of the registers. A query alone goes through whole lines of the cache.
constexpr std::size_t vectors_with(std::size_t queries) {
  if (HWY_ARCH_X86 && HWY_TARGET <= HWY_AVX3) return 4;
  return queries == 1 ? 8 : queries <= 3 ? 4 : 2;
}

// Makes bytes of a row of unit length, which zeros fill up to whole vectors.
void make_row_compact(const std::vector<float>& unit, std::size_t dimension,
                      std::vector<std::uint8_t>& bytes, float& step, float& error) {
  const Floats floats;
  const hn::Rebind<std::uint8_t, Floats> narrow;
  auto largest = hn::Zero(floats);
  for (std::size_t i = 0; i < unit.size(); i += lanes)
    largest = hn::Max(largest, hn::Abs(hn::LoadU(floats, unit.data() + i)));
  step = hn::GetLane(hn::MaxOfLanes(floats, largest)) / 127;
  const auto steps = hn::Set(floats, step > 0 ? 1 / step : 0);
  const auto exact_step = hn::Set(floats, step);
  auto squares = hn::Zero(floats);
  for (std::size_t i = 0; i < unit.size(); i += lanes) {
    const auto x = hn::LoadU(floats, unit.data() + i);
    const auto rounded = hn::NearestInt(hn::Mul(x, steps));
    hn::StoreU(hn::DemoteTo(narrow, hn::Add(rounded, hn::Set(Integers(), 128))), narrow,
               bytes.data() + i);
    const auto missed = hn::NegMulAdd(exact_step, hn::ConvertTo(floats, rounded), x);
    squares = hn::MulAdd(missed, missed, squares);
  }
  // Rounded up by what a sum of so many floats can lose.
  error = std::sqrt(hn::GetLane(hn::SumOfLanes(floats, squares))) *
          (1 + static_cast<float>(dimension + 4) * 0x1p-23F);
}

void make_compact(const float* rows, std::size_t count, std::size_t dimension,
                  std::uint8_t* compact) {
  const std::size_t quads = (dimension + 3) / 4;
  std::vector<float> unit((dimension + 15) / 16 * 16);
  std::vector<std::uint8_t> bytes(unit.size());
  for (std::size_t first = 0; first < count; first += panel_rows) {
    const std::size_t present = std::min(panel_rows, count - first);
    if (present < panel_rows) std::fill_n(compact, quads * 4 * panel_rows, std::uint8_t{128});
    float steps[2 * panel_rows] = {};
    for (std::size_t r = 0; r < present; ++r) {
      const float* row = rows + (first + r) * dimension;
      scale_row(row, inverse_norm(row, dimension), dimension, unit.data());
      make_row_compact(unit, dimension, bytes, steps[r], steps[panel_rows + r]);
      for (std::size_t quad = 0; quad < quads; ++quad)
        std::memcpy(compact + (quad * panel_rows + r) * 4, bytes.data() + quad * 4, 4);
    }
    compact += quads * 4 * panel_rows;
    std::memcpy(compact, steps, sizeof steps);
    compact += sizeof steps;
  }
}

// Four bytes of a query, and how their products with those of rows are added up: in each lane four,
// of which a row's have no sign.
#if HWY_TARGET == HWY_AVX3
struct Quad {
  explicit Quad(std::int32_t four) : bytes(hn::Set(Integers(), four)) {}
  HWY_INLINE Sums add_products(Sums sum, Sums rows) const {
    asm("vpdpbusd %2, %1, %0" : "+v"(sum.raw) : "v"(rows.raw), "v"(bytes.raw));
    return sum;
  }
  Sums bytes;
};
#endif

#if HWY_ARCH_X86 && HWY_TARGET != HWY_SCALAR
struct Pairs {
  using Shorts = hn::Repartition<std::int16_t, Integers>;
  using Unsigned = hn::RebindToUnsigned<Shorts>;

  explicit Pairs(std::int32_t four) {
    const auto both = hn::BitCast(Shorts(), hn::Set(Integers(), four));
    even = hn::ShiftRight<8>(hn::ShiftLeft<8>(both));
    odd = hn::ShiftRight<8>(both);
  }
  HWY_INLINE Sums add_products(Sums sum, Sums rows) const {
    const auto both = hn::BitCast(Unsigned(), rows);
    const auto low = hn::BitCast(Shorts(), hn::And(both, hn::Set(Unsigned(), 255)));
    const auto high = hn::BitCast(Shorts(), hn::ShiftRight<8>(both));
    Sums unused = hn::Zero(Integers());  // x86 adds both products of a lane to the first sum
    sum = hn::ReorderWidenMulAccumulate(Integers(), low, even, sum, unused);
    return hn::ReorderWidenMulAccumulate(Integers(), high, odd, sum, unused);
  }
  hn::Vec<Shorts> even, odd;
};
using Portable = Pairs;
#else
struct Singles {
  explicit Singles(std::int32_t four) {
    const Sums all = hn::Set(Integers(), four);
    bytes[0] = hn::ShiftRight<24>(hn::ShiftLeft<24>(all));
    bytes[1] = hn::ShiftRight<24>(hn::ShiftLeft<16>(all));
    bytes[2] = hn::ShiftRight<24>(hn::ShiftLeft<8>(all));
    bytes[3] = hn::ShiftRight<24>(all);
  }
  HWY_INLINE Sums add_products(Sums sum, Sums rows) const {
    const Sums low = hn::Set(Integers(), 255);
    sum = hn::Add(sum, hn::Mul(hn::And(rows, low), bytes[0]));
    sum = hn::Add(sum, hn::Mul(hn::And(hn::ShiftRight<8>(rows), low), bytes[1]));
    sum = hn::Add(sum, hn::Mul(hn::And(hn::ShiftRight<16>(rows), low), bytes[2]));
    return hn::Add(sum, hn::Mul(hn::And(hn::ShiftRight<24>(rows), low), bytes[3]));
  }
  Sums bytes[4];
};
using Portable = Singles;
#endif

// Rows of a panel that are scored at once.
struct RowsInPanel {
  const std::uint8_t* bytes;
  const float* steps;
  const float* errors;
  std::size_t first;  // in the block
  std::size_t end;    // of all rows of the block
};

// Scores rows with the queries of a group, of which there are `size`. Not inlined, as score_panel()
// in scores.cc.
template <class Four, std::size_t size>
HWY_NOINLINE void score_rows(const RowsInPanel& rows, const CompactQueries& queries, std::size_t g,
                             std::span<const float> floors, std::vector<CompactHit>& hits) {
  constexpr std::size_t vectors = vectors_with(size);
  const Integers integers;
  const Floats floats;
  Sums sums[size][vectors];
  HWY_UNROLL(8)
  for (std::size_t j = 0; j < size; ++j) {
    HWY_UNROLL(8)
    for (Sums& sum : sums[j]) sum = hn::Set(integers, queries.bound(g * group + j).start);
  }
  const std::int8_t* asked = queries.bytes(g);
  const std::uint8_t* place = rows.bytes;
  for (std::size_t quad = 0; quad < queries.quads(); ++quad) {
    Sums four[vectors];
    HWY_UNROLL(8)
    for (std::size_t v = 0; v < vectors; ++v)
      four[v] = hn::LoadU(integers, reinterpret_cast<const std::int32_t*>(place) + v * lanes);
    HWY_UNROLL(8)
    for (std::size_t j = 0; j < size; ++j) {
      std::int32_t of_query = 0;
      std::memcpy(&of_query, asked + j * 4, sizeof of_query);
      const Four query(of_query);
      HWY_UNROLL(8)
      for (std::size_t v = 0; v < vectors; ++v)
        sums[j][v] = query.add_products(sums[j][v], four[v]);
    }
    asked += group * 4;
    place += panel_rows * 4;
  }
  HWY_UNROLL(8)
  for (std::size_t j = 0; j < size; ++j) {
    const CompactQueries::Bound& bound = queries.bound(g * group + j);
    const auto floor = hn::Set(floats, floors[g * group + j]);
    HWY_UNROLL(8)
    for (std::size_t v = 0; v < vectors; ++v) {
      const auto step =
          hn::Mul(hn::LoadU(floats, rows.steps + v * lanes), hn::Set(floats, bound.step));
      const auto score = hn::Mul(hn::ConvertTo(floats, sums[j][v]), step);
      const auto margin = hn::MulAdd(hn::LoadU(floats, rows.errors + v * lanes),
                                     hn::Set(floats, bound.length), hn::Set(floats, bound.error));
      const auto highest = hn::Add(score, margin);
      if (hn::AllFalse(floats, hn::Gt(highest, floor))) continue;
      HWY_ALIGN float low[lanes], high[lanes];
      hn::Store(hn::Sub(score, margin), floats, low);
      hn::Store(highest, floats, high);
      const std::size_t first = rows.first + v * lanes;
      for (std::size_t lane = 0; lane < lanes && first + lane < rows.end; ++lane)
        if (high[lane] > floors[g * group + j])
          hits.push_back({static_cast<std::uint32_t>(g * group + j),
                          static_cast<std::uint32_t>(first + lane), low[lane], high[lane]});
    }
  }
}

using ScoreRows = decltype(&score_rows<Portable, 1>);

template <class Four>
ScoreRows score_rows_for(std::size_t queries) {
  constexpr ScoreRows sizes[] = {score_rows<Four, 1>, score_rows<Four, 2>, score_rows<Four, 3>,
                                 score_rows<Four, 4>, score_rows<Four, 5>, score_rows<Four, 6>};
  static_assert(std::size(sizes) == group);
  return sizes[queries - 1];
}

bool multiplies_bytes() {
#if HWY_TARGET == HWY_AVX3
  return __builtin_cpu_supports("avx512vnni");
#else
  return false;
#endif
}

ScoreRows fastest_score_rows(std::size_t queries) {
#if HWY_TARGET == HWY_AVX3
  if (multiplies_bytes()) return score_rows_for<Quad>(queries);
#endif
  return score_rows_for<Portable>(queries);
}

bool scan_compact(const std::uint8_t* compact, std::size_t count, const CompactQueries& queries,
                  std::span<const float> floors, std::size_t most, std::vector<CompactHit>& hits) {
  const std::size_t row_bytes = queries.quads() * 4;
  for (std::size_t first = 0; first < count; first += panel_rows) {
    const auto* const steps = reinterpret_cast<const float*>(compact + row_bytes * panel_rows);
    for (std::size_t g = 0; g * group < queries.size(); ++g) {
      const std::size_t size = std::min(group, queries.size() - g * group);
      const ScoreRows score = fastest_score_rows(size);
      for (std::size_t r = 0; r < panel_rows; r += vectors_with(size) * lanes)
        score({compact + r * 4, steps + r, steps + panel_rows + r, first + r, count}, queries, g,
              floors, hits);
      if (hits.size() > most) return false;
    }
    compact = reinterpret_cast<const std::uint8_t*>(steps + 2 * panel_rows);
  }
  return true;
}

bool compact_pays(std::size_t queries) { return multiplies_bytes() && queries >= 128; }

}  // namespace HWY_NAMESPACE
}  // namespace oovec::inline search
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace oovec::inline search {
namespace {
HWY_EXPORT(make_compact);
HWY_EXPORT(scan_compact);
HWY_EXPORT(compact_pays);
}  // namespace

std::size_t compact_size(std::size_t rows, std::size_t dimension) {
  const std::size_t panels = (rows + compact_panel_rows - 1) / compact_panel_rows;
  return panels * compact_panel_rows * ((dimension + 3) / 4 * 4 + 2 * sizeof(float));
}

CompactQueries::CompactQueries(const PackedQueries& queries)
    : size_(queries.size()),
      dimension_(queries.dimension()),
      bytes_(queries.groups() * quads() * group * 4),
      bounds_(queries.size()) {
  for (std::size_t query = 0; query < size_; ++query) make_query_compact(queries, query);
}

// A query is a unit vector, within rounding, so that its largest component is above 0. What a score
// loses by rounding is at most (dimension + 1) · 2⁻²⁴ for the sum of products that scan_rows()
// takes, since ‖x‖ ‖q‖ is 1 but for rounding, and some 20 · 2⁻²³ for all that is computed here and
// in score_rows(): numbers of at most about 1 each.
void CompactQueries::make_query_compact(const PackedQueries& queries, std::size_t query) {
  const float* const q = queries.values(query / group) + query % group;
  std::int8_t* const bytes =
      bytes_.data() + query / group * quads() * group * 4 + query % group * 4;
  float largest = 0;
  for (std::size_t i = 0; i < dimension_; ++i) largest = std::max(largest, std::abs(q[i * group]));
  const float step = largest / 127;
  double squares = 0, missed_squares = 0;
  std::int32_t sum = 0;
  for (std::size_t i = 0; i < dimension_; ++i) {
    const long rounded = std::lrint(q[i * group] / step);
    bytes[i / 4 * group * 4 + i % 4] = static_cast<std::int8_t>(rounded);
    sum += static_cast<std::int32_t>(rounded);
    const double p = static_cast<double>(step) * static_cast<double>(rounded);
    const double missed = q[i * group] - p;
    squares += p * p;
    missed_squares += missed * missed;
  }
  const double rounding = (static_cast<double>(dimension_) + 64) * 0x1p-23;
  bounds_[query] = {step, static_cast<float>(std::sqrt(squares) + rounding),
                    static_cast<float>(std::sqrt(missed_squares) + rounding), -128 * sum};
}

void make_compact(const float* rows, std::size_t count, std::size_t dimension,
                  std::uint8_t* compact) {
  assert(dimension <= most_compact_dimensions);
  HWY_DYNAMIC_DISPATCH(make_compact)(rows, count, dimension, compact);
}

bool compact_pays(std::size_t queries) { return HWY_DYNAMIC_DISPATCH(compact_pays)(queries); }

bool scan_compact(const std::uint8_t* compact, std::size_t count, const CompactQueries& queries,
                  std::span<const float> floors, std::size_t most, std::vector<CompactHit>& hits) {
  assert(floors.size() == queries.size());
  return HWY_DYNAMIC_DISPATCH(scan_compact)(compact, count, queries, floors, most, hits);
}

}  // namespace oovec::inline search
#endif  // HWY_ONCE
