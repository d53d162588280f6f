// The expected cosine between an inferred vector and the word's true vector: the mean cosine of
// held-out words with similar diagnostics, from 0 to 1.
//
// There are three cases, since not all diagnostics exist in each: form alone, context alone, both.
// For each, a function of the diagnostics is fitted by least squares to held-out words: linear, or
// with squares and products to follow the number of context words.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace oovec::inline model {

struct Inference;

// What function of the diagnostics.
enum class ConfidenceShape { linear, curved };

constexpr auto enum_names(ConfidenceShape) {
  return std::array<std::string_view, 2>{"linear", "curved"};
}

class Confidence {
 public:
  using Shape = ConfidenceShape;
  static constexpr std::size_t cases = 3;
  static constexpr std::size_t features = 12;
  static constexpr std::size_t linear_features = 6;  // those that come first
  using Coefficients = std::array<float, features>;

  // Fitted to inferences and their cosines with the true vectors. A case with too few of them, or
  // with vectors that are not finite, is left out.
  [[nodiscard]] static Confidence fit(std::span<const Inference> inferences,
                                      std::span<const float> cosines, Shape shape = Shape::linear);

  // Empty in a case that was left out, and for diagnostics that are not finite.
  [[nodiscard]] std::optional<float> of(const Inference& inference) const;

  // The range of diagnostics that a case was fitted to: known n-grams, ln(1 + context words),
  // agreement, alpha, strength. Diagnostics are clipped to it.
  static constexpr std::size_t diagnostics = 5;
  struct Bounds {
    std::array<float, diagnostics> low, high;

    bool operator==(const Bounds&) const = default;
  };

  // Per case; public for the model file. Of a linear function those beyond the first are 0.
  std::array<std::optional<Coefficients>, cases> coefficients;
  std::array<std::optional<Bounds>, cases> bounds;  // missing in older files
  Shape shape = Shape::linear;
  // Upper limit of the number of context words, where there are no bounds.
  std::uint64_t most_words = std::numeric_limits<std::uint64_t>::max();

  std::size_t used_features() const { return shape == Shape::linear ? linear_features : features; }
};

}  // namespace oovec::inline model
