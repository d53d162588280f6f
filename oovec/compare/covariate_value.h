// Parses the values of a column: missing values, numbers, times. Not part of the public interface.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace oovec::inline compare {

// Whether the value is missing: empty, NA or NaN, as R and pandas write it.
[[nodiscard]] bool is_missing(std::string_view value);

// Nothing unless the text is a finite number in decimal.
[[nodiscard]] std::optional<double> parse_value(std::string_view text);

// A number, or the time of an ISO 8601 date (1961-01-20, 1961-01) in years: the year plus the part
// of it that has passed.
[[nodiscard]] std::optional<double> parse_time(std::string_view text);

// The beginning of the period that contains the time. Periods begin at multiples of `step`.
[[nodiscard]] double period_of(double time, double step);

// "1960–1969" for whole years, "1960" for a step of one year, otherwise "1960.5 ≤ t < 1961".
[[nodiscard]] std::string period_name(double start, double step);

}  // namespace oovec::inline compare
