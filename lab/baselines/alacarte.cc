#include "lab/baselines/alacarte.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <optional>
#include <span>
#include <utility>

#include <fmt/format.h>

#include "oovec/base/error.h"
#include "oovec/base/finite.h"
#include "oovec/io/input.h"
#include "oovec/io/output.h"
#include "oovec/model/composer.h"
#include "oovec/model/lengths.h"
#include "oovec/train/least_squares.h"
#include "oovec/train/ngram_table.h"
#include "oovec/train/sentence_sums.h"
#include "oovec/train/training_data.h"
#include "oovec/vectors/resolve_text.h"

namespace oovec::lab {
namespace {

constexpr std::size_t contexts_at_once = 256;  // since their sums take memory

constexpr double longest_usable = 1e30;  // of vectors whose sums are finite

class Alacarte {
 public:
  Alacarte(const Embeddings& vectors, const ContextIndex& index, const AlacarteOptions& options,
           std::vector<float> word_weights)
      : vectors_(vectors),
        index_(index),
        options_(options),
        word_weights_(std::move(word_weights)),
        sums_(index, {&vectors, word_weights_}, /*memory=*/0, options.threads) {}

  // The map A, row by row: with G = Σ α·u·uᵀ and H = Σ α·e·uᵀ it solves A·G = H.
  std::vector<float> learn(std::span<const std::uint32_t> rows) const {
    const std::size_t k = vectors_.dimension();
    std::uint64_t contexts = 0;
    for (const std::uint32_t row : rows) contexts += index_.contexts(row);
    ProgressTask progress(options_.progress, "adding up contexts", contexts * bytes_per_context());
    const auto map = add_up_equations(options_.threads, rows.size(), k, k,
                                      [&](std::size_t begin, std::size_t end, LeastSquares& part) {
                                        add_words(rows.subspan(begin, end - begin), part, progress);
                                      })
                         .solve();
    if (!map && typical_length(vectors_) > longest_usable)
      throw Error(ErrorKind::usage,
                  "the vectors contain numbers that are too large; scale them down");
    if (!map)
      throw Error(ErrorKind::usage,
                  fmt::format("{} words to learn from do not determine a map of {} dimensions; "
                              "index more text or lower `min-count`",
                              rows.size(), k));
    return *map;
  }

 private:
  // Progress is in bytes of their sums.
  std::uint64_t bytes_per_context() const { return vectors_.dimension() * sizeof(float); }

  void add_words(std::span<const std::uint32_t> rows, LeastSquares& part,
                 ProgressTask& progress) const {
    const std::size_t k = vectors_.dimension();
    ContextEvidence sum(k);
    std::vector<std::uint32_t> contexts;
    std::vector<double> u(k), e(k);
    for (const std::uint32_t row : rows) {
      contexts.resize(index_.contexts(row));
      std::iota(contexts.begin(), contexts.end(), 0U);
      sum.clear();
      for (std::size_t i = 0; i < contexts.size(); i += contexts_at_once)
        sums_.add(row,
                  std::span(contexts).subspan(i, std::min(contexts_at_once, contexts.size() - i)),
                  sum);
      progress.advance(contexts.size() * bytes_per_context());
      if (sum.empty()) continue;
      for (std::size_t i = 0; i < k; ++i) u[i] = sum.sum[i] / sum.weight;
      std::copy_n(vectors_.row(row).begin(), k, e.begin());
      part.add(weight(row), u, e);
    }
  }

  double weight(std::uint32_t row) const {
    if (options_.count_weights == CountWeights::uniform) return 1;
    return std::log(static_cast<double>(index_.count(row)));
  }

