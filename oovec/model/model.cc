#include "oovec/model/model.h"

#include <stdexcept>

#include "oovec/base/kernels.h"
#include "oovec/model/composer.h"

namespace oovec::inline model {

Model::Model(ModelParts parts)
    : parts_(std::move(parts)),
      composer_(make_composer<float>(settings().composition, parts_.vectors->dimension())) {
  composer_->check(parts_.parameters);
}

TokenizerOptions Model::text() const {
  return {settings().tokenizer, settings().lowercase ? Lowercase::on : Lowercase::off};
}

WeightedVectors Model::weighted_vectors() const {
  return {parts_.vectors.get(), parts_.word_weights, composer_->detail()};
}

FormEvidence Model::form(std::string_view word) const {
  FormEvidence form;
  FormReader(*parts_.ngrams, settings().ngrams).read(word, form);
  return form;
}

std::optional<Inference> Model::infer(std::string_view word,
                                      const ContextEvidence& contexts) const {
  return infer(form(word), contexts);
}

std::optional<std::vector<float>> Model::infer_vector(std::string_view word,
                                                      const ContextEvidence& contexts) const {
  auto inference = infer(word, contexts);
  if (!inference) return std::nullopt;
  return std::move(inference->vector);
}

std::optional<bool> Model::has_learned_from(std::string_view word) const {
  if (parts_.targets.empty()) return std::nullopt;
  const auto row = vectors().find(word);
  return row && parts_.targets[*row];
}

std::optional<Inference> Model::infer(const FormEvidence& form,
                                      const ContextEvidence& contexts) const {
  const Composition composition = settings().composition;
  const bool has_form = uses_form(composition) && form.known > 0;
  const bool has_context = uses_context(composition) && !contexts.empty();
  if (!has_form && !has_context) return std::nullopt;
  if (has_context && contexts.detail < composer_->detail())
    throw std::logic_error("the evidence lacks what the composition asks for");

  Inference result;
  EvidenceView<float> evidence;
  std::vector<float> mean;
  if (has_form) {
    result.form = form.mean;
    result.known_ngrams = static_cast<float>(form.known) / static_cast<float>(form.ngrams.size());
    evidence.form = {form.mean, form.ngrams, parts_.ngrams->values(form.ngrams).data(), form.known};
  }
  if (has_context) {
    mean.resize(dimension());
    contexts.mean(mean);
    result.context_words = contexts.words;
    evidence.context = view_of(contexts, mean);
  }
  Composed<float> composed(dimension());
  composer_->forward(parts_.parameters, evidence, composed);
  result.alpha = composed.alpha;
  result.vector = std::move(composed.vector);
  if (has_context) result.context = std::move(composed.context);
  if (has_form && has_context) result.agreement = cosine(result.form, result.context);
  result.confidence = parts_.confidence.of(result);
  return result;
}

}  // namespace oovec::inline model
