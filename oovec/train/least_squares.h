// Weighted least squares of vectors on vectors: the matrix M that minimises Σ ω·|M·x − y|².
// Not part of the public interface.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <vector>

namespace oovec::inline train {

// The normal equations M·G = H, with G = Σ ω·x·xᵀ and H = Σ ω·y·xᵀ: in double, since G is near
// singular.
class LeastSquares {
 public:
  LeastSquares(std::size_t inputs, std::size_t outputs)
      : inputs_(inputs), gram_(inputs * inputs), right_(outputs * inputs) {}

  void add(double weight, std::span<const double> x, std::span<const double> y);
  void add(const LeastSquares& other);

  // Σ ω·xᵢ·xⱼ
  double gram(std::size_t i, std::size_t j) const { return gram_[i * inputs_ + j]; }

  // Adds `ridge` times the squares of column i of M to what is minimised.
  void add_ridge(std::size_t i, double ridge) { gram_[i * (inputs_ + 1)] += ridge; }

  // M, row by row; nothing if what was added does not determine it.
  [[nodiscard]] std::optional<std::vector<float>> solve() const;

 private:
  std::size_t inputs_;
  std::vector<double> gram_, right_;
};

// Adds up parts of 0 … count - 1 in parallel, and the parts in order, so that the result has the
// same bits at any number of threads. add_range(begin, end, part) adds a range to a part.
[[nodiscard]] LeastSquares add_up_equations(
    int threads, std::size_t count, std::size_t inputs, std::size_t outputs,
    const std::function<void(std::size_t, std::size_t, LeastSquares&)>& add_range);

}  // namespace oovec::inline train
