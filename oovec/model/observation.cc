#include "oovec/model/model.h"

namespace oovec::inline model {

Observation::Observation(const Model& model, ContextWindow window)
    : model_(model),
      window_(window),
      form_reader_(*model.parts().ngrams, model.settings().ngrams),
      context_reader_(model.vectors(), model.text()),
      evidence_{{}, model.weighted_vectors().no_contexts()} {}

Observation::Observation(const Model& model, std::string_view word, ContextWindow window)
    : Observation(model, window) {
  restart(word);
}

void Observation::restart(std::string_view word) {
  word_ = normal_word(word, model_.text().casing());
  if (uses_form(model_.settings().composition)) form_reader_.read(word_, evidence_.form);
  context_reader_.set_target(word_);
  evidence_.contexts.clear();
}

void Observation::leave_out(std::span<const std::string> ngrams) {
  if (uses_form(model_.settings().composition)) form_reader_.read(word_, ngrams, evidence_.form);
}

void Observation::add(std::string_view context) {
  const ContextTokens& tokens = context_reader_.read(context);
  const WeightedVectors weighted = model_.weighted_vectors();
  if (window_.window == 0) return weighted.add(tokens, evidence_.contexts);
  for (const ContextTokens& window : target_windows(tokens, window_.window))
    weighted.add(window, evidence_.contexts);
}

std::optional<Inference> Observation::infer() const {
  return model_.infer(evidence_.form, evidence_.contexts);
}

}  // namespace oovec::inline model
