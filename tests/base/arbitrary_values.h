// Random lists of numbers for properties of statistics.
#pragma once

#include <cstddef>
#include <vector>

#include <rapidcheck.h>

namespace oovec {

// Few different values, so that there are ties.
inline std::vector<double> arbitrary_values(std::size_t size) {
  const auto whole = *rc::gen::container<std::vector<int>>(size, rc::gen::inRange(-4, 5));
  return {whole.begin(), whole.end()};
}

inline std::size_t arbitrary_size() { return *rc::gen::inRange<std::size_t>(2, 30); }

}  // namespace oovec
