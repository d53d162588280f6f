// Shows the progress of training: a live line on a terminal, otherwise a line every ten seconds; a
// line per epoch; a log for programs.
#pragma once

#include <chrono>
#include <fstream>
#include <string>

#include "apps/cli/interrupt.h"
#include "apps/cli/print.h"
#include "oovec/train/monitor.h"

namespace oovec::cli {

class TrainDisplay : public TrainMonitor {
 public:
  // `log` is a file for JSON lines, empty for none; it is appended to if training is resumed. With
  // `quiet` there are no lines per epoch.
  TrainDisplay(const std::string& log, bool resume, bool quiet);

  void progress(const TrainStatus& status) override;
  void epoch_done(const EpochResult& result) override;
  bool stop() override { return interrupt_.requested(); }

  // Writes a line into the log, if there is one.
  void log(const Json& line);

  // While learning, that is without scores and checkpoints; 0 if too little was learned to tell.
  double instances_per_second() const;

 private:
  using Clock = std::chrono::steady_clock;

  std::string line(const TrainStatus& status) const;
  void write_log(const EpochResult& result);

  Interrupt interrupt_;
  std::string log_path_;
  std::ofstream log_;
  bool quiet_;
  bool visible_ = false;
  TrainStatus last_{};
  Clock::time_point last_time_, drawn_ = Clock::now();
  std::chrono::duration<double> learning_{};
  std::uint64_t learned_ = 0;  // instances in that time
};

// "loss 21.1  MRR 0.174  median rank 30"
[[nodiscard]] std::string describe(const EpochResult& result);

}  // namespace oovec::cli
