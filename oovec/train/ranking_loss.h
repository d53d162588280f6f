// How high a word's true vector ranks among those of other words, by cosine to a vector v, as a
// smooth loss (InfoNCE). Not part of the public interface.
//
//   L(v) = −ln( exp(cos(v, e(w)) / τ) / Σ exp(cos(v, e(w')) / τ) )        over w and its rivals w'
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace oovec::inline train {

inline constexpr std::size_t usual_rivals = 1000;

class RankingLoss {
 public:
  // The vector of a rival; one of length 0 is left out.
  void add_rival(std::uint32_t row, std::span<const float> vector);

  // L and its gradient by v. The word itself is no rival. Both are 0 if v or the true vector has no
  // direction.
  double of(std::span<const float> v, std::uint32_t row, std::span<const float> truth,
            std::span<float> gradient) const;

 private:
  std::vector<std::uint32_t> rows_;
  std::vector<float> units_;  // the vectors, of length 1
};

}  // namespace oovec::inline train
