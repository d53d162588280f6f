#include "oovec/model/lengths.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include <fmt/format.h>

#include "oovec/base/error.h"
#include "oovec/base/kernels.h"
#include "oovec/base/statistics.h"

namespace oovec::inline model {

std::uint64_t new_word_rank(std::uint64_t vocabulary) {
  constexpr std::uint64_t usual = 20000;
  return std::min(usual, vocabulary / 6);
}

double typical_length(const Embeddings& vectors) {
  constexpr std::size_t around = 256;
  const std::size_t rank = new_word_rank(vectors.size());
  const std::size_t begin = rank - std::min(rank, around);
  const std::size_t end = std::min(vectors.size(), rank + around);
  std::vector<double> lengths;
  lengths.reserve(end - begin);
  for (std::size_t row = begin; row < end; ++row)
    if (const double length = length_of(vectors.row(row)); length > 0) lengths.push_back(length);
  const auto described = describe_lengths(std::move(lengths));
  return described ? described->median : 0;
}

void check_length_for_steps(const Embeddings& vectors) {
  constexpr double shortest = 1e-6, longest = 1e6;
  const double length = typical_length(vectors);
  if (length == 0 || (length >= shortest && length <= longest)) return;
  throw Error(ErrorKind::usage,
              fmt::format("a typical vector has length {:.3g}, which iterative training cannot "
                          "learn; multiply all vectors by a constant so that it is about 1",
                          length));
}

void set_length(double length, std::span<float> vector) {
  const double scale = length / length_of(vector);
  if (!(scale > 0) || !std::isfinite(scale)) return;
  for (float& value : vector) value = static_cast<float>(scale * value);
}

std::optional<Lengths> describe_lengths(std::vector<double> lengths) {
  if (lengths.empty()) return std::nullopt;
  std::sort(lengths.begin(), lengths.end());
  return Lengths{quantile(lengths, 0.05), quantile(lengths, 0.5), quantile(lengths, 0.95)};
}

}  // namespace oovec::inline model
