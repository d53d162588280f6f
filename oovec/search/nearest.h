// Exact search by cosine: for each of many queries the k rows of a matrix nearest to it, or the
// rank of a given row.
//
//   const Rows rows = rows_of(vectors);
//   for (const Neighbor& n : nearest(rows, vector, 10).front()) use(vectors.word(n.row), n.score);
//
// Every row is scored; nothing is approximated. A row of zeros scores 0. Equal scores are ordered
// by row. Results have the same bits for any number of threads (0: one per core) and whatever other
// queries are in the same batch. Searching many queries at once is far cheaper than one by one, and
// needs little memory beyond the results. For queries that come one by one, see search_rows.h.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <vector>

#include "oovec/vectors/embeddings.h"

namespace oovec::inline search {

// A borrowed row-major matrix of finite numbers.
struct Rows {
  std::span<const float> values;
  std::size_t dimension;

  // If set, its `count` rows from `first` on take the place of `values`: packed rows, which are
  // decoded a block at a time.
  const Embeddings* packed = nullptr;
  std::size_t first = 0;
  std::size_t count = 0;

  // If set, the vectors that the rows belong to.
  const Embeddings* vectors = nullptr;

  // If set, a compact copy of the rows, made by SearchRows (search_rows.h).
  const std::uint8_t* compact = nullptr;

  std::size_t size() const { return packed ? count : values.size() / dimension; }

  // The numbers of some rows; those of packed rows are decoded into `decoded`.
  const float* numbers(std::size_t first, std::size_t count, std::vector<float>& decoded) const;
};

// The rows of vectors from `begin` to before `end`, all by default. Mapped ones are verified, on
// `threads` threads.
[[nodiscard]] Rows rows_of(const Embeddings& vectors, int threads = 0, std::size_t begin = 0,
                           std::size_t end = std::numeric_limits<std::size_t>::max());

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
