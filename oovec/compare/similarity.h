// What is near to mean context vectors: words of the model's vectors, anchors, and what is typical
// of one group among several. Not part of the public interface.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "oovec/compare/compare.h"
#include "oovec/compare/group_means.h"
#include "oovec/model/model.h"

namespace oovec::inline compare {

// A word of the vectors that was asked for.
struct Anchor {
  std::string word;  // as the vectors spell it
  std::size_t row;
};

// Throws Error(usage) for a word that has no vector.
[[nodiscard]] std::vector<Anchor> find_anchors(const Model& model,
                                               const std::vector<std::string>& words);

// The vector of a mean of x, in the space of words.
[[nodiscard]] std::vector<float> vector_of_mean(const Model& model, std::span<const double> mean);

// The k words nearest to each vector, without the word in `itself`.
[[nodiscard]] std::vector<std::vector<WordCosine>> nearest_words(
    const Model& model, const std::vector<std::vector<float>>& vectors, std::size_t k,
    std::optional<std::size_t> itself, int threads);

// A vector's cosine to each anchor, with intervals from what the vector is on samples; a sample
// without a vector is empty.
[[nodiscard]] std::vector<AnchorCosine> anchor_cosines(
    const Model& model, const std::vector<Anchor>& anchors, std::span<const float> vector,
    const std::vector<std::vector<float>>& samples);

// Fills in what is nearest to the groups and typical of each. `means` are those of the groups of
// the table; `itself` is the row of the word, if it has one.
void describe_groups(const Model& model, const WordTable& table,
                     const std::vector<SampledMean>& means, const std::vector<Anchor>& anchors,
                     std::optional<std::size_t> itself, const CompareOptions& options,
                     std::vector<CompareGroup>& groups);

}  // namespace oovec::inline compare
