// The matrix of a quantised fastText model (.ftz): each row is a code per group of columns, which
// names one of 256 centroids of that group, and perhaps a code for its length (Jégou et al. 2011,
// Joulin et al. 2016). Not part of the public interface.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace oovec::inline vectors {

struct QuantisedMatrix {
  static constexpr std::size_t centroids_per_group = 256;

  std::size_t columns = 0;
  std::size_t group = 0;                  // columns per group; the last may have fewer
  std::vector<unsigned char> codes;       // row by row, groups() of them
  std::vector<float> centroids;           // group by group, columns · 256 numbers
  std::vector<unsigned char> norm_codes;  // per row, or none
  std::vector<float> norms;               // 256, or none

  std::size_t groups() const { return (columns + group - 1) / group; }

  // True if no row can hold a number that is not finite.
  bool is_finite() const;

  // The row as fastText adds it to a sum.
  void decode(std::size_t row, std::span<float> values) const;
};

// Reads one, of the size it must have; `which` is its name in messages.
class FieldReader;
[[nodiscard]] QuantisedMatrix read_quantised_matrix(FieldReader& in, const char* which,
                                                    std::uint64_t rows, std::size_t columns);

// Two 64-bit numbers, rows and columns, which must be as given.
void read_matrix_size(FieldReader& in, const char* which, std::uint64_t rows, std::size_t columns);

}  // namespace oovec::inline vectors
