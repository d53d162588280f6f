#include "oovec/model/model.h"

namespace oovec::inline model {

Observation::Observation(const Model& model)
    : model_(model),
      form_reader_(*model.parts().ngrams, model.settings().ngrams),
      context_reader_(model.vectors(), model.text()),
      evidence_{{}, model.weighted_vectors().no_contexts()} {}

Observation::Observation(const Model& model, std::string_view word) : Observation(model) {
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
  model_.weighted_vectors().add(context_reader_.read(context), evidence_.contexts);
}

std::optional<Inference> Observation::infer() const {
  return model_.infer(evidence_.form, evidence_.contexts);
}

}  // namespace oovec::inline model
