#include "oovec/train/learner.h"

#include <algorithm>
#include <limits>
#include <type_traits>

#include <fmt/format.h>

#include "oovec/base/error.h"
#include "oovec/base/kernels.h"
#include "oovec/io/tensor_reader.h"
#include "oovec/train/checkpoint.h"
#include "oovec/train/seeds.h"

namespace oovec::inline train {
namespace {

constexpr std::uint32_t not_touched = std::numeric_limits<std::uint32_t>::max();

}  // namespace

Loss& Loss::operator+=(const Loss& other) {
  sum += other.sum;
  instances += other.instances;
  return *this;
}

Learner::Learner(const TrainingData& data, Composition composition, double learning_rate,
                 std::uint64_t steps)
    : data_(data),
      composition_(composition),
      learning_rate_(learning_rate),
      vectors_(data.vectors().values()),
      k_(data.vectors().dimension()),
      steps_(steps),
      ngram_names_(uses_form(composition) ? data.ngrams().ngrams() : no_ngrams()),
      ngrams_({learning_rate}, ngram_names_.size(), k_, steps),
      composer_(make_composer<float>(composition, k_)),
      gradient_(composer_->layout().size(), k_),
      adam_({learning_rate}, composer_->layout().size()),
      place_(ngram_names_.size(), not_touched),
      composed_(k_),
      form_(k_),
      context_(k_),
      vector_gradient_(k_) {
  Random random(seed_for(data.options().seed, Purpose::parameters));
  parameters_ = first_parameters(composer_->layout(), random);
  draw_glorot(ngrams_.parameters(), {place_.size(), k_}, random);
}

bool Learner::has_form(std::uint32_t row) const {
  return uses_form(composition_) && !data_.ngrams().of(row).empty();
}

bool Learner::has_context(const Batch& batch, std::size_t i) const {
  return uses_context(composition_) && !batch.contexts[i].empty();
}

bool Learner::can_use(const Batch& batch, std::size_t i) const {
  return has_form(batch.instances[i].row) || has_context(batch, i);
}

Loss Learner::step(const Batch& batch) {
  Loss loss;
  for (std::size_t i = 0; i < batch.instances.size(); ++i) loss.instances += can_use(batch, i);
  ++step_;
  ngrams_.begin_step(step_);
  if (uses_form(composition_)) read_ngrams(batch);
  std::fill(gradient_.parameters.begin(), gradient_.parameters.end(), 0);
  for (std::size_t i = 0; i < batch.instances.size(); ++i)
    if (can_use(batch, i)) loss.sum += learn(batch, i, 2 / static_cast<float>(loss.instances));
  write_ngrams();
  if (composer_->learns()) adam_.step(step_, gradient_.parameters, parameters_);
  return loss;
}

// Lists the n-grams of the batch and brings them up to date.
void Learner::read_ngrams(const Batch& batch) {
  for (const Instance& instance : batch.instances)
    for (const std::uint32_t ngram : data_.ngrams().of(instance.row)) {
      if (place_[ngram] != not_touched) continue;
      place_[ngram] = static_cast<std::uint32_t>(touched_.size());
      touched_.push_back(ngram);
    }
  for (std::size_t i = 0; i < touched_.size(); ++i) {
    if (i + 4 < touched_.size()) ngrams_.prefetch(touched_[i + 4]);
    ngrams_.read(touched_[i]);
  }
  ngram_gradients_.assign(touched_.size() * k_, 0);
}

// Adds the gradient of one instance, scale being 2 / |B|, and returns ‖v − e(w)‖².
double Learner::learn(const Batch& batch, std::size_t i, float scale) {
  const std::uint32_t row = batch.instances[i].row;
  EvidenceView<float> evidence;
  if (has_form(row)) {
    const auto ngrams = data_.ngrams().of(row);
    evidence.form = {form_of(ngrams), ngrams, ngrams_.parameters().data(), count_known(ngrams)};
  }
  if (has_context(batch, i)) {
    batch.contexts[i].mean(context_);
    evidence.context = view_of(batch.contexts[i], context_);
  }
  composer_->forward(parameters_, evidence, composed_);

  const std::span<const float> truth = vectors_.subspan(row * k_, k_);
  for (std::size_t j = 0; j < k_; ++j) vector_gradient_[j] = composed_.vector[j] - truth[j];
  const double loss = squared_norm(vector_gradient_);
  for (float& value : vector_gradient_) value *= scale;
  gradient_.ngrams.clear();
  composer_->backward(parameters_, evidence, composed_, vector_gradient_, gradient_);
  if (has_form(row)) add_form_gradient(evidence.form.ngrams);
  return loss;
}

std::span<const float> Learner::form_of(std::span<const std::uint32_t> ngrams) {
  std::fill(form_.begin(), form_.end(), 0);
  add_rows(ngrams_.parameters().data(), ngrams, form_);
  for (float& value : form_) value /= static_cast<float>(ngrams.size());
  return form_;
}

// v_form is a mean, so each n-gram has an equal share of its gradient, unless the composition has
// told them apart.
void Learner::add_form_gradient(std::span<const std::uint32_t> ngrams) {
  const float share = 1 / static_cast<float>(ngrams.size());
  const std::span<const float> each = gradient_.ngrams;
  for (std::size_t i = 0; i < ngrams.size(); ++i) {
    const auto sum = std::span(ngram_gradients_).subspan(place_[ngrams[i]] * k_, k_);
    if (each.empty())
      axpy(share, gradient_.form, sum);
    else
      axpy(1, each.subspan(i * k_, k_), sum);
  }
}

void Learner::write_ngrams() {
  for (std::size_t i = 0; i < touched_.size(); ++i) {
    ngrams_.write(touched_[i], std::span(ngram_gradients_).subspan(i * k_, k_));
    place_[touched_[i]] = not_touched;
  }
  touched_.clear();
}

ModelParts Learner::model(std::shared_ptr<const Embeddings> vectors) {
  ngrams_.finish(step_);
  return {
      data_.model_settings(composition_),
      std::move(vectors),
      std::make_shared<const Embeddings>(nullptr, ngram_names_.view(), ngrams_.parameters(), k_),
      parameters_,
      data_.word_weights(),
      {}};
}

template <class Visitor>
void Learner::visit_state(const Visitor& visit) {
  visit("ngrams", std::span<float>(ngrams_.parameters()));
  visit("ngram_means", ngrams_.means());
  visit("ngram_squares", ngrams_.squares());
  visit("ngram_steps", ngrams_.last_steps());
  visit("parameters", std::span<float>(parameters_));
  visit("parameter_means", adam_.mean());
  visit("parameter_squares", adam_.square());
  visit("step", std::span<std::uint64_t>(&step_, 1));
}

void Learner::save(TensorFileWriter& writer, const std::string& prefix) {
  visit_state([&]<class T>(const char* name, std::span<T> values) {
    writer.add<T>(prefix + name, {values.size()}, values);
  });
}

void Learner::restore(const TensorFile& file, const std::string& prefix) {
  const TensorReader tensors(file, checkpoint_remedy);
  visit_state([&]<class T>(const char* name, std::span<T> values) {
    if constexpr (std::is_same_v<T, float>)
      std::ranges::copy(tensors.numbers(prefix + name, values.size()), values.begin());
    else
      std::ranges::copy(tensors.tensor<T>(prefix + name, values.size()), values.begin());
  });
  const std::span<const std::uint32_t> last = ngrams_.last_steps();
  if (step_ > steps_ || std::ranges::any_of(last, [&](std::uint32_t t) { return t > step_; }))
    throw Error(ErrorKind::malformed,
                fmt::format("{}: its step counts are invalid; {}", file.path(), checkpoint_remedy));
}

}  // namespace oovec::inline train
