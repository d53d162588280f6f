// Logistic regression, with LIBLINEAR.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace oovec::lab {

// Rows of numbers, and the class of each.
struct LabelledRows {
  std::size_t columns;
  std::vector<float> values;
  std::vector<int> labels;

  std::size_t size() const { return labels.size(); }
  std::span<const float> row(std::size_t i) const {
    return std::span(values).subspan(i * columns, columns);
  }
};

// Learns the classes of the rows `training` by L2-regularised logistic regression, one class
// against all others, and returns the predicted classes of the rows `tested`. `cost` is the weight
// of errors.
[[nodiscard]] std::vector<int> classify(const LabelledRows& rows,
                                        std::span<const std::size_t> training,
                                        std::span<const std::size_t> tested, double cost);

}  // namespace oovec::lab
