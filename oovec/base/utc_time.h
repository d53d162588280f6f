// Times as people and machines read them: ISO 8601 in UTC.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace oovec::inline base {

// Milliseconds since 1970 as "2026-11-18T16:03:07.250Z". A time outside the years 1 to 9999 stays a
// number: "-9223372036854775808 ms".
[[nodiscard]] std::string utc_time(std::int64_t milliseconds);

// The other way round: milliseconds since 1970 of "2026-11-18T16:03:07.250Z", of which the
// fraction, the time of the day or the seconds may be left out, or of a plain number of
// milliseconds. Nothing for any other text.
[[nodiscard]] std::optional<std::int64_t> parse_utc_time(std::string_view text);

}  // namespace oovec::inline base
