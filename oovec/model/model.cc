#include "oovec/model/model.h"

#include "oovec/base/kernels.h"

namespace oovec::inline model {

TokenizerOptions Model::text() const {
  return {settings().tokenizer, settings().lowercase ? Lowercase::on : Lowercase::off};
}

Form Model::form(std::string_view word) const {
  Form form;
  FormReader(*parts_.ngrams, settings().ngrams).read(word, form);
  return form;
}

std::optional<Inference> Model::infer(std::string_view word, const ContextSum& contexts) const {
  return infer(form(word), contexts);
}

std::optional<std::vector<float>> Model::infer_vector(std::string_view word,
                                                      const ContextSum& contexts) const {
  auto inference = infer(word, contexts);
  if (!inference) return std::nullopt;
  return std::move(inference->vector);
}

std::optional<bool> Model::has_learned_from(std::string_view word) const {
  if (parts_.targets.empty()) return std::nullopt;
  const auto row = vectors().find(word);
  return row && parts_.targets[*row];
}

std::optional<Inference> Model::infer(const Form& form, const ContextSum& contexts) const {
  const Composition composition = settings().composition;
  const bool has_form = uses_form(composition) && form.known > 0;
  const bool has_context = uses_context(composition) && !contexts.empty();
  if (!has_form && !has_context) return std::nullopt;

  Inference result;
  Composed<float> composed(dimension());
  std::vector<float> mean;
  if (has_form) {
    result.form = form.mean;
    result.known_ngrams = static_cast<float>(form.known) / static_cast<float>(form.ngrams);
  }
  if (has_context) {
    mean.resize(dimension());
    contexts.mean(mean);
    result.context_words = contexts.words;
  }
  forward<float>(composition, parts_.weights, {mean, result.form}, composed);
  result.alpha = composed.alpha;
  result.vector = std::move(composed.vector);
  if (has_context) result.context = std::move(composed.projected);
  if (has_form && has_context) result.agreement = cosine(result.form, result.context);
  result.confidence = parts_.confidence.of(result);
  return result;
}

}  // namespace oovec::inline model
