#include "oovec/train/fit_gate.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <memory>
#include <vector>

#include "oovec/base/kernels.h"
#include "oovec/base/minimize.h"
#include "oovec/base/parallel.h"
#include "oovec/model/compositions/balanced.h"
#include "oovec/train/ranking_loss.h"
#include "oovec/train/seeds.h"

namespace oovec::inline train {
namespace {

constexpr std::size_t draws = 4;  // of contexts, for each word

constexpr std::size_t features = 3;  // ln(1 + t), |f − y₀|, 1
using GateGradient = std::array<double, features>;

// A held-out word with some of its contexts.
struct Example {
  std::uint32_t row;
  FormEvidence form;
  std::vector<float> context;  // mean
  std::uint64_t words;         // of the contexts
  std::array<double, features> x;

  EvidenceView<float> evidence() const {
    EvidenceView<float> view;
    view.form = {form.mean, form.ngrams, nullptr, form.known};
    view.context.mean = context;
    view.context.words = words;
    return view;
  }
};

class GateFit {
 public:
  GateFit(const TrainingData& data, std::span<const std::uint32_t> words, const ModelParts& model)
      : data_(data),
        parameters_(model.parameters),
        composer_(make_composer<float>(Composition::balanced, data.vectors().dimension())),
        parts_(layout_, data.vectors().dimension()) {
    draw_examples(words, Model(model));
    draw_rivals();
  }

  bool empty() const { return examples_.empty(); }

  // The range of t in the examples.
  std::array<float, 2> words() const {
    const auto [least, most] = std::ranges::minmax(examples_, {}, &Example::words);
    return {static_cast<float>(least.words), static_cast<float>(most.words)};
  }

  // The gate that ranks the true vectors highest: w₁, w₂, b.
  std::array<float, features> fit();

 private:
  void draw_examples(std::span<const std::uint32_t> words, const Model& model);
  void draw_rivals();
  double loss(std::span<const double> gate, std::span<double> gradient);
  double loss_of(const Example& example, GateGradient& gradient) const;

