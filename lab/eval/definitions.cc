#include "lab/eval/definitions.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "lab/baselines/given_vectors.h"
#include "oovec/base/error.h"
#include "oovec/base/finite.h"
#include "oovec/base/kernels.h"
#include "oovec/base/parallel.h"
#include "oovec/base/statistics.h"
#include "oovec/search/nearest.h"

namespace oovec::lab {
namespace {

// A training that diverges leaves NaN and infinities.
bool has_direction(std::span<const float> vector) {
  const auto is_not_zero = [](float x) { return x != 0; };
  return all_finite(vector) && std::any_of(vector.begin(), vector.end(), is_not_zero);
}

// A metric of the ranks on bootstrap samples of them.
template <class RankFigure>
std::vector<double> resample_ranks(std::span<const std::size_t> ranks, const RankFigure& figure,
                                   std::uint64_t seed) {
  std::vector<std::size_t> drawn(ranks.size());
  const auto of_sample = [&](std::span<const std::size_t> items) {
    for (std::size_t i = 0; i < items.size(); ++i) drawn[i] = ranks[items[i]];
    return figure(drawn);
  };
  return resample(ranks.size(), of_sample, seed);
}

}  // namespace

Definitions::Definitions(const DataFile& file, const WeightedVectors& vectors,
                         const TokenizerOptions& text, const DevSetOptions& options)
    : vectors_(*vectors.vectors), threads_(options.threads) {
  std::vector<std::string> sentences;
  for (const DataLine& line : file.lines) {
    std::vector<std::string> fields = file.fields(line, 2, "a word and a sentence");
    std::string word = normal_word(fields[0], text.casing());
    if (const auto row = vectors_.find(word)) {
      items_.push_back({std::move(word), *row, vectors.no_contexts()});
      sentences.push_back(std::move(fields[1]));
    }
  }
  left_out_ = file.lines.size() - items_.size();
  if (items_.empty())
    throw Error(ErrorKind::usage, fmt::format("{}: none of the {} words has a vector; use vectors "
                                              "that have them",
                                              file.name, file.lines.size()));
  parallel_for(threads_, items_.size(), [&](std::size_t i) {
    ContextReader reader(vectors_, text);
    reader.set_target(items_[i].word);
    vectors.add(reader.read(sentences[i]), items_[i].context);
  });
}

std::vector<std::string> Definitions::words() const {
  std::set<std::string> words;
  for (const Item& item : items_) words.insert(item.word);
  return {words.begin(), words.end()};
}

Definitions::Inferred Definitions::infer(const Inferrer& model) const {
  check_vectors(model, vectors_);
  if (const GivenVectors* const given = as_given(model)) given->check_space();
  Inferred inferred(items_.size());
  parallel_for(threads_, items_.size(), [&](std::size_t i) {
    inferred[i] = infer_vector(model, items_[i].word, 1, items_[i].context);
  });
  return inferred;
}

InferredLengths Definitions::lengths(const Inferrer& model) const {
  const Inferred vectors = infer(model);
  std::vector<double> inferred, truth;
  inferred.reserve(items_.size());
  truth.reserve(items_.size());
  for (std::size_t i = 0; i < items_.size(); ++i) {
    if (vectors[i] && has_direction(*vectors[i])) inferred.push_back(length_of(*vectors[i]));
    truth.push_back(length_of(vectors_.row(items_[i].row)));
  }
  return {describe_lengths(std::move(inferred)), describe_lengths(std::move(truth))};
}

Definitions::Ranking Definitions::rank(const Inferrer& model) const {
  const Inferred inferred = infer(model);
  std::vector<std::size_t> asked, targets;
  std::vector<float> queries;
  Ranking ranking{std::vector<std::size_t>(items_.size(), vectors_.size()), {}};
  for (std::size_t i = 0; i < items_.size(); ++i) {
    if (!inferred[i]) ranking.not_inferred.push_back(items_[i].word);
    if (!inferred[i] || !has_direction(*inferred[i])) continue;
    asked.push_back(i);
    targets.push_back(items_[i].row);
    queries.insert(queries.end(), inferred[i]->begin(), inferred[i]->end());
  }
  const Rows rows = rows_of(vectors_, threads_);
  const std::vector<std::size_t> found = oovec::ranks(rows, queries, targets, threads_);
  for (std::size_t i = 0; i < asked.size(); ++i) ranking.ranks[asked[i]] = found[i];
  return ranking;
}

DevScore Definitions::score(const Inferrer& model) const {
  const std::vector<std::size_t> found = ranks(model);
  const double mrr = mean_reciprocal_rank(found);
  return {mrr,
          {{"median rank", median_rank(found)},
           {"MRR", mrr},
           {"words", static_cast<double>(size())},
           {"left out", static_cast<double>(left_out_)}}};
}

std::vector<double> resample_mrr(std::span<const std::size_t> ranks, std::uint64_t seed) {
  return resample_ranks(ranks, mean_reciprocal_rank, seed);
}

RankSummary summarize(std::span<const std::size_t> ranks, std::uint64_t seed) {
  return {median_rank(ranks), mean_reciprocal_rank(ranks),
          middle_of(resample_ranks(ranks, median_rank, seed)),
          middle_of(resample_mrr(ranks, seed))};
}

}  // namespace oovec::lab
