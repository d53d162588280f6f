#include "apps/cli/shading.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <string_view>

#include <fmt/format.h>
#include <unistd.h>

namespace oovec::cli {
namespace {

// White to orange among the 256 colours that terminals number.
constexpr std::array<int, 8> ramp = {231, 230, 229, 223, 222, 216, 215, 208};

std::string_view environment(const char* name) {
  const char* const value = std::getenv(name);
  return value ? value : "";
}

int between(int low, int high, double share) {
  return low + static_cast<int>((high - low) * share);
}

}  // namespace

std::string Shading::shade(const std::string& text, double importance, double highest) const {
  if (importance <= 0) return fmt::format(" {} ", text);
  const double share = std::clamp(importance / highest, 0.0, 1.0);
  const std::string ground =
      true_colour_
          ? fmt::format("2;{};{};{}", 255, between(255, 140, share), between(255, 30, share))
          : fmt::format("5;{}", ramp[static_cast<std::size_t>(share * (ramp.size() - 1))]);
  return fmt::format("\x1b[38;5;16;48;{}m {} \x1b[0m", ground, text);
}

std::optional<Shading> terminal_shading() {
  if (isatty(STDOUT_FILENO) != 1 || !environment("NO_COLOR").empty()) return std::nullopt;
  if (environment("TERM").empty() || environment("TERM") == "dumb") return std::nullopt;
  const std::string_view colours = environment("COLORTERM");
  return Shading(colours == "truecolor" || colours == "24bit");
}

}  // namespace oovec::cli
