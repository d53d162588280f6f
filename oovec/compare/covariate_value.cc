#include "oovec/compare/covariate_value.h"

#include <charconv>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "oovec/text/normalize.h"

namespace oovec::inline compare {
namespace {

constexpr double most = 1e12;  // beyond which a period of 1 has no exact beginning

// So many digits at the front, taken off the text.
std::optional<int> take_digits(std::string_view& text, std::size_t count) {
  int number = 0;
  if (text.size() < count) return std::nullopt;
  for (const char c : text.substr(0, count)) {
    if (c < '0' || c > '9') return std::nullopt;
    number = 10 * number + (c - '0');
  }
  text.remove_prefix(count);
  return number;
}

bool take(std::string_view& text, char c) {
  if (!text.starts_with(c)) return false;
  text.remove_prefix(1);
  return true;
}

std::optional<double> parse_date(std::string_view text) {
  const auto year = take_digits(text, 4);
  if (!year || !take(text, '-')) return std::nullopt;
  const auto month = take_digits(text, 2);
  if (!month || *month < 1 || *month > 12) return std::nullopt;
  std::optional<int> day = 1;
  if (take(text, '-')) day = take_digits(text, 2);
  if (!day || *day < 1 || *day > 31) return std::nullopt;
  if (!text.empty() && text.front() != 'T' && text.front() != ' ') return std::nullopt;
  return *year + (*month - 1 + (*day - 1) / 31.0) / 12.0;
}

bool is_whole(double number) { return number == std::floor(number); }

}  // namespace

bool is_missing(std::string_view value) {
  value = trim(value);
  return value.empty() || value == "NA" || value == "NaN" || value == "nan";
}

std::optional<double> parse_value(std::string_view text) {
  text = trim(text);
  double value = 0;
  const char* const end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, value);
  if (error != std::errc() || rest != end || !std::isfinite(value)) return std::nullopt;
  return value;
}

std::optional<double> parse_time(std::string_view text) {
  std::optional<double> time = parse_value(text);
  if (!time) time = parse_date(trim(text));
  return time && std::abs(*time) <= most ? time : std::nullopt;
}

// A time that is a multiple of the step but for rounding begins its period: 0.3 is 3 times 0.1.
double period_of(double time, double step) {
  constexpr double rounding = 4 * std::numeric_limits<double>::epsilon();
  const double periods = time / step;
  const double nearest = std::round(periods);
  const bool begins = std::abs(periods - nearest) <= rounding * std::abs(periods);
  return (begins ? nearest : std::floor(periods)) * step + 0.0;
}

std::string period_name(double start, double step) {
  if (!is_whole(start) || !is_whole(step))
    return fmt::format("{:.12g} ≤ t < {:.12g}", start, start + step);
  if (step == 1) return fmt::format("{:.0f}", start);
  return fmt::format("{:.0f}–{:.0f}", start, start + step - 1);
}

}  // namespace oovec::inline compare
