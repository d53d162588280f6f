// The inner loop of exact search: cosines of a block of rows with a batch of queries, of which only
// those above each query's floor leave the registers.
#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <vector>

namespace oovec::inline search {

// Queries scaled to unit length, laid out for the kernel: groups of `group` queries with their
// components interleaved, the last group filled up with zeros.
//
//   values[(g · dimension + i) · group + j] = component i of query g · group + j
class PackedQueries {
 public:
  static constexpr std::size_t group = 6;

  // Throws Error(usage) for a query that has no direction; messages count from `first`.
  PackedQueries(std::span<const float> queries, std::size_t dimension, std::size_t first = 0);

  std::size_t size() const { return size_; }
  std::size_t dimension() const { return dimension_; }
  std::size_t groups() const { return (size_ + group - 1) / group; }
  const float* values(std::size_t g) const { return values_.data() + g * dimension_ * group; }

 private:
  std::size_t size_;
  std::size_t dimension_;
  std::vector<float> values_;
};

// Takes the score of a query with a row.
using ScoreSink = std::function<void(std::size_t query, std::size_t row, float score)>;

// Scores `count` rows of queries.dimension() numbers and gives those above floors[query] to the
// sink, for each query in the order of rows; the sink may raise the floors. A score depends on its
// row and query alone, not on what else is in the block or in the batch.
void scan_rows(const float* rows, std::size_t count, const PackedQueries& queries,
               std::span<const float> floors, const ScoreSink& sink);

// The very score that scan_rows() gives the row. `unit` is memory to work in.
[[nodiscard]] float score_row(const float* row, const PackedQueries& queries, std::size_t query,
                              std::vector<float>& unit);

}  // namespace oovec::inline search
