#include "oovec/base/utc_time.h"

#include <chrono>

#include <fmt/format.h>

namespace oovec::inline base {

std::string utc_time(std::int64_t milliseconds) {
  using namespace std::chrono;
  constexpr sys_time<std::chrono::milliseconds> begin = sys_days(year(1) / 1 / 1);
  constexpr sys_time<std::chrono::milliseconds> end = sys_days(year(10'000) / 1 / 1);
  const sys_time<std::chrono::milliseconds> time{std::chrono::milliseconds(milliseconds)};
  if (time < begin || time >= end) return fmt::format("{} ms", milliseconds);
  const auto day = floor<days>(time);
  const year_month_day date(day);
  const hh_mm_ss clock(time - day);
  return fmt::format("{:04}-{:02}-{:02}T{:02}:{:02}:{:02}.{:03}Z", static_cast<int>(date.year()),
                     static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()),
                     clock.hours().count(), clock.minutes().count(), clock.seconds().count(),
                     clock.subseconds().count());
}

}  // namespace oovec::inline base
