// A model to be trained: what candidates that learn from the same data differ in.
#pragma once

#include "oovec/model/composition.h"

namespace oovec::inline train {

struct Candidate {
  Composition model = Composition::gated;
  double learning_rate = 0.01;  // a model that is solved for has none
};

}  // namespace oovec::inline train
