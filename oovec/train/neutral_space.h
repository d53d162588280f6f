// Word vectors without the effect of frequency. Mean and length of word vectors drift with the
// frequency of words; a model that has to predict meaning and frequency at once does neither well.
//
//   y(w) = (e(w) − μ(r)) / σ(r)        r is the frequency rank of w
//
// μ and σ are measured at up to 24 ranks ρ, evenly spaced in ln r: the mean of the vectors of ranks
// ρ/1.6 … 1.6ρ + 200, and the root of the mean squared distance from it. Between these ranks they
// are linear in ln r, beyond them constant.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "oovec/vectors/embeddings.h"

namespace oovec::inline train {

class NeutralSpace {
 public:
  // Measured on the words of these rows. `ranks` is of all rows and must outlive the space, as must
  // the vectors. Throws Error(usage) if vectors do not differ, so that there is nothing to measure.
  NeutralSpace(const Embeddings& vectors, std::span<const std::uint32_t> ranks,
               std::span<const std::uint32_t> words, int threads);

  [[nodiscard]] std::vector<float> mean(double rank) const;  // μ
  [[nodiscard]] double spread(double rank) const;            // σ
  [[nodiscard]] double spread_of(std::uint32_t row) const { return spread(ranks_[row]); }

  // y of a row: target.size() components from `first` on.
  void target(std::uint32_t row, std::size_t first, std::span<float> target) const;

 private:
  struct Knot {
    double log_rank;
    std::vector<double> mean;
    double spread;
  };
  struct Place {
    const Knot *below, *above;
    double above_share;
  };

  Knot measure(std::span<const std::uint32_t> rows, double rank) const;
  Place place(double rank) const;

  const Embeddings& vectors_;
  std::span<const std::uint32_t> ranks_;
  std::vector<Knot> knots_;
};

}  // namespace oovec::inline train
