// Queries go in batches, so that one passage over the matrix serves many; within a batch, threads
// take blocks of rows. Each keeps its own best rows or counts, put together at the end.
#include "oovec/search/nearest.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cassert>
#include <limits>

#include "oovec/base/error.h"
#include "oovec/base/parallel.h"
#include "oovec/search/scores.h"

namespace oovec::inline search {
namespace {

constexpr std::size_t batch_size = 1024;  // queries: enough to make up for packing the rows
constexpr std::size_t block_size = 1024;  // rows: few enough to share out evenly

// An object, as the standard algorithms do not inline a function.
constexpr auto better = [](const Neighbor& a, const Neighbor& b) {
  return a.score != b.score ? a.score > b.score : a.row < b.row;
};

// The k ≥ 1 best neighbours met so far: a heap with the worst of them in front. Rows are met in
// ascending order, so that a later one with an equal score is no better.
class Best {
 public:
  explicit Best(std::size_t k) : k_(k) {}

  // What a score must exceed to be taken.
  float floor() const {
    return heap_.size() < k_ ? -std::numeric_limits<float>::infinity() : heap_.front().score;
  }

  void take(const Neighbor& candidate) {
    assert(candidate.score > floor());
    if (heap_.size() == k_) {
      std::pop_heap(heap_.begin(), heap_.end(), better);
      heap_.pop_back();
    }
    heap_.push_back(candidate);
    std::push_heap(heap_.begin(), heap_.end(), better);
  }

  const std::vector<Neighbor>& unordered() const { return heap_; }

 private:
  std::size_t k_;
  std::vector<Neighbor> heap_;
};

void check(const Rows& rows, std::span<const float> queries) {
  if (rows.dimension == 0) throw Error(ErrorKind::usage, "vectors of dimension 0 have no cosine");
  if (rows.values.size() % rows.dimension != 0)
    throw Error(ErrorKind::usage, fmt::format("{} numbers are not whole rows of {}",
                                              rows.values.size(), rows.dimension));
  if (queries.size() % rows.dimension != 0)
    throw Error(ErrorKind::usage,
                fmt::format("{} numbers are not whole queries: the rows have {} dimensions",
                            queries.size(), rows.dimension));
  if (rows.size() > std::numeric_limits<std::uint32_t>::max())
    throw Error(ErrorKind::unsupported, fmt::format("{} rows are too many", rows.size()));
}

// Calls work(queries, first) for each batch, `first` being the number of its first query.
template <class Work>
void for_each_batch(const Rows& rows, std::span<const float> queries, const Work& work) {
  const std::size_t count = queries.size() / rows.dimension;
  for (std::size_t first = 0; first < count; first += batch_size) {
    const std::size_t size = std::min(batch_size, count - first);
    work(PackedQueries(queries.subspan(first * rows.dimension, size * rows.dimension),
                       rows.dimension, first),
         first);
  }
}

std::size_t count_blocks(const Rows& rows) { return (rows.size() + block_size - 1) / block_size; }

std::size_t count_workers(const Rows& rows, int threads) {
  return std::min(resolve_threads(threads), count_blocks(rows));
}

// The numbers of some rows; those of packed rows go to `decoded`.
const float* numbers_of(const Rows& rows, std::size_t first, std::size_t count,
                        std::vector<float>& decoded) {
  if (!rows.packed) return rows.values.data() + first * rows.dimension;
  decoded.resize(count * rows.dimension);
  rows.packed->copy_rows(rows.first + first, decoded);
  return decoded.data();
}

// Calls work(worker, first, count, numbers) until all rows are covered; the blocks of one worker,
// below count_workers(), come one after the other and in ascending order.
template <class Work>
void for_each_block(const Rows& rows, int threads, const Work& work) {
  std::atomic<std::size_t> next = 0;
  parallel_for(threads, count_workers(rows, threads), [&](std::size_t worker) {
    std::vector<float> decoded;
    for (std::size_t block = next++; block < count_blocks(rows); block = next++) {
      const std::size_t first = block * block_size;
      const std::size_t count = std::min(block_size, rows.size() - first);
      work(worker, first, count, numbers_of(rows, first, count, decoded));
    }
  });
}

// What one thread has found for each query of a batch.
class Candidates {
 public:
  Candidates(std::size_t queries, std::size_t k)
      : best_(queries, Best(k)), floors_(queries, best_.front().floor()) {}

  void scan(const float* numbers, std::size_t first, std::size_t count,
            const PackedQueries& queries, std::span<const std::optional<std::size_t>> excluded) {
    scan_rows(numbers, count, queries, floors_,
              [&](std::size_t query, std::size_t offset, float score) {
                const std::size_t row = first + offset;
                if (!excluded.empty() && excluded[query] == row) return;
                best_[query].take({static_cast<std::uint32_t>(row), score});
                floors_[query] = best_[query].floor();
              });
  }

