#include "apps/cli/progress_bar.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include <fmt/format.h>
#include <unistd.h>

#include "apps/cli/print.h"

namespace oovec::cli {
namespace {

constexpr auto redraw_every = std::chrono::milliseconds(100);
constexpr std::size_t bar_width = 24;
constexpr const char* erase = "\r\x1b[K";

// Around a line: what does not fit is clipped, since only one line can be erased.
constexpr const char* wrap_off = "\x1b[?7l";
constexpr const char* wrap_on = "\x1b[?7h";

std::string human_bytes(double bytes) {
  for (const char* unit : {"B", "kB", "MB", "GB"}) {
    if (bytes < 1000) return fmt::format("{:.{}f} {}", bytes, bytes < 10 ? 1 : 0, unit);
    bytes /= 1000;
  }
  return fmt::format("{:.1f} TB", bytes);
}

}  // namespace

std::string clock_time(double seconds) {
  const long whole = std::lround(seconds);
  if (whole < 3600) return fmt::format("{}:{:02}", whole / 60, whole % 60);
  return fmt::format("{}:{:02}:{:02}", whole / 3600, whole / 60 % 60, whole % 60);
}

std::string bar(double share) {
  const auto filled = static_cast<std::size_t>(std::clamp(share, 0.0, 1.0) * bar_width);
  return fmt::format("{}{} {:3.0f}%", std::string(filled, '#'),
                     std::string(bar_width - filled, '.'), 100 * share);
}

// Not fmt::print, which throws if the terminal is gone: no reason to stop working.
void draw_line(const std::string& line) {
  std::fputs(fmt::format("{}{}{}{}", erase, wrap_off, line, wrap_on).c_str(), stderr);
}

void erase_line() { std::fputs(erase, stderr); }

void ProgressBar::start(std::string_view task, std::optional<std::uint64_t> total_bytes) {
  task_ = printable(task);
  total_ = total_bytes;
  done_ = 0;
  started_ = Clock::now();
  if (on_terminal_) drawn_ = started_;  // a log is silent for ten seconds, whatever tasks begin
  visible_ = false;
}

void ProgressBar::advance(std::uint64_t bytes) {
  done_ += bytes;
  const auto now = Clock::now();
  if (now - drawn_ < (on_terminal_ ? Clock::duration(redraw_every) : Clock::duration(log_every)))
    return;
  drawn_ = now;
  visible_ = on_terminal_;
  if (on_terminal_)
    draw_line(line(now));
  else
    std::fputs((line(now) + '\n').c_str(), stderr);
}

void ProgressBar::finish() {
  if (visible_) erase_line();
  visible_ = false;
}

std::string ProgressBar::line(Clock::time_point now) const {
  const double seconds = std::chrono::duration<double>(now - started_).count();
  const double rate = static_cast<double>(done_) / std::max(seconds, 1e-9);
  std::string line = task_;
  if (total_ && *total_ > 0) {
    line += "  " + bar(std::min(1.0, static_cast<double>(done_) / static_cast<double>(*total_)));
  }
  line += fmt::format("  {}  {}/s", human_bytes(static_cast<double>(done_)), human_bytes(rate));
  if (total_ && *total_ > done_ && rate > 0)
    line += fmt::format("  ETA {}", clock_time(static_cast<double>(*total_ - done_) / rate));
  return line;
}

bool on_terminal() { return isatty(STDERR_FILENO) == 1; }

Progress* terminal_progress() {
  static ProgressBar progress_bar(on_terminal());
  return &progress_bar;
}

}  // namespace oovec::cli
