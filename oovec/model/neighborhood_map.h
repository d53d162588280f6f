// A map of a neighbourhood: vectors as points in the plane, as far from each other as two
// dimensions allow. It is the projection of the vectors, each of length 1, onto the two directions
// in which they differ most (principal components).
//
//   const std::vector<MapPoint> points = neighborhood_map(vectors, dimension);
//
// The same vectors give the same map; similar vectors give a similar map, except that an axis may
// be mirrored.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace oovec::inline model {

struct MapPoint {
  float x = 0, y = 0;  // from -1 to 1, on one scale
};

// `vectors` has `dimension` finite numbers for each point. Vectors of zeros are placed in the
// middle, and so are all points if the vectors do not differ.
[[nodiscard]] std::vector<MapPoint> neighborhood_map(std::span<const float> vectors,
                                                     std::size_t dimension);

}  // namespace oovec::inline model
