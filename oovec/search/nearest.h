// Exact search by cosine: for each of many queries the k rows of a matrix nearest to it, or the
// rank of a given row.
//
//   const Rows rows{vectors.values(), vectors.dimension()};
//   for (const Neighbor& n : nearest(rows, vector, 10).front()) use(vectors.word(n.row), n.score);
//
// Every row is scored; nothing is approximated. A row of zeros scores 0. Equal scores are ordered
// by row, and results are the same bits at any number of threads (0 means one per core) and
// whichever other queries are asked along with one. Searching many queries at once is far cheaper
// than one by one, and needs little memory beyond the results.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace oovec::inline search {

// A borrowed row-major matrix of finite numbers.
struct Rows {
  std::span<const float> values;
  std::size_t dimension;

  std::size_t size() const { return values.size() / dimension; }
};

struct Neighbor {
  std::uint32_t row;
  float score;  // the cosine, within rounding

  bool operator==(const Neighbor&) const = default;
};

// The `k` nearest rows (all, if there are fewer) of each query, best first. `queries` holds vectors
// of rows.dimension numbers, one after the other. `excluded` is empty or names for each query a row
// to leave out: usually the one the query came from. Throws Error(usage) for a query without a
// direction: a vector of zeros, or one with NaN or infinities.
[[nodiscard]] std::vector<std::vector<Neighbor>> nearest(
    const Rows& rows, std::span<const float> queries, std::size_t k,
    std::span<const std::optional<std::size_t>> excluded = {}, int threads = 0);

// For each query the rank of its target row: 1 + the number of rows with a strictly higher score.
// Throws as above.
[[nodiscard]] std::vector<std::size_t> ranks(const Rows& rows, std::span<const float> queries,
                                             std::span<const std::size_t> targets, int threads = 0);

}  // namespace oovec::inline search