  const TrainingData& data_;
  std::vector<float> parameters_;
  const std::unique_ptr<const Composer<float>> composer_;
  Layout layout_;
  const BalancedLayout parts_;
  std::vector<Example> examples_;
  RankingLoss ranking_;
};

void GateFit::draw_examples(std::span<const std::uint32_t> words, const Model& model) {
  constexpr std::size_t most_contexts = 60;
  Random random(seed_for(data_.options().seed, Purpose::gate));
  const Balanced<float> balanced(data_.vectors().dimension());
  ContextEvidence contexts = model.weighted_vectors().no_contexts();
  for (const std::uint32_t row : words) {
    const FormEvidence form = model.form(data_.vectors().word(row));
    if (form.known == 0 || length_of(data_.vectors().row(row)) == 0) continue;
    for (std::size_t draw = 0; draw < draws; ++draw) {
      const std::size_t count = draw_log_uniform(most_contexts, random);
      contexts.clear();
      data_.sum_contexts(row, count, random.next(), contexts);
      if (contexts.empty()) continue;
      Example& example = examples_.emplace_back(Example{row, form, {}, contexts.words, {}});
      std::vector<float> mean(data_.vectors().dimension());
      contexts.mean(mean);
      example.context.resize(mean.size());
      balanced.pool(parameters_, view_of(contexts, mean), example.context);
      const auto strength = std::sqrt(static_cast<double>(form.ngrams.size()) *
                                      static_cast<double>(squared_norm(form.mean)));
      example.x = {std::log1p(static_cast<double>(contexts.words)), strength, 1};
    }
  }
}

void GateFit::draw_rivals() {
  Random random(seed_for(data_.options().seed, Purpose::negatives));
  const Embeddings& vectors = data_.vectors();
  for (std::size_t i = 0; i < usual_rivals; ++i) {
    const auto row = static_cast<std::uint32_t>(random.below(vectors.size()));
    ranking_.add_rival(row, vectors.row(row));
  }
}

// The loss of an example, and its gradient by the gate.
double GateFit::loss_of(const Example& example, GateGradient& gradient) const {
  const std::size_t k = data_.vectors().dimension();
  const EvidenceView<float> evidence = example.evidence();
  Composed<float> composed(k);
  composer_->forward(parameters_, evidence, composed);
  std::vector<float> by_vector(k);
  const double loss =
      ranking_.of(composed.vector, example.row, data_.vectors().row(example.row), by_vector);
  Gradient<float> by_parameters(parameters_.size(), k);
  composer_->backward(parameters_, evidence, composed, by_vector, by_parameters);
  const std::span<const float> all = by_parameters.parameters;
  gradient = {parts_.gate.of(all)[0], parts_.gate.of(all)[1], parts_.bias.of(all)[0]};
  return loss;
}

double GateFit::loss(std::span<const double> gate, std::span<double> gradient) {
  const std::span<float> parameters = parameters_;
  for (std::size_t i = 0; i < 2; ++i) parts_.gate.of(parameters)[i] = static_cast<float>(gate[i]);
  parts_.bias.of(parameters)[0] = static_cast<float>(gate[2]);
  std::vector<double> losses(examples_.size());
  std::vector<GateGradient> gradients(examples_.size());
  parallel_for(data_.options().threads, examples_.size(),
               [&](std::size_t i) { losses[i] = loss_of(examples_[i], gradients[i]); });
  double sum = 0;
  std::ranges::fill(gradient, 0);
  for (std::size_t i = 0; i < examples_.size(); ++i) {
    sum += losses[i];
    for (std::size_t j = 0; j < features; ++j) gradient[j] += gradients[i][j];
  }
  const auto count = static_cast<double>(examples_.size());
  for (double& value : gradient) value /= count;
  return sum / count;
}

// Searches in terms of features that have mean 0 and deviation 1. A feature that does not vary, as
// the length of a single word's form, says nothing: its weight is 0.
std::array<float, features> GateFit::fit() {
  constexpr double least_deviation = 1e-6;
  GateGradient mean{}, scale{};
  for (std::size_t j = 0; j + 1 < features; ++j) {
    for (const Example& example : examples_) mean[j] += example.x[j];
    mean[j] /= static_cast<double>(examples_.size());
    double variance = 0;
    for (const Example& example : examples_)
      variance += (example.x[j] - mean[j]) * (example.x[j] - mean[j]);
    const double deviation = std::sqrt(variance / static_cast<double>(examples_.size()));
    if (deviation > least_deviation) scale[j] = 1 / deviation;
  }
  const auto plain = [&](std::span<const double> scaled) {
    GateGradient gate = {scaled[0] * scale[0], scaled[1] * scale[1], scaled[2]};
    gate[2] -= gate[0] * mean[0] + gate[1] * mean[1];
    return gate;
  };
  // Keeps the gate finite, and near to weighing form and context alike where words are few.
  const double decay = std::max(1e-4, 0.4 / static_cast<double>(examples_.size()));
  const SmoothFunction function = [&](std::span<const double> scaled, std::span<double> gradient) {
    GateGradient by_gate{};
    double value = loss(plain(scaled), by_gate);
    for (std::size_t j = 0; j < features; ++j) {
      gradient[j] = j == 2 ? by_gate[2] : (by_gate[j] - by_gate[2] * mean[j]) * scale[j];
      gradient[j] += 2 * decay * scaled[j];
      value += decay * scaled[j] * scaled[j];
    }
    return value;
  };
  const GateGradient gate = plain(minimize(function, std::vector<double>(features)));
  return {static_cast<float>(gate[0]), static_cast<float>(gate[1]), static_cast<float>(gate[2])};
}

}  // namespace

void fit_gate(const TrainingData& data, std::span<const std::uint32_t> words, ModelParts& model) {
  Layout layout;
  const BalancedLayout parts(layout, data.vectors().dimension());
  const std::span<float> parameters = model.parameters;
  const std::span<float> range = parts.words.of(parameters);
  const auto limit = static_cast<float>(data.options().context_limit);
  range[1] = std::numeric_limits<float>::max();
  GateFit fit(data, words, model);
  if (!fit.empty()) {
    std::ranges::copy(fit.words(), range.begin());
    const auto gate = fit.fit();
    std::copy_n(gate.begin(), 2, parts.gate.of(parameters).begin());
    parts.bias.of(parameters)[0] = gate[2];
  }
  if (limit > 0) {
    range[1] = std::min(range[1], limit);
    range[0] = std::min(range[0], limit);
  }
}

}  // namespace oovec::inline train
