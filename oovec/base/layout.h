// The layout of the named parts of a parameter array. All parameters of a model are in one array,
// so that an optimiser, a checkpoint and a file process it as a whole. A part is a view of the
// array.
//
//   Layout layout;
//   const Part gate = layout.add("gate", {2, k}, {.inputs = k, .outputs = 2});
//   std::vector<float> parameters = first_parameters(layout, random);
//   gate.of(std::span(parameters));
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "oovec/base/random.h"

namespace oovec::inline base {

// The fan-in and fan-out of a part, which determine the scale of its initial values.
struct Fan {
  std::size_t inputs = 0, outputs = 0;  // both 0: the initial values are zeros
};

struct Part {
  std::string name;
  std::vector<std::size_t> shape;
  Fan fan;
  std::size_t begin = 0, size = 0;

  template <class Real>
  std::span<Real> of(std::span<Real> all) const {
    return all.subspan(begin, size);
  }
};

class Layout {
 public:
  // The part follows those before it. Throws Error(malformed) if its size overflows.
  Part add(std::string name, std::vector<std::size_t> shape, Fan fan = {});

  const std::vector<Part>& parts() const { return parts_; }
  std::size_t size() const { return size_; }

  // Throws std::logic_error if there is no part of that name.
  const Part& operator[](std::string_view name) const;

 private:
  std::vector<Part> parts_;
  std::size_t size_ = 0;
};

// Uniform in ±√(6 / (inputs + outputs)) (Glorot and Bengio 2010).
void draw_glorot(std::span<float> values, Fan fan, Random& random);

// All parts, in order.
[[nodiscard]] std::vector<float> first_parameters(const Layout& layout, Random& random);

}  // namespace oovec::inline base
