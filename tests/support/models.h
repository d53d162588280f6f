// A model small enough to be calculated by hand, for tests.
#pragma once

#include <memory>

#include "oovec/model/model.h"
#include "tests/support/vectors.h"

namespace oovec {

// Three dimensions, six words, and n-grams of which "pomelo" has four.
inline Model tiny_model(Composition composition = Composition::gated) {
  const auto shared = [](Embeddings embeddings) {
    return std::make_shared<const Embeddings>(std::move(embeddings));
  };
  ModelSettings settings;
  settings.composition = composition;
  settings.lowercase = true;
  Weights<float> weights(3);
  weights.transform = {1, 0.5F, 0, -0.25F, 1, 0, 0.125F, 0, 2};
  weights.gate = {0.5F, -1, 0.25F, 1, 0.5F, -0.5F};
  weights.bias = 0.25F;
  return Model({settings,
                shared(make_embeddings({"the", "fruit", "ripe", "is", "a", "sour"}, 3,
                                       {0.5F, 0.25F, 0, 1, 2, -1, 0.5F, 1, 1, 0, 0.5F, 0, 0.25F,
                                        0.25F, 0.5F, -1, 1.5F, 0.75F})),
                shared(make_embeddings(
                    {"\x1A", "\x02po", "pom", "elo", "elo\x03"}, 3,
                    {0.125F, 0, 0.25F, 1, 0, 0.5F, 0.5F, -1, 0.25F, 2, 1, 0, 0, 0.5F, 1})),
                std::move(weights),
                {},
                {}});
}

}  // namespace oovec
