#include "oovec/model/model.h"

namespace oovec::inline model {

Observation::Observation(const Model& model)
    : model_(model),
      form_reader_(*model.parts().ngrams, model.settings().ngrams),
      context_reader_(model.vectors(), model.text()),
      contexts_(model.dimension()) {}

Observation::Observation(const Model& model, std::string_view word) : Observation(model) {
  restart(word);
}

void Observation::restart(std::string_view word) {
  word_ = normal_word(word, model_.settings().lowercase);
  if (uses_form(model_.settings().composition)) form_reader_.read(word_, form_);
  context_reader_.set_target(word_);
  contexts_.clear();
}

void Observation::add(std::string_view context) {
  model_.weighted_vectors().add(context_reader_.read(context).rows, contexts_);
}

std::optional<Inference> Observation::infer() const { return model_.infer(form_, contexts_); }

}  // namespace oovec::inline model
