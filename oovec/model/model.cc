#include "oovec/model/model.h"

#include <stdexcept>

#include <fmt/format.h>

#include "oovec/base/error.h"
#include "oovec/base/finite.h"
#include "oovec/corpus/context_index.h"
#include "oovec/model/composer.h"
#include "oovec/model/lengths.h"

namespace oovec::inline model {

Model::Model(ModelParts parts)
    : parts_(std::move(parts)),
      composer_(make_composer<float>(settings().composition, parts_.vectors->dimension())),
      search_(std::make_shared<const SearchRows>(parts_.vectors)),
      length_(composer_->sets_length() ? 0 : typical_length(*parts_.vectors)) {
  composer_->check(parts_.parameters);
}

void Model::check_index(const ContextIndex& index) const {
  const IndexSettings& made = index.settings();
  if (made.vectors_size != settings().vectors_size ||
      made.vectors_fingerprint != settings().vectors_fingerprint)
    index.check_vectors(vectors());
  index.check_language(settings().language);
}

TokenizerOptions Model::text() const {
  return {settings().tokenizer, settings().lowercase ? Lowercase::on : Lowercase::off,
          settings().language};
}

WeightedVectors Model::weighted_vectors() const {
  return {parts_.vectors.get(), parts_.word_weights, composer_->detail(), parts_.position_weights};
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

std::optional<bool> Model::has_learned_from(std::string_view word) const {
  if (parts_.targets.empty()) return std::nullopt;
  const auto row = vectors().find(word);
  return row && parts_.targets[*row];
}

void Model::map_context(std::span<const float> mean, std::span<float> mapped) const {
  if (!uses_context(settings().composition))
    throw Error(ErrorKind::usage, fmt::format("the model is of kind {}, which does not use "
                                              "contexts; train another",
                                              enum_name(settings().composition)));
  composer_->map_context(parts_.parameters, mean, mapped);
}

std::vector<float> Model::vector_of_context(std::span<const float> mapped) const {
  std::vector<float> vector(dimension());
  composer_->vector_of_context(parts_.parameters, mapped, vector);
  set_length(length_, vector);
  return vector;
}

void Model::check_intact() const {
  parts_.vectors->check_intact();
  parts_.ngrams->check_intact();
}

// What composing needs and leaves.
struct Model::Composing {
  explicit Composing(std::size_t dimension) : composed(dimension) {}

  EvidenceView<float> evidence;
  std::vector<float> mean;  // of the contexts
  Composed<float> composed;
};

// False if there is nothing to compose.
bool Model::compose(const FormEvidence& form, const ContextEvidence& contexts,
                    Composing& work) const {
  const Composition composition = settings().composition;
  const bool has_form = uses_form(composition) && form.known > 0;
  const bool has_context = uses_context(composition) && !contexts.empty();
  if (!has_form && !has_context) return false;
  if (has_context && contexts.detail < composer_->detail())
    throw std::logic_error("the evidence lacks what the composition asks for");
  if (has_form)
    work.evidence.form = {form.mean, form.ngrams, parts_.ngrams->values(form.ngrams).data(),
                          form.known};
  if (has_context) {
    work.mean.resize(dimension());
    contexts.mean(work.mean);
    work.evidence.context = view_of(contexts, work.mean);
  }
  composer_->forward(parts_.parameters, work.evidence, work.composed);
  return true;
}

std::optional<std::vector<float>> Model::infer_vector(std::string_view word,
                                                      const ContextEvidence& contexts) const {
  const FormEvidence form = this->form(word);
  Composing work(dimension());
  const bool is_known = compose(form, contexts, work);
  check_intact();  // else nothing may be known because it is lost
  if (!is_known) return std::nullopt;
  set_length(length_, work.composed.vector);
  if (!all_finite(work.composed.vector)) return std::nullopt;  // of numbers that are too large
  return std::move(work.composed.vector);
}

std::optional<Inference> Model::infer(const FormEvidence& form,
                                      const ContextEvidence& contexts) const {
  Composing work(dimension());
  const bool is_known = compose(form, contexts, work);
  check_intact();  // else nothing may be known because it is lost
  if (!is_known) return std::nullopt;
  Account<float> account = composer_->account(parts_.parameters, work.evidence, work.composed);
  Inference result;
  if (work.evidence.has_form())
    result.known_ngrams = static_cast<float>(form.known) / static_cast<float>(form.ngrams.size());
  if (work.evidence.has_context()) result.context_words = contexts.words;
  result.vector = std::move(work.composed.vector);
  result.form = std::move(account.form);
  result.context = std::move(account.context);
  result.alpha = work.composed.alpha;
  result.context_share = account.context_share;
  result.strength = account.strength;
  result.agreement = account.agreement;
  result.confidence = parts_.confidence.of(result);
  for (std::vector<float>* vector : {&result.vector, &result.form, &result.context})
    set_length(length_, *vector);
  check_intact();  // of what the account has read
  return result;
}

}  // namespace oovec::inline model
