// Queries go in batches, so that one passage over the matrix serves many; within a batch, threads
// take blocks of rows. Each keeps its own best rows or counts, put together at the end. Where rows
// are compact as well, or many queries make up for making them so, only the rows are scored whose
// bounds (compact_rows.h) leave it open whether they exceed what a query has already.
#include "oovec/search/nearest.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cassert>
#include <limits>

#include "oovec/base/error.h"
#include "oovec/base/parallel.h"
#include "oovec/search/compact_rows.h"
#include "oovec/search/scores.h"

namespace oovec::inline search {
namespace {

constexpr std::size_t batch_size = 1024;  // queries: enough to make up for packing the rows
constexpr std::size_t block_size = 1024;  // rows: few enough to share out evenly
static_assert(block_size % compact_panel_rows == 0);

// The floor of a query that has too few rows yet.
constexpr float nothing_found = -std::numeric_limits<float>::infinity();

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
  float floor() const { return heap_.size() < k_ ? nothing_found : heap_.front().score; }

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

// Calls work(worker, first, count) until all rows are covered; the blocks of one worker, below
// count_workers(), come one after the other and in ascending order.
template <class Work>
void for_each_block(const Rows& rows, int threads, const Work& work) {
  std::atomic<std::size_t> next = 0;
  parallel_for(threads, count_workers(rows, threads), [&](std::size_t worker) {
    for (std::size_t block = next++; block < count_blocks(rows); block = next++) {
      const std::size_t first = block * block_size;
      work(worker, first, std::min(block_size, rows.size() - first));
    }
  });
}

// The queries as bytes, if rows are to be looked at as bytes first.
std::optional<CompactQueries> compact_queries(const Rows& rows, const PackedQueries& queries) {
  if (rows.compact || (compact_pays(queries.size()) && rows.dimension <= most_compact_dimensions))
    return CompactQueries(queries);
  return std::nullopt;
}

// Finds the scores above the floors of a batch, block by block, for one thread.
class Scanner {
 public:
  Scanner(const Rows& rows, const PackedQueries& queries,
          const std::optional<CompactQueries>& compact)
      : rows_(rows), queries_(queries), compact_(compact) {}

  // As scan_rows(), with rows counted from the first of all. Where a score is known to exceed the
  // floor and it does not matter by how much (`exact` is false), the sink gets a lower bound.
  void scan(std::size_t first, std::size_t count, std::span<const float> floors, bool exact,
            const ScoreSink& sink) {
    if (compact_ && !std::ranges::count(floors, nothing_found) &&
        scan_compact(compact_rows(first, count), count, *compact_, floors, most_hits(count), hits_))
      score_hits(first, floors, exact, sink);
    else
      scan_rows(rows_.numbers(first, count, decoded_), count, queries_, floors,
                [&](std::size_t query, std::size_t row, float score) {
                  sink(query, first + row, score);
                });
  }

 private:
  // Scoring one row again costs as much as some 50 queries' part in a plain scan of it, and that
  // scan as much for the row itself: half of what the scan takes.
  std::size_t most_hits(std::size_t count) const { return count * (queries_.size() + 45) / 100; }

  const std::uint8_t* compact_rows(std::size_t first, std::size_t count) {
    hits_.clear();
    if (rows_.compact) return rows_.compact + compact_size(first, rows_.dimension);
    made_.resize(compact_size(count, rows_.dimension));
    make_compact(rows_.numbers(first, count, decoded_), count, rows_.dimension, made_.data());
    return made_.data();
  }

  void score_hits(std::size_t first, std::span<const float> floors, bool exact,
                  const ScoreSink& sink) {
    for (const CompactHit& hit : hits_) {
      const float floor = floors[hit.query];
      if (hit.highest <= floor) continue;  // it has risen since
      const std::size_t row = first + hit.row;
      const float score = !exact && hit.lowest > floor ? hit.lowest
                                                       : score_row(rows_.numbers(row, 1, decoded_),
                                                                   queries_, hit.query, unit_);
      if (score > floor) sink(hit.query, row, score);
    }
  }

  const Rows& rows_;
  const PackedQueries& queries_;
  const std::optional<CompactQueries>& compact_;
  std::vector<CompactHit> hits_;
  std::vector<std::uint8_t> made_;
  std::vector<float> decoded_, unit_;
};

// What one thread has found for each query of a batch.
class Candidates {
 public:
  Candidates(Scanner scanner, std::size_t queries, std::size_t k)
      : scanner_(std::move(scanner)), best_(queries, Best(k)), floors_(queries, nothing_found) {}

  void scan(std::size_t first, std::size_t count,
            std::span<const std::optional<std::size_t>> excluded) {
    scanner_.scan(first, count, floors_, true,
                  [&](std::size_t query, std::size_t row, float score) {
                    if (!excluded.empty() && excluded[query] == row) return;
                    best_[query].take({static_cast<std::uint32_t>(row), score});
                    floors_[query] = best_[query].floor();
                  });
  }

  const std::vector<Neighbor>& of(std::size_t query) const { return best_[query].unordered(); }

 private:
  Scanner scanner_;
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

const float* Rows::numbers(std::size_t begin, std::size_t rows, std::vector<float>& decoded) const {
  if (!packed) return values.data() + begin * dimension;
  decoded.resize(rows * dimension);
  packed->copy_rows(first + begin, decoded);
  return decoded.data();
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
    const std::optional<CompactQueries> compact = compact_queries(rows, batch);
    std::vector<Candidates> candidates(count_workers(rows, threads),
                                       Candidates(Scanner(rows, batch, compact), batch.size(), k));
    for_each_block(rows, threads, [&](std::size_t worker, std::size_t first, std::size_t count) {
      candidates[worker].scan(first, count, skip);
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

  for_each_batch(rows, queries, [&](const PackedQueries& batch, std::size_t first_query) {
    std::vector<float> floors, decoded, unit;
    floors.reserve(batch.size());
    for (std::size_t query = 0; query < batch.size(); ++query)
      floors.push_back(
          score_row(rows.numbers(targets[first_query + query], 1, decoded), batch, query, unit));
    const std::optional<CompactQueries> compact = compact_queries(rows, batch);
    const std::size_t workers = count_workers(rows, threads);
    std::vector<Scanner> scanners(workers, Scanner(rows, batch, compact));
    std::vector<std::vector<std::size_t>> above(workers, std::vector<std::size_t>(batch.size()));
    for_each_block(rows, threads, [&](std::size_t worker, std::size_t first, std::size_t count) {
      scanners[worker].scan(first, count, floors, false,
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
