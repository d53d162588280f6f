// Shows the progress of a task on standard error: a bar on a terminal, otherwise a line every ten
// seconds, so that logs show progress, too.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

#include "oovec/base/progress.h"

namespace oovec::cli {

class ProgressBar : public Progress {
 public:
  explicit ProgressBar(bool on_terminal) : on_terminal_(on_terminal) {}

  void start(std::string_view task, std::optional<std::uint64_t> total_bytes) override;
  void advance(std::uint64_t bytes) override;
  void finish() override;

 private:
  using Clock = std::chrono::steady_clock;

  std::string line(Clock::time_point now) const;

  bool on_terminal_;
  std::string task_;
  std::optional<std::uint64_t> total_;
  std::uint64_t done_ = 0;
  Clock::time_point started_, drawn_ = Clock::now();
  bool visible_ = false;
};

// A line on standard error that replaces the one drawn before, and its removal.
void draw_line(const std::string& line);
void erase_line();

// "3:05" or "1:02:03".
std::string clock_time(double seconds);

// "########................  33%"
std::string bar(double share);

// Whether standard error is one.
bool on_terminal();

// How often a line is written if it is not.
inline constexpr auto log_every = std::chrono::seconds(10);

// What options structs take.
Progress* terminal_progress();

}  // namespace oovec::cli
