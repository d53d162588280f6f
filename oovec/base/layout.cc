#include "oovec/base/layout.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "oovec/base/checked.h"

namespace oovec::inline base {

Part Layout::add(std::string name, std::vector<std::size_t> shape, Fan fan) {
  std::size_t size = 1;
  for (const std::size_t length : shape) size = checked_mul(size, length);
  parts_.push_back({std::move(name), std::move(shape), fan, size_, size});
  size_ = checked_add(size_, size);
  return parts_.back();
}

const Part& Layout::operator[](std::string_view name) const {
  const auto found = std::find_if(parts_.begin(), parts_.end(),
                                  [&](const Part& part) { return part.name == name; });
  if (found == parts_.end())
    throw std::logic_error("no part of the parameters is called " + std::string(name));
  return *found;
}

void draw_glorot(std::span<float> values, Fan fan, Random& random) {
  const float bound = std::sqrt(6.0F / static_cast<float>(fan.inputs + fan.outputs));
  for (float& value : values) value = bound * (2 * random.unit() - 1);
}

std::vector<float> first_parameters(const Layout& layout, Random& random) {
  std::vector<float> parameters(layout.size());
  for (const Part& part : layout.parts())
    if (part.fan.inputs + part.fan.outputs > 0)
      draw_glorot(part.of(std::span(parameters)), part.fan, random);
  return parameters;
}

}  // namespace oovec::inline base
