// What tests of training learn from: an index of the made-up language.
#pragma once

#include <memory>
#include <string>

#include "oovec/corpus/context_index.h"
#include "oovec/corpus/indexer.h"
#include "oovec/model/composition.h"
#include "oovec/train/options.h"
#include "tests/support/language.h"
#include "tests/support/scratch.h"

namespace oovec {

struct Lessons {
  Language language;
  std::shared_ptr<const Embeddings> vectors = language.vectors();
  Scratch workspace;
  std::unique_ptr<const ContextIndex> index;

  Lessons() {
    const std::string text = workspace.file("corpus.txt", language.corpus(5000));
    index_corpus(*vectors, {text}, workspace.path("corpus.ctx"));
    index = std::make_unique<const ContextIndex>(workspace.path("corpus.ctx"));
  }
};

// A model of the paper, with options small enough for a test: each word occurs about 36 times.
inline TrainOptions small_training() {
  TrainOptions options;
  options.model = Composition::gated;
  options.epochs = 3;
  options.batch = 16;
  options.sentences = 5;
  options.min_count = 10;
  options.calibration = 20;
  return options;
}

}  // namespace oovec
