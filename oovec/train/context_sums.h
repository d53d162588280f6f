// Sums of contexts, which training needs by the million. The vectors of each sentence are added up
// once; a context is that sum less the target and, if the sentence is long, less the words too far
// away from it. Not part of the public interface.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "oovec/corpus/context_index.h"
#include "oovec/model/context.h"

namespace oovec {

// The rows of a matrix, and their weights; no weights: all are 1.
struct WeightedRows {
  std::span<const float> values;
  std::size_t dimension;
  std::span<const float> weights;

  std::span<const float> row(std::size_t row) const {
    return values.subspan(row * dimension, dimension);
  }
  float weight(std::size_t row) const { return weights.empty() ? 1 : weights[row]; }
  // Adds the weighted rows to `sum`; returns the sum of their weights.
  double add(std::span<const std::uint32_t> rows, std::span<float> sum) const;
};

class ContextSums {
 public:
  // `index` and what `vectors` refers to are borrowed. Sentences that do not fit into `memory`
  // bytes are added up whenever they are used, to the same bits.
  ContextSums(const ContextIndex& index, const WeightedRows& vectors, std::uint64_t memory,
              int threads);

  // Adds contexts, given by their numbers, of a word of the vectors.
  void add(std::uint32_t word, std::span<const std::uint32_t> contexts, ContextSum& sum) const;

 private:
  struct Sentence {
    const std::uint32_t* tokens;
    float weight;  // of all words
    std::uint16_t length, words;
  };
  struct Scratch;

  void hold(std::size_t begin, std::size_t end, std::uint32_t* tokens);
  Sentence sum_up(std::span<const std::uint32_t> tokens, float* sum) const;
  void prefetch(std::span<const std::uint32_t> sentences) const;

  const ContextIndex& index_;
  const IndexView& view_;
  WeightedRows vectors_;
  std::vector<Sentence> held_;         // the first sentences
  std::unique_ptr<float[]> sums_;      // of each of them
  std::vector<std::uint32_t> tokens_;  // of all of them
};

}  // namespace oovec
