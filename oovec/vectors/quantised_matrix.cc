#include "oovec/vectors/quantised_matrix.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <string_view>

#include <fmt/format.h>

#include "oovec/base/error.h"
#include "oovec/base/finite.h"
#include "oovec/vectors/field_reader.h"

namespace oovec::inline vectors {
namespace {

// Four sizes, all of which follow from the first and the third, then the centroids.
void read_quantiser(FieldReader& in, const char* which, std::uint64_t columns, std::uint64_t group,
                    std::vector<float>& centroids) {
  const std::uint64_t groups = (columns + group - 1) / group;
  const std::uint64_t expected[] = {columns, groups, group, columns - (groups - 1) * group};
  for (const std::uint64_t number : expected)
    if (const std::uint64_t found = in.size(which); found != number)
      in.refuse(ErrorKind::malformed,
                fmt::format("a size of {} is {}, which should be {}", which, found, number));
  for (std::uint64_t i = 0; i < columns; ++i) {  // memory grows with what is there
    constexpr std::size_t count = QuantisedMatrix::centroids_per_group;
    centroids.resize(centroids.size() + count);
    in.floats(std::span(centroids).last(count), which);
  }
}

// The number of columns in a group: the third of the sizes of a quantiser, which come next.
std::int32_t peek_group(FieldReader& in, const char* which) {
  std::int32_t sizes[4] = {};
  const std::string_view next = in.bytes().ahead(sizeof sizes);
  if (next.size() < sizeof sizes) in.cut_short(which);
  std::memcpy(sizes, next.data(), sizeof sizes);
  return sizes[2];
}

}  // namespace

void read_matrix_size(FieldReader& in, const char* which, std::uint64_t rows, std::size_t columns) {
  const auto has_rows = in.number<std::int64_t>(which);
  const auto has_columns = in.number<std::int64_t>(which);
  if (has_rows != static_cast<std::int64_t>(rows) ||
      has_columns != static_cast<std::int64_t>(columns))
    in.refuse(ErrorKind::malformed, fmt::format("{} is {} by {}, which should be {} by {}", which,
                                                has_rows, has_columns, rows, columns));
}

QuantisedMatrix read_quantised_matrix(FieldReader& in, const char* which, std::uint64_t rows,
                                      std::size_t columns) {
  QuantisedMatrix matrix;
  matrix.columns = columns;
  const bool has_norms = in.flag("whether lengths are quantised");
  read_matrix_size(in, which, rows, columns);
  const std::uint64_t codes = in.size(which);
  if (rows == 0 || codes % rows != 0 || codes == 0 || codes / rows > columns)
    in.refuse(ErrorKind::malformed, fmt::format("{} has {} codes for {} rows of {} columns", which,
                                                codes, rows, columns));
  matrix.codes = in.stretch(codes, which);
  const std::int32_t group = peek_group(in, which);
  matrix.group = static_cast<std::size_t>(std::max(group, 1));
  if (matrix.groups() != codes / rows)
    in.refuse(ErrorKind::malformed, fmt::format("{} has {} codes a row, but groups of {} columns",
                                                which, codes / rows, group));
  read_quantiser(in, which, columns, matrix.group, matrix.centroids);
  if (has_norms) {
    matrix.norm_codes = in.stretch(rows, which);
    read_quantiser(in, which, 1, 1, matrix.norms);
  }
  return matrix;
}

bool QuantisedMatrix::is_finite() const {
  const auto largest = [](std::span<const float> values) {
    float most = 0;
    for (const float value : values) most = std::max(most, std::fabs(value));
    return most;
  };
  return all_finite(centroids) && all_finite(norms) &&
         std::isfinite(largest(centroids) * (norms.empty() ? 1 : largest(norms)));
}

void QuantisedMatrix::decode(std::size_t row, std::span<float> values) const {
  const float norm = norms.empty() ? 1 : norms[norm_codes[row]];
  for (std::size_t first = 0, g = 0; first < columns; first += group, ++g) {
    const std::size_t width = std::min(group, columns - first);
    const float* const centroid =
        centroids.data() + first * centroids_per_group + codes[row * groups() + g] * width;
    for (std::size_t i = 0; i < width; ++i) values[first + i] = norm * centroid[i];
  }
}

}  // namespace oovec::inline vectors
