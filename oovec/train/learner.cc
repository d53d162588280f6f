#include "oovec/train/learner.h"

#include <limits>

#include "oovec/base/error.h"
#include "oovec/base/kernels.h"
#include "oovec/train/glorot.h"
#include "oovec/train/seeds.h"

namespace oovec::inline train {
namespace {

constexpr std::uint32_t not_touched = std::numeric_limits<std::uint32_t>::max();

// The n-grams of a model that has no use for any.
Vocabulary only_unknown() {
  Vocabulary ngrams;
  ngrams.insert(std::string_view(&unknown_ngram, 1));
  return ngrams;
}

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
      ngram_names_(uses_form(composition) ? data.ngrams().ngrams() : only_unknown()),
      ngrams_({learning_rate}, ngram_names_.size(), k_, steps),
      weights_(k_, composition),
      gradient_(k_, composition),
      transform_adam_({learning_rate}, weights_.transform.size()),
      gate_adam_({learning_rate}, weights_.gate.size()),
      bias_adam_({learning_rate}, weights_.bias.size()),
      second_adam_({learning_rate}, weights_.second.size()),
      place_(ngram_names_.size(), not_touched),
      composed_(k_),
      form_(k_),
      form_gradient_(k_),
      vector_gradient_(k_) {
  Random random(seed_for(data.options().seed, Purpose::parameters));
  glorot(weights_.transform, k_, k_, random);
  glorot(weights_.gate, 2 * k_, weights_.bias.size(), random);
  glorot(weights_.second, k_, 1, random);
  glorot(ngrams_.parameters(), place_.size(), k_, random);
}

bool Learner::has_form(std::uint32_t row) const {
  return uses_form(composition_) && !data_.ngrams().of(row).empty();
}

bool Learner::has_context(const Batch& batch, std::size_t i) const {
  return uses_context(composition_) && batch.has_context[i] != 0;
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
  clear_gradient();
  for (std::size_t i = 0; i < batch.instances.size(); ++i)
    if (can_use(batch, i)) loss.sum += learn(batch, i, 2 / static_cast<float>(loss.instances));
  write_ngrams();
  if (uses_context(composition_)) {
    transform_adam_.step(step_, gradient_.transform, weights_.transform);
    gate_adam_.step(step_, gradient_.gate, weights_.gate);
    bias_adam_.step(step_, gradient_.bias, weights_.bias);
    second_adam_.step(step_, gradient_.second, weights_.second);
  }
  return loss;
}

void Learner::clear_gradient() {
  for (auto* part : {&gradient_.transform, &gradient_.gate, &gradient_.bias, &gradient_.second})
    std::fill(part->begin(), part->end(), 0);
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
  Evidence<float> evidence;
  if (has_form(row)) evidence.form = form_of(row);
  if (has_context(batch, i)) evidence.context = std::span(batch.contexts).subspan(i * k_, k_);
  forward(composition_, weights_, evidence, composed_);

  const std::span<const float> truth = vectors_.subspan(row * k_, k_);
  for (std::size_t j = 0; j < k_; ++j) vector_gradient_[j] = composed_.vector[j] - truth[j];
  const double loss = squared_norm(vector_gradient_);
  for (float& value : vector_gradient_) value *= scale;
  backward<float>(composition_, weights_, evidence, composed_, vector_gradient_, gradient_,
                  form_gradient_);
  if (has_form(row)) add_form_gradient(row);
  return loss;
}

std::span<const float> Learner::form_of(std::uint32_t row) {
  const auto ngrams = data_.ngrams().of(row);
  std::fill(form_.begin(), form_.end(), 0);
  add_rows(ngrams_.parameters().data(), ngrams, form_);
  for (float& value : form_) value /= static_cast<float>(ngrams.size());
  return form_;
}

// v_form is a mean, so each n-gram has an equal share of its gradient.
void Learner::add_form_gradient(std::uint32_t row) {
  const auto ngrams = data_.ngrams().of(row);
  const float share = 1 / static_cast<float>(ngrams.size());
  for (const std::uint32_t ngram : ngrams)
    axpy(share, form_gradient_, std::span(ngram_gradients_).subspan(place_[ngram] * k_, k_));
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
  const TrainOptions& options = data_.options();
  const IndexSettings& index = data_.index().settings();
  return {
      {composition_,
       {options.ngram_min, options.ngram_max},
       index.tokenizer,
       index.lowercase,
       index.vectors_fingerprint,
       index.vectors_size,
       {}},
      std::move(vectors),
      std::make_shared<const Embeddings>(nullptr, ngram_names_.view(), ngrams_.parameters(), k_),
      weights_,
      data_.word_weights(),
      {}};
}

template <class Visitor>
void Learner::visit_state(const Visitor& visit) {
  visit("ngrams", std::span<float>(ngrams_.parameters()));
  visit("ngram_means", ngrams_.means());
  visit("ngram_squares", ngrams_.squares());
  visit("ngram_steps", ngrams_.last_steps());
  visit("transform", std::span<float>(weights_.transform));
  visit("transform_mean", transform_adam_.mean());
  visit("transform_square", transform_adam_.square());
  visit("gate", std::span<float>(weights_.gate));
  visit("gate_mean", gate_adam_.mean());
  visit("gate_square", gate_adam_.square());
  visit("bias", std::span<float>(weights_.bias));
  visit("bias_mean", bias_adam_.mean());
  visit("bias_square", bias_adam_.square());
  visit("second", std::span<float>(weights_.second));
  visit("second_mean", second_adam_.mean());
  visit("second_square", second_adam_.square());
  visit("step", std::span<std::uint64_t>(&step_, 1));
}

void Learner::save(TensorFileWriter& writer, const std::string& prefix) {
  visit_state([&]<class T>(const char* name, std::span<T> values) {
    writer.add<T>(prefix + name, {values.size()}, values);
  });
}

void Learner::restore(const TensorFile& file, const std::string& prefix) {
  visit_state([&]<class T>(const char* name, std::span<T> values) {
    const std::span<const T> saved = file.tensor<T>(prefix + name);
    file.verify(std::as_bytes(saved));
    if (saved.size() != values.size())
      throw Error(ErrorKind::malformed,
                  file.path() + ": not a checkpoint of this training; remove it to begin anew");
    std::copy(saved.begin(), saved.end(), values.begin());
  });
}

}  // namespace oovec::inline train
