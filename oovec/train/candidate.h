// A model to train: composition and learning rate, in which candidates trained on the same data
// differ.
#pragma once

#include "oovec/model/composition.h"

namespace oovec::inline train {

struct Candidate {
  Composition model = Composition::gated;
  double learning_rate = 0.01;  // not used by solved models
};

}  // namespace oovec::inline train
