#include "oovec/base/utc_time.h"

#include <charconv>
#include <chrono>

#include <fmt/format.h>

namespace oovec::inline base {
namespace {

// Takes what is to be next off the front of a text, and remembers whether all was there.
class TimeReader {
 public:
  explicit TimeReader(std::string_view text) : rest_(text) {}

  int digits(std::size_t count) {
    int number = 0;
    is_good_ = is_good_ && rest_.size() >= count;
    for (std::size_t i = 0; is_good_ && i < count; ++i) {
      is_good_ = rest_[i] >= '0' && rest_[i] <= '9';
      number = 10 * number + (rest_[i] - '0');
    }
    if (is_good_) rest_.remove_prefix(count);
    return number;
  }
  bool accept(char mark) {
    const bool is_there = is_good_ && rest_.starts_with(mark);
    if (is_there) rest_.remove_prefix(1);
    return is_there;
  }
  void expect(char mark) { is_good_ = accept(mark); }
  bool is_done() const { return is_good_ && rest_.empty(); }
  bool is_at_end() const { return rest_.empty(); }

 private:
  std::string_view rest_;
  bool is_good_ = true;
};

}  // namespace

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

std::optional<std::int64_t> parse_utc_time(std::string_view text) {
  std::int64_t number = 0;
  const char* const end = text.data() + text.size();
  if (const auto [rest, error] = std::from_chars(text.data(), end, number);
      error == std::errc() && rest == end)
    return number;
  using namespace std::chrono;
  TimeReader reader(text);
  const year y(reader.digits(4));
  reader.expect('-');
  const month m(static_cast<unsigned>(reader.digits(2)));
  reader.expect('-');
  const year_month_day date(y, m, day(static_cast<unsigned>(reader.digits(2))));
  int hour = 0, minute = 0, second = 0, millisecond = 0;
  if (!reader.is_at_end()) {
    reader.expect('T');
    hour = reader.digits(2);
    reader.expect(':');
    minute = reader.digits(2);
    if (reader.accept(':')) second = reader.digits(2);
    if (reader.accept('.')) millisecond = reader.digits(3);
    reader.expect('Z');
  }
  if (!reader.is_done() || !date.ok() || hour > 23 || minute > 59 || second > 59)
    return std::nullopt;
  const sys_time<milliseconds> time =
      sys_days(date) + hours(hour) + minutes(minute) + seconds(second) + milliseconds(millisecond);
  return time.time_since_epoch().count();
}

}  // namespace oovec::inline base
