// Draws a task's progress on standard error when that is a terminal, and is silent otherwise.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

#include "oovec/base/progress.h"

namespace oovec::cli {

class ProgressBar : public Progress {
 public:
  void start(std::string_view task, std::optional<std::uint64_t> total_bytes) override;
  void advance(std::uint64_t bytes) override;
  void finish() override;

 private:
  using Clock = std::chrono::steady_clock;

  void draw(Clock::time_point now) const;

  std::string task_;
  std::optional<std::uint64_t> total_;
  std::uint64_t done_ = 0;
  Clock::time_point started_, drawn_;
  bool visible_ = false;
};

// A line on standard error that replaces the one drawn before, and its removal.
void draw_line(const std::string& line);
void erase_line();

// "3:05" or "1:02:03".
std::string clock_time(double seconds);

// "########................  33%"
std::string bar(double share);

// A bar on a terminal, else null: what options structs take.
Progress* terminal_progress();

}  // namespace oovec::cli
