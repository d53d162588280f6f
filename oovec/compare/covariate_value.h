// The values of a column: what is missing, what is a number, what is a time. Not part of the public
// interface.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace oovec::inline compare {

// Whether a field says that there is no value: it is empty, NA or NaN, as R and pandas write it.
[[nodiscard]] bool is_missing(std::string_view value);

// Nothing unless the text is a finite number in decimal.
[[nodiscard]] std::optional<double> parse_value(std::string_view text);

// A number, or a date as ISO 8601 has it (1961-01-20, 1961-01), whose time is the year and what has
// passed of it.
[[nodiscard]] std::optional<double> parse_time(std::string_view text);

// Where the period of this length begins that the time is in. Periods begin at multiples of it.
[[nodiscard]] double period_of(double time, double step);

// "1960–1969" of whole years, else "1960.5 ≤ t < 1961"; a step of one year is just "1960".
[[nodiscard]] std::string period_name(double start, double step);

}  // namespace oovec::inline compare
