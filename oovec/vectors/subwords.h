// Vectors for words a vectors file does not list.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

namespace oovec::inline vectors {

class Subwords {
 public:
  virtual ~Subwords() = default;

  // Nothing when the word has no known part.
  [[nodiscard]] virtual std::optional<std::vector<float>> vector_of(
      std::string_view word) const = 0;
};

}  // namespace oovec::inline vectors
