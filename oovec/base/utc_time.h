// Times as people and machines read them: ISO 8601 in UTC.
#pragma once

#include <cstdint>
#include <string>

namespace oovec::inline base {

// Milliseconds since 1970 as "2026-11-18T16:03:07.250Z". A time outside the years 1 to 9999 stays a
// number: "-9223372036854775808 ms".
[[nodiscard]] std::string utc_time(std::int64_t milliseconds);

}  // namespace oovec::inline base