  const std::vector<Neighbor>& of(std::size_t query) const { return best_[query].unordered(); }

 private:
  std::vector<Best> best_;
  std::vector<float> floors_;
};

std::vector<Neighbor> merge(const std::vector<Candidates>& candidates, std::size_t query,
                            std::size_t k) {
  std::vector<Neighbor> all;
  for (const Candidates& some : candidates)
    all.insert(all.end(), some.of(query).begin(), some.of(query).end());
  std::sort(all.begin(), all.end(), better);
  if (all.size() > k) all.resize(k);
  return all;
}

// The very score that scan_rows gives the row among others.
float score_of(const float* row, const PackedQueries& query) {
  const float floor = -std::numeric_limits<float>::infinity();
  float score = 0;
  scan_rows(row, 1, query, {&floor, 1},
            [&](std::size_t, std::size_t, float found) { score = found; });
  return score;
}

}  // namespace

Rows rows_of(const Embeddings& vectors, int threads, std::size_t begin, std::size_t end) {
  end = std::min(end, vectors.size());
  begin = std::min(begin, end);
  const std::size_t dimension = vectors.dimension();
  if (vectors.row_type() == RowType::float32)
    return {vectors.values(threads).subspan(begin * dimension, (end - begin) * dimension),
            dimension,
            nullptr,
            0,
            0,
            &vectors};
  vectors.verify_rows(threads);
  return {{}, dimension, &vectors, begin, end - begin, &vectors};
}

std::vector<std::vector<Neighbor>> nearest(const Rows& rows, std::span<const float> queries,
                                           std::size_t k,
                                           std::span<const std::optional<std::size_t>> excluded,
                                           int threads) {
  check(rows, queries);
  std::vector<std::vector<Neighbor>> found(queries.size() / rows.dimension);
  if (!excluded.empty() && excluded.size() != found.size())
    throw Error(ErrorKind::usage, fmt::format("{} rows to exclude were given for {} queries",
                                              excluded.size(), found.size()));
  k = std::min(k, rows.size());
  for_each_batch(rows, queries, [&](const PackedQueries& batch, std::size_t first_query) {
    if (k == 0) return;  // the batch has been checked, that is all
    const auto skip = excluded.empty() ? excluded : excluded.subspan(first_query, batch.size());
    std::vector<Candidates> candidates(count_workers(rows, threads), Candidates(batch.size(), k));
    for_each_block(
        rows, threads,
        [&](std::size_t worker, std::size_t first, std::size_t count, const float* numbers) {
          candidates[worker].scan(numbers, first, count, batch, skip);
        });
    for (std::size_t query = 0; query < batch.size(); ++query)
      found[first_query + query] = merge(candidates, query, k);
  });
  if (rows.vectors) rows.vectors->check_intact();
  return found;
}

std::vector<std::size_t> ranks(const Rows& rows, std::span<const float> queries,
                               std::span<const std::size_t> targets, int threads) {
  check(rows, queries);
  std::vector<std::size_t> ranks(queries.size() / rows.dimension, 1);
  if (targets.size() != ranks.size())
    throw Error(ErrorKind::usage, fmt::format("{} target rows were given for {} queries",
                                              targets.size(), ranks.size()));
  for (const std::size_t target : targets)
    if (target >= rows.size())
      throw Error(ErrorKind::usage,
                  fmt::format("there is no row {}: the matrix has {}", target, rows.size()));

  const std::size_t dimension = rows.dimension;
  for_each_batch(rows, queries, [&](const PackedQueries& batch, std::size_t first_query) {
    std::vector<float> floors, decoded;
    floors.reserve(batch.size());
    for (std::size_t query = first_query; query < first_query + batch.size(); ++query)
      floors.push_back(
          score_of(numbers_of(rows, targets[query], 1, decoded),
                   PackedQueries(queries.subspan(query * dimension, dimension), dimension)));
    std::vector<std::vector<std::size_t>> above(count_workers(rows, threads),
                                                std::vector<std::size_t>(batch.size()));
    for_each_block(
        rows, threads,
        [&](std::size_t worker, std::size_t /*first*/, std::size_t count, const float* numbers) {
          scan_rows(numbers, count, batch, floors,
                    [&](std::size_t query, std::size_t, float) { ++above[worker][query]; });
        });
    for (const auto& counts : above)
      for (std::size_t query = 0; query < batch.size(); ++query)
        ranks[first_query + query] += counts[query];
  });
  if (rows.vectors) rows.vectors->check_intact();
  return ranks;
}

}  // namespace oovec::inline search
