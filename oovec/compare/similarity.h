// Finds what is near to mean context vectors: words of the model's vectors, anchors, and the words
// and contexts that are typical of one group. Not part of the public interface.
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

// A word whose similarity is reported.
struct Anchor {
  std::string word;  // as the vectors spell it
  std::size_t row;
};

// Throws Error(usage) for a word that has no vector.
[[nodiscard]] std::vector<Anchor> find_anchors(const Model& model,
                                               const std::vector<std::string>& words);

// The vector of a mean of x_i in the space of word vectors.
[[nodiscard]] std::vector<float> vector_of_mean(const Model& model, std::span<const double> mean);

// The k words nearest to each vector, without the word in `itself`.
[[nodiscard]] std::vector<std::vector<WordCosine>> nearest_words(
    const Model& model, const std::vector<std::vector<float>>& vectors, std::size_t k,
    std::optional<std::size_t> itself, int threads);

// The cosine of a vector to each anchor, with intervals from the same vector in bootstrap samples;
// it is empty for a sample that has none.
[[nodiscard]] std::vector<AnchorCosine> anchor_cosines(
    const Model& model, const std::vector<Anchor>& anchors, std::span<const float> vector,
    const std::vector<std::vector<float>>& samples);

// Sets the nearest words, the anchors and the typical words and contexts of each group. `means` are
// those of the groups of the table; `itself` is the row of the word, if it has one.
void describe_groups(const Model& model, const WordTable& table,
                     const std::vector<SampledMean>& means, const std::vector<Anchor>& anchors,
                     std::optional<std::size_t> itself, const CompareOptions& options,
                     std::vector<CompareGroup>& groups);

}  // namespace oovec::inline compare
