#include "oovec/model/model.h"

#include "oovec/base/kernels.h"

namespace oovec {
namespace {

std::vector<float> scaled(std::span<const float> values, double factor) {
  std::vector<float> result(values.begin(), values.end());
  for (float& value : result) value *= static_cast<float>(factor);
  return result;
}

}  // namespace

TokenizerOptions Model::text() const {
  return {settings().tokenizer, settings().lowercase ? Lowercase::on : Lowercase::off};
}

// v_form = Σ e_ngram(s) / |S_w|, where n-grams without a vector count as ⟨unk⟩.
Form Model::form(std::string_view word) const {
  Form form;
  form.mean.resize(dimension());
  if (!uses_form(settings().composition)) return form;
  Ngrams ngrams(settings().ngrams);
  for (const std::string_view ngram : ngrams.of(word)) {
    const auto row = parts_.ngrams->find(ngram);
    axpy(1, parts_.ngrams->row(row.value_or(0)), form.mean);
    form.known += row.value_or(0) > 0 ? 1 : 0;
    ++form.ngrams;
  }
  if (form.ngrams > 0) form.mean = scaled(form.mean, 1.0 / static_cast<double>(form.ngrams));
  return form;
}

std::optional<Inference> Model::infer(std::string_view word, const ContextSum& contexts) const {
  std::vector<float> projected_sum(dimension());
  if (!contexts.empty()) multiply(parts_.weights.transform, contexts.sum, projected_sum);
  return combine(form(word), contexts, projected_sum);
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

// A is linear, so A·v_context is the sum of A·(each context's sum), divided by all their weight.
std::optional<Inference> Model::combine(const Form& form, const ContextSum& contexts,
                                        std::span<const float> projected_sum) const {
  const Composition composition = settings().composition;
  const bool has_form = form.known > 0;
  const bool has_context = uses_context(composition) && !contexts.empty();
  if (!has_form && !has_context) return std::nullopt;

  Inference result;
  std::vector<float> mean;
  if (has_form) result.form = form.mean;
  if (has_context) {
    mean = scaled(contexts.sum, 1 / contexts.weight);
    result.context = scaled(projected_sum, 1 / contexts.weight);
    result.context_words = contexts.words;
  }
  result.alpha = compute_alpha<float>(composition, parts_.weights, {mean, result.form});
  result.vector.resize(dimension());
  mix<float>(result.alpha, result.context, result.form, result.vector);
  if (form.ngrams > 0)
    result.known_ngrams = static_cast<float>(form.known) / static_cast<float>(form.ngrams);
  if (has_form && has_context) result.agreement = cosine(result.form, result.context);
  result.confidence = parts_.confidence.of(result);
  return result;
}

}  // namespace oovec
