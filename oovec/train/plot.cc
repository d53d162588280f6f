#include "oovec/train/plot.h"

#include <algorithm>
#include <optional>
#include <vector>

#include <fmt/format.h>

namespace oovec::inline train {
namespace {

constexpr double width = 640, height = 360, margin = 56;

struct Curve {
  const char* name;
  const char* color;
  const char* anchor;  // of its labels: they stand left or right of the picture
  double label_x;
  std::vector<double> values;  // per epoch
};

double x_of(std::size_t epoch, std::size_t epochs) {
  const double steps = epochs > 1 ? static_cast<double>(epochs - 1) : 1;
  return margin + (width - 2 * margin) * static_cast<double>(epoch) / steps;
}

// A line through the values, scaled so that they fill the height, and labels at its extremes.
std::string draw(const Curve& curve) {
  const auto [low, high] = std::minmax_element(curve.values.begin(), curve.values.end());
  const double span = *high > *low ? *high - *low : 1;
  const auto y_of = [&, low = *low](double value) {
    return height - margin - (height - 2 * margin) * (value - low) / span;
  };
  std::string points;
  for (std::size_t i = 0; i < curve.values.size(); ++i)
    points += fmt::format("{:.1f},{:.1f} ", x_of(i, curve.values.size()), y_of(curve.values[i]));
  std::string svg =
      fmt::format("<polyline fill=\"none\" stroke=\"{}\" stroke-width=\"2\" points=\"{}\"/>\n",
                  curve.color, points);
  for (const double value : {*low, *high})
    svg += fmt::format("<text x=\"{}\" y=\"{:.1f}\" text-anchor=\"{}\" fill=\"{}\">{:.4g}</text>\n",
                       curve.label_x, y_of(value) + 4, curve.anchor, curve.color, value);
  return svg + fmt::format("<text x=\"{}\" y=\"{}\" text-anchor=\"{}\" fill=\"{}\">{}</text>\n",
                           curve.label_x, margin / 2, curve.anchor, curve.color, curve.name);
}

}  // namespace

std::string plot_epochs(std::span<const EpochResult> epochs) {
  Curve loss{"loss", "#b3541e", "end", margin - 8, {}};
  Curve score{"score", "#1e6fb3", "start", width - margin + 8, {}};
  for (const EpochResult& epoch : epochs) {
    if (epoch.loss) loss.values.push_back(*epoch.loss);
    if (epoch.score) score.values.push_back(*epoch.score);
  }
  std::string svg = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0} {1}\" "
      "font-family=\"sans-serif\" "
      "font-size=\"12\">\n<rect width=\"{0}\" height=\"{1}\" fill=\"white\"/>\n",
      width, height);
  for (std::size_t i = 0; i < epochs.size(); ++i)
    svg += fmt::format("<text x=\"{:.1f}\" y=\"{}\" text-anchor=\"middle\">{}</text>\n",
                       x_of(i, epochs.size()), height - margin / 2, epochs[i].epoch);
  svg += fmt::format("<text x=\"{}\" y=\"{}\" text-anchor=\"middle\">epoch</text>\n", width / 2,
                     height - 8);
  if (!loss.values.empty()) svg += draw(loss);
  if (!score.values.empty()) svg += draw(score);
  return svg + "</svg>\n";
}

}  // namespace oovec::inline train
