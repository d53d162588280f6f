#include "oovec/model/neighborhood_map.h"

#include <algorithm>
#include <cmath>

#include "oovec/base/kernels.h"

namespace oovec::inline model {
namespace {

constexpr int power_steps = 100;  // more would move no point by a pixel

using Numbers = std::vector<double>;

// Rows of length 1 around their mean; zeros stay at the mean.
struct CentredRows {
  CentredRows(std::span<const float> vectors, std::size_t size)
      : dimension(size), values(vectors.begin(), vectors.end()) {
    Numbers mean(dimension);
    std::vector<bool> is_placed;
    for (std::size_t i = 0; i < count(); ++i) {
      const double length = std::sqrt(squared_norm(row(i)));
      is_placed.push_back(length > 0);
      if (length > 0)
        for (double& value : row(i)) value /= length;
      axpy(1, row(i), mean);
    }
    const auto placed = static_cast<double>(std::ranges::count(is_placed, true));
    for (std::size_t i = 0; i < count(); ++i)
      if (is_placed[i]) axpy(-1 / placed, mean, row(i));
  }

  std::size_t count() const { return values.size() / dimension; }
  std::span<double> row(std::size_t i) {
    return std::span(values).subspan(i * dimension, dimension);
  }
  std::span<const double> row(std::size_t i) const {
    return std::span(values).subspan(i * dimension, dimension);
  }

  // XᵀX·axis
  Numbers covariance_times(const Numbers& axis) const {
    Numbers product(dimension);
    for (std::size_t i = 0; i < count(); ++i) axpy(dot(row(i), axis), row(i), product);
    return product;
  }

  std::size_t dimension;
  Numbers values;
};

// Makes the axis perpendicular to another and of length 1; zeros if nothing is left.
void normalise(Numbers& axis, const Numbers& other) {
  axpy(-dot(std::span<const double>(axis), other), other, axis);
  const double length = std::sqrt(squared_norm(std::span<const double>(axis)));
  for (double& value : axis) value = length > 1e-12 ? value / length : 0;
}

// The direction, perpendicular to `other`, in which rows differ most, by power iteration. Its
// largest component is positive.
Numbers principal_axis(const CentredRows& rows, const Numbers& other) {
  Numbers axis(rows.dimension);
  double longest = 0;
  for (std::size_t i = 0; i < rows.count(); ++i) {  // begin with the row that is farthest out
    Numbers start(rows.row(i).begin(), rows.row(i).end());
    axpy(-dot(std::span<const double>(start), other), other, start);
    const double length = squared_norm(std::span<const double>(start));
    if (length <= longest) continue;
    longest = length;
    axis = std::move(start);
  }
  if (longest < 1e-12) return Numbers(rows.dimension);
  normalise(axis, other);
  for (int step = 0; step < power_steps; ++step) {
    axis = rows.covariance_times(axis);
    normalise(axis, other);
  }
  const double largest =
      *std::ranges::max_element(axis, {}, [](double value) { return std::abs(value); });
  if (largest < 0)
    for (double& value : axis) value = -value;
  return axis;
}

}  // namespace

std::vector<MapPoint> neighborhood_map(std::span<const float> vectors, std::size_t dimension) {
  const CentredRows rows(vectors, dimension);
  const Numbers first = principal_axis(rows, Numbers(dimension));
  const Numbers second = principal_axis(rows, first);
  Numbers places;  // x, y, x, y …
  double farthest = 0;
  for (std::size_t i = 0; i < rows.count(); ++i)
    for (const Numbers* axis : {&first, &second}) {
      places.push_back(dot(rows.row(i), *axis));
      farthest = std::max(farthest, std::abs(places.back()));
    }
  std::vector<MapPoint> points(rows.count());
  if (farthest == 0) return points;
  for (std::size_t i = 0; i < points.size(); ++i)
    points[i] = {static_cast<float>(places[2 * i] / farthest),
                 static_cast<float>(places[2 * i + 1] / farthest)};
  return points;
}

}  // namespace oovec::inline model
