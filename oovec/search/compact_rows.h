// Rows with a byte per number, which bound the score of every row, so that only rows that may be
// among the nearest need to be scored exactly. Not part of the public interface.
//
// The bytes of a row stand for a vector y near the row x that scan_rows() (scores.h) makes of it,
// of unit length; those of a query for p near q. What scan_rows() computes differs from y·p by at
// most
//
//   |x·q − y·p| = |x·(q − p) + (x − y)·p| ≤ ‖x‖ ‖q − p‖ + ‖x − y‖ ‖p‖
//
// (Cauchy–Schwarz), plus a rounding error, which is bounded, too. All of these lengths are known;
// those of a row are stored with it. So the score of every row has a lower and an upper bound,
// whatever the numbers are. If the bounds are far apart (as for vectors dominated by one
// component), more rows have to be scored exactly; the result is the same.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "oovec/search/scores.h"

namespace oovec::inline search {

// Rows lie in panels of 64; the last is filled up with rows of zeros. A panel is
//
//   bytes[(i / 4 · 64 + r) · 4 + i % 4] = component i of row r, plus 128
//   64 floats: what a step of a row's bytes stands for, 64 floats: ‖x − y‖
constexpr std::size_t compact_panel_rows = 64;

// Sums of products fit into 32 bits for so many dimensions.
constexpr std::size_t most_compact_dimensions = 65'536;

// Of a whole number of panels.
[[nodiscard]] std::size_t compact_size(std::size_t rows, std::size_t dimension);

// Writes compact_size() bytes. The numbers must be finite.
void make_compact(const float* rows, std::size_t count, std::size_t dimension,
                  std::uint8_t* compact);

// Whether this processor multiplies bytes so much faster than floats that it pays to convert rows
// for a single search.
[[nodiscard]] bool compact_pays(std::size_t queries);

// Queries with a byte per number, in the groups of PackedQueries.
class CompactQueries {
 public:
  static constexpr std::size_t group = PackedQueries::group;

  explicit CompactQueries(const PackedQueries& queries);

  std::size_t size() const { return size_; }
  std::size_t dimension() const { return dimension_; }
  std::size_t quads() const { return (dimension_ + 3) / 4; }

  // [(i / 4 · group + j) · 4 + i % 4] = component i of query j of the group.
  const std::int8_t* bytes(std::size_t g) const { return bytes_.data() + g * quads() * group * 4; }

  // What score_panel() needs of a query.
  struct Bound {
    float step;          // what a step of its bytes stands for
    float length;        // ‖p‖
    float error;         // ‖q − p‖, and what rounding can add to a score
    std::int32_t start;  // −128 · the sum of its bytes, since those of rows are 128 too large
  };
  const Bound& bound(std::size_t query) const { return bounds_[query]; }

 private:
  void make_query_compact(const PackedQueries& queries, std::size_t query);

  std::size_t size_;
  std::size_t dimension_;
  std::vector<std::int8_t> bytes_;
  std::vector<Bound> bounds_;
};

// A row whose score with a query may exceed the query's floor.
struct CompactHit {
  std::uint32_t query;
  std::uint32_t row;
  float lowest, highest;  // what the score can be
};

// Adds the hits among `count` compact rows to `hits`, for each query in the order of rows. Gives up
// and returns false when there are more than `most`.
[[nodiscard]] bool scan_compact(const std::uint8_t* compact, std::size_t count,
                                const CompactQueries& queries, std::span<const float> floors,
                                std::size_t most, std::vector<CompactHit>& hits);

}  // namespace oovec::inline search
