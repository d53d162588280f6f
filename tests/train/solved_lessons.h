// What tests of solving for a model share: lessons with vectors of any kind, and small options.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "oovec/corpus/context_index.h"
#include "oovec/corpus/indexer.h"
#include "oovec/train/options.h"
#include "tests/support/language.h"
#include "tests/support/models.h"
#include "tests/support/scratch.h"

namespace oovec {

// Vectors of the made-up language, made from what its words mean and a little of their own.
struct SolvedLessons {
  using Change = std::function<void(std::size_t row, std::span<float> values)>;

  Language language;
  Scratch workspace;
  std::shared_ptr<const Embeddings> vectors;
  std::unique_ptr<const ContextIndex> index;

  explicit SolvedLessons(std::size_t dimension, float noise = 0.2F, const Change& change = {}) {
    const auto meanings = language.vectors();
    const std::vector<float> map = arbitrary_numbers(dimension * Language::dimension, 11);
    std::vector<float> values = arbitrary_numbers(meanings->size() * dimension, 12);
    Vocabulary vocabulary;
    for (std::size_t row = 0; row < meanings->size(); ++row) {
      vocabulary.insert(meanings->word(row));
      for (std::size_t i = 0; i < dimension; ++i) {
        float& value = values[row * dimension + i];
        value = 0.5F + noise * value;
        for (std::size_t j = 0; j < Language::dimension; ++j)
          value += map[i * Language::dimension + j] * meanings->row(row)[j];
      }
      if (change) change(row, std::span(values).subspan(row * dimension, dimension));
    }
    Matrix matrix(dimension);
    matrix.append(values);
    vectors = std::make_shared<const Embeddings>(std::move(vocabulary), std::move(matrix));
    const std::string text = workspace.file("corpus.txt", language.corpus(3000));
    index_corpus(*vectors, {text}, workspace.path("corpus.ctx"));
    index = std::make_unique<const ContextIndex>(workspace.path("corpus.ctx"));
  }

  // Every tenth word.
  std::vector<std::string> excluded() const {
    std::vector<std::string> words;
    for (std::size_t i = 0; i < language.words().size(); i += 10)
      words.push_back(language.words()[i]);
    return words;
  }
};

inline TrainOptions small_solving() {
  TrainOptions options;
  options.sentences = 5;
  options.min_count = 10;
  options.calibration = 40;
  return options;
}

}  // namespace oovec