  const Embeddings& vectors_;
  const ContextIndex& index_;
  const AlacarteOptions& options_;
  std::vector<float> word_weights_;
  SentenceSums sums_;
};

// Which rows to learn from.
std::vector<bool> choose_targets(const Embeddings& vectors, const ContextIndex& index,
                                 const AlacarteOptions& options,
                                 const std::vector<bool>& excluded) {
  std::vector<bool> targets(vectors.size());
  for (std::size_t row = 0; row < targets.size(); ++row)
    targets[row] =
        !excluded[row] && index.count(row) >= options.min_count && index.contexts(row) > 0;
  return targets;
}

// A model of contexts alone: its only n-gram is the unknown one, which is not used.
ModelParts make_model(std::shared_ptr<const Embeddings> vectors, const TokenizerOptions& text,
                      std::span<const float> transform) {
  const std::size_t k = vectors->dimension();
  Matrix zeros(k);
  zeros.append(std::vector<float>(k));
  ModelSettings settings;
  settings.composition = Composition::context;
  settings.tokenizer = text.tokenizer;
  settings.lowercase = text.lowercase == Lowercase::on;
  settings.language = text.language;
  settings.vectors_fingerprint = vectors->fingerprint();
  settings.vectors_size = vectors->size();
  settings.training["model"] = "alacarte";
  const Layout layout = make_composer<float>(Composition::context, k)->layout();
  std::vector<float> parameters(layout.size());
  std::ranges::copy(transform, layout["transform"].of(std::span(parameters)).begin());
  return {std::move(settings),
          std::move(vectors),
          std::make_shared<const Embeddings>(no_ngrams(), std::move(zeros)),
          std::move(parameters),
          {},
          {}};
}

}  // namespace

LearnedAlacarte learn_alacarte(std::shared_ptr<const Embeddings> vectors, const ContextIndex& index,
                               const AlacarteOptions& options,
                               const std::vector<std::string>& excluded) {
  index.check_vectors(*vectors);
  TrainOptions weighting;
  weighting.context_weights = options.context_weights;
  weighting.sif = options.sif;
  const std::vector<float> weights = word_weights(index, weighting);
  ListedRows listed = find_listed(*vectors, excluded, index.settings().text());
  std::vector<bool> targets = choose_targets(*vectors, index, options, listed.rows);
  std::vector<std::uint32_t> rows;
  for (std::uint32_t row = 0; row < targets.size(); ++row)
    if (targets[row]) rows.push_back(row);

  const Alacarte alacarte(*vectors, index, options, weights);
  ModelParts model = make_model(std::move(vectors), index.settings().text(), alacarte.learn(rows));
  model.word_weights = weights;
  model.targets = std::move(targets);
  return {std::move(model), std::move(listed.words)};
}

ModelParts read_alacarte(std::shared_ptr<const Embeddings> vectors, const std::string& path,
                         const TokenizerOptions& text) {
  const std::size_t k = vectors->dimension();
  std::vector<float> transform(k * k);
  const std::span<char> bytes(reinterpret_cast<char*>(transform.data()), transform.size() * 4);
  const auto input = open_input(path);
  std::size_t read = 0;
  while (read < bytes.size()) {
    const std::size_t more = input->read(bytes.subspan(read));
    if (more == 0) break;
    read += more;
  }
  char beyond = 0;
  if (read < bytes.size() || input->read({&beyond, 1}) > 0)
    throw Error(ErrorKind::malformed,
                fmt::format("{} does not have the {} bytes of a matrix of {} × {} 32-bit floats; "
                            "it must fit the vectors",
                            path, bytes.size(), k, k));
  if (!all_finite(transform))
    throw Error(ErrorKind::malformed,
                path + " holds numbers that are not finite; it must be raw 32-bit floats");
  const TokenizerOptions resolved = resolve_text(text, *vectors);
  return make_model(std::move(vectors), resolved, transform);
}

void write_alacarte_matrix(const ModelParts& model, const std::string& path) {
  const Layout layout =
      make_composer<float>(Composition::context, model.vectors->dimension())->layout();
  const std::span<const float> transform = layout["transform"].of(std::span(model.parameters));
  if (!all_finite(transform)) throw not_finite_error(path);
  Output output(path, compression_for_name(path));
  output.write({reinterpret_cast<const char*>(transform.data()), transform.size_bytes()});
  output.commit();
}

}  // namespace oovec::lab
