#include "oovec/base/kernels.h"
#include "oovec/model/model.h"

namespace oovec {

Observation::Observation(const Model& model)
    : model_(model),
      reader_(model.vectors(), model.text()),
      sum_(model.dimension()),
      context_(model.dimension()),
      projected_(model.dimension()),
      projected_sum_(model.dimension()) {}

Observation::Observation(const Model& model, std::string_view word) : Observation(model) {
  restart(word);
}

void Observation::restart(std::string_view word) {
  word_ = normal_word(word, model_.settings().lowercase);
  reader_.set_target(word_);
  form_ = model_.form(word_);
  sum_.clear();
  std::fill(projected_sum_.begin(), projected_sum_.end(), 0);
}

void Observation::add(std::string_view context) {
  const WeightedVectors vectors = model_.weighted_vectors();
  context_.clear();
  for (const std::uint32_t row : reader_.read(context).rows) vectors.add(row, context_);
  if (context_.empty()) return;
  sum_ += context_;
  multiply(model_.parts().weights.transform, context_.sum, projected_);
  axpy(1, projected_, projected_sum_);
}

std::optional<Inference> Observation::infer() const {
  return model_.combine(form_, sum_, projected_sum_);
}

}  // namespace oovec
