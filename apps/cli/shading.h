// Words shaded by importance, for terminals.
#pragma once

#include <optional>
#include <string>

namespace oovec::cli {

class Shading {
 public:
  explicit Shading(bool true_colour) : true_colour_(true_colour) {}

  // Dark text on a ground from white (nothing) to deep orange (the highest); no colour for 0.
  [[nodiscard]] std::string shade(const std::string& text, double importance, double highest) const;

 private:
  bool true_colour_;
};

// Nothing unless standard output is a terminal with colours, and NO_COLOR is not set.
[[nodiscard]] std::optional<Shading> terminal_shading();

}  // namespace oovec::cli
