#include "oovec/model/neighborhood_map.h"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/support/models.h"

namespace oovec {
namespace {

double distance_between(const MapPoint& a, const MapPoint& b) {
  return std::hypot(a.x - b.x, a.y - b.y);
}

TEST(NeighborhoodMap, OfAPlaneKeepsDistances) {
  // Of length 1, in a plane of four dimensions: so the map is exact, but for its scale.
  std::vector<float> vectors;
  const std::vector<double> angles = {0, 0.1, 0.5, 1.2, 2.0, 3.0};
  for (const double angle : angles) {
    const auto x = static_cast<float>(std::cos(angle)), y = static_cast<float>(std::sin(angle));
    vectors.insert(vectors.end(), {0.6F * x, y, 0.8F * x, 0});
  }
  const std::vector<MapPoint> points = neighborhood_map(vectors, 4);
  ASSERT_EQ(points.size(), angles.size());
  const double scale = distance_between(points[0], points[5]) / (2 * std::sin(1.5));
  for (std::size_t i = 0; i < points.size(); ++i)
    for (std::size_t j = 0; j < i; ++j)
      EXPECT_NEAR(distance_between(points[i], points[j]),
                  scale * 2 * std::sin((angles[i] - angles[j]) / 2), 1e-4);
}

TEST(NeighborhoodMap, ReachesToItsEdgesAndNotBeyond) {
  const std::vector<float> vectors = arbitrary_numbers(std::size_t{40} * 10, 7);
  float farthest = 0;
  for (const MapPoint& point : neighborhood_map(vectors, 10))
    farthest = std::max({farthest, std::abs(point.x), std::abs(point.y)});
  EXPECT_EQ(farthest, 1);
}

TEST(NeighborhoodMap, DoesNotMindHowLongVectorsAre) {
  std::vector<float> vectors = arbitrary_numbers(std::size_t{12} * 5, 8);
  const std::vector<MapPoint> before = neighborhood_map(vectors, 5);
  for (std::size_t i = 0; i < 5; ++i) vectors[i] *= 1000;
  const std::vector<MapPoint> after = neighborhood_map(vectors, 5);
  for (std::size_t i = 0; i < before.size(); ++i)
    EXPECT_LT(distance_between(before[i], after[i]), 1e-5);
}

TEST(NeighborhoodMap, SpreadsTheFirstAxisFurthest) {
  double x = 0, y = 0;
  for (const MapPoint& point : neighborhood_map(arbitrary_numbers(std::size_t{30} * 6, 9), 6)) {
    x += point.x * point.x;
    y += point.y * point.y;
  }
  EXPECT_GT(x, y);
  EXPECT_GT(y, 0);
}

TEST(NeighborhoodMap, OfWhatDoesNotDifferIsAPoint) {
  for (const std::vector<float>& vectors :
       {std::vector<float>{}, {1, 2}, {1, 2, 1, 2, 2, 4}, {0, 0, 0, 0}})
    for (const MapPoint& point : neighborhood_map(vectors, 2)) {
      EXPECT_EQ(point.x, 0);
      EXPECT_EQ(point.y, 0);
    }
}

TEST(NeighborhoodMap, OfTwoIsALine) {
  const std::vector<MapPoint> points = neighborhood_map(std::vector<float>{1, 0, 0, 1}, 2);
  EXPECT_NEAR(points[0].x, -points[1].x, 1e-6);
  EXPECT_NEAR(std::abs(points[0].x), 1, 1e-6);
  EXPECT_NEAR(points[0].y, 0, 1e-6);
}

}  // namespace
}  // namespace oovec
