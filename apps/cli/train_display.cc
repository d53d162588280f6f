#include "apps/cli/train_display.h"

#include <cerrno>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "apps/cli/print.h"
#include "apps/cli/progress_bar.h"
#include "oovec/base/error.h"

namespace oovec::cli {
namespace {

constexpr auto redraw_line_every = std::chrono::milliseconds(200);

}  // namespace

TrainDisplay::TrainDisplay(const std::string& log, bool resume, bool quiet)
    : log_path_(log), quiet_(quiet) {
  if (log.empty()) return;
  log_.open(log, resume ? std::ios::app : std::ios::trunc);
  if (!log_) throw io_error("cannot write " + log, errno);
}

void TrainDisplay::progress(const TrainStatus& status) {
  const auto now = Clock::now();
  if (status.epoch == last_.epoch) {
    learning_ += now - last_time_;
    learned_ += status.instances - last_.instances;
  }
  last_ = status;
  last_time_ = now;
  const bool terminal = on_terminal();
  if (now - drawn_ < (terminal ? Clock::duration(redraw_line_every) : Clock::duration(log_every)))
    return;
  drawn_ = now;
  visible_ = terminal;
  if (terminal)
    draw_line(line(status));
  else
    fmt::print(stderr, "{}\n", line(status));
}

std::string TrainDisplay::line(const TrainStatus& status) const {
  const double done = static_cast<double>(status.batch) / static_cast<double>(status.batches);
  const double rate = instances_per_second();
  const double per_batch = learning_.count() / static_cast<double>(status.steps);
  const double left = static_cast<double>(status.batches - status.batch) +
                      static_cast<double>(status.batches) * (status.epochs - status.epoch);
  return fmt::format("epoch {}/{}  {}  loss {:.4f}  {} instances/s  ETA {}", status.epoch,
                     status.epochs, bar(done), status.loss,
                     with_commas(static_cast<std::uint64_t>(rate)), clock_time(per_batch * left));
}

void TrainDisplay::epoch_done(const EpochResult& result) {
  if (visible_) erase_line();
  visible_ = false;
  if (!quiet_ && result.loss)
    fmt::print("epoch {:2}  {}\n", result.epoch, describe(result));
  else if (!quiet_)
    fmt::print("{}\n", describe(result));
  write_log(result);
}

void TrainDisplay::write_log(const EpochResult& result) {
  Json line = {{"epoch", result.epoch}};
  if (result.loss) line["loss"] = *result.loss;
  if (result.score) line["score"] = *result.score;
  for (const DevScore& dev : result.dev) {
    Json details;
    for (const auto& [name, value] : dev.details) details[name] = value;
    line["dev"].push_back(details);
  }
  line["instances_per_second"] = instances_per_second();
  log(line);
}

void TrainDisplay::log(const Json& line) {
  if (!log_.is_open()) return;
  log_ << line.dump(-1, ' ', false, Json::error_handler_t::replace) << std::endl;  // at once
  if (!log_) throw io_error("cannot write " + log_path_, errno);
}

double TrainDisplay::instances_per_second() const {
  return learning_.count() > 0 ? static_cast<double>(learned_) / learning_.count() : 0;
}

std::string describe(const EpochResult& result) {
  std::vector<std::string> parts;
  if (result.loss) parts.push_back(fmt::format("loss {:.4f}", *result.loss));
  for (const DevScore& dev : result.dev)
    for (const auto& [name, value] : dev.details)
      parts.push_back(fmt::format("{} {:.4g}", name, value));
  return fmt::format("{}", fmt::join(parts, "  "));
}

}  // namespace oovec::cli
