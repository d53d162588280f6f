#include "lab/baselines/new_word.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "oovec/base/error.h"
#include "oovec/base/hash.h"
#include "oovec/base/kernels.h"

namespace oovec::lab {
namespace {

constexpr double least_rate = 1e-4;  // that of gensim

std::vector<std::uint64_t> zipf_counts(std::size_t words) {
  constexpr std::uint64_t most = std::uint64_t{1} << 40;
  std::vector<std::uint64_t> counts(words);
  for (std::size_t i = 0; i < words; ++i) counts[i] = most / (i + 1);
  return counts;
}

void check_outputs(const Embeddings& vectors, const Embeddings& outputs) {
  if (outputs.dimension() != vectors.dimension())
    throw Error(ErrorKind::usage,
                fmt::format("the context vectors have {} dimensions, the vectors {}; both must be "
                            "from one training",
                            outputs.dimension(), vectors.dimension()));
  bool same = outputs.size() == vectors.size();
  for (std::size_t i = 0; same && i < vectors.size(); ++i)
    same = outputs.word(i) == vectors.word(i);
  if (!same)
    throw Error(ErrorKind::usage,
                "the context vectors are not of the same words, in the same order, as the vectors; "
                "both must be from one training");
}

}  // namespace

void add_loss_gradient(std::span<const float> v, const Embeddings& outputs,
                       std::span<const std::uint32_t> rows, std::span<float> gradient) {
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const std::span<const float> out = outputs.row(rows[i]);
    const float probability = 1 / (1 + std::exp(-dot(v, out)));
    axpy(probability - (i == 0 ? 1.0F : 0.0F), out, gradient);
  }
}

NewWordLearner::NewWordLearner(std::shared_ptr<const Embeddings> vectors,
                               std::shared_ptr<const Embeddings> outputs,
                               const NewWordOptions& options)
    : vectors_(std::move(vectors)),
      outputs_(std::move(outputs)),
      options_(options),
      keep_(keep_probabilities(zipf_counts(vectors_->size()), options.subsample)),
      noise_(zipf_counts(vectors_->size())) {
  check_outputs(*vectors_, *outputs_);
}

std::optional<std::vector<float>> NewWordLearner::learn(
    std::string_view word, std::span<const NearbyWord> contexts) const {
  Random random(derive_seed(options_.seed, hash64(word)));
  const std::vector<std::uint32_t> chosen = choose(contexts, random);
  if (chosen.empty()) return std::nullopt;
  const std::optional<std::size_t> own_row = vectors_->find(word);  // of a word that only plays new
  std::vector<float> v = start(chosen, random);
  std::vector<float> gradient(v.size());
  std::vector<std::uint32_t> rows;
  const std::size_t steps = options_.epochs * chosen.size();
  for (std::size_t step = 0; step < steps; ++step) {
    rows.assign(1, chosen[step % chosen.size()]);
    for (std::uint32_t i = 0; i < options_.negative; ++i) {
      const std::uint32_t drawn = noise_.draw(random);
      if (drawn != rows.front() && drawn != own_row) rows.push_back(drawn);
    }
    std::fill(gradient.begin(), gradient.end(), 0.0F);
    add_loss_gradient(v, *outputs_, rows, gradient);
    axpy(static_cast<float>(-rate(step, steps)), gradient, v);
  }
  return v;
}

std::vector<std::uint32_t> NewWordLearner::choose(std::span<const NearbyWord> contexts,
                                                  Random& random) const {
  std::vector<std::uint32_t> rows;
  for (const NearbyWord& word : contexts)
    if (word.distance <= options_.window && random.unit() < keep_[word.row])
      rows.push_back(word.row);
  return rows;
}

std::vector<float> NewWordLearner::start(std::span<const std::uint32_t> rows,
                                         Random& random) const {
  std::vector<float> v(vectors_->dimension());
  if (options_.start_at_sum)
    add_rows(vectors_->values(rows).data(), rows, v);
  else
    for (float& x : v) x = (random.unit() - 0.5F) / static_cast<float>(v.size());
  return v;
}

double NewWordLearner::rate(std::size_t step, std::size_t steps) const {
  const auto t = static_cast<double>(step);
  const double share =
      options_.decay > 0 ? std::exp(-options_.decay * t) : 1 - t / static_cast<double>(steps);
  return std::max(options_.learning_rate * share, least_rate);
}

}  // namespace oovec::lab
