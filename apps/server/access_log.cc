#include "apps/server/access_log.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <iterator>
#include <utility>

#include <fmt/format.h>

#include "apps/server/inferring.h"
#include "apps/server/route.h"
#include "oovec/base/error.h"
#include "oovec/base/utc_time.h"

namespace oovec::server {
namespace {

constexpr std::chrono::milliseconds flush_every{50};

// Lines that cannot be written are lost: there is nowhere to report it.
void write_all(int file, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = ::write(file, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return;
    text.remove_prefix(static_cast<std::size_t>(written));
  }
}

// The beginning of a line.
std::string log_line(std::string_view level, std::string_view event) {
  return fmt::format("{{\"time\":\"{}\",\"level\":\"{}\",\"event\":\"{}\"",
                     utc_time(current_time()), level, event);
}

}  // namespace

std::string request_line(std::string_view id, const Route* route, int status,
                         std::chrono::nanoseconds latency, std::uint64_t bytes) {
  std::string line = log_line(status < 500 ? "info" : "error", "request");
  fmt::format_to(std::back_inserter(line),
                 ",\"id\":\"{}\",\"method\":\"{}\",\"route\":\"{}\",\"status\":{},\"ms\":{:.3f},"
                 "\"bytes\":{}}}\n",
                 id, route ? route->method : "", route ? route->path : "", status,
                 std::chrono::duration<double, std::milli>(latency).count(), bytes);
  return line;
}

AccessLog::AccessLog(std::string path, std::atomic<std::uint64_t>& dropped)
    : path_(std::move(path)), dropped_(dropped) {
  open();
  thread_ = std::thread([this] { run(); });
}

AccessLog::~AccessLog() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  changed_.notify_all();
  thread_.join();
}

void AccessLog::open() {
  if (path_.empty()) {
    file_ = Descriptor(::dup(STDERR_FILENO));
    return;
  }
  Descriptor file(::open(path_.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0640));
  if (!file) throw io_error("cannot open the log " + path_, errno);
  file_ = std::move(file);
}

void AccessLog::event(std::string_view level, std::string_view event, std::string_view fields) {
  std::string line = log_line(level, event);
  if (!fields.empty()) line.append(",").append(fields);
  line += "}\n";
  write(line);
}

void AccessLog::write(std::string_view line) {
  const std::lock_guard lock(mutex_);
  if (buffer_.size() + line.size() > max_buffered)
    dropped_.fetch_add(1, std::memory_order_relaxed);
  else
    buffer_ += line;
}

void AccessLog::reopen() {
  const std::lock_guard lock(mutex_);
  reopening_ = true;
}

void AccessLog::run() {
  std::string text;
  while (true) {
    bool is_last = false, opens = false;
    {
      std::unique_lock lock(mutex_);
      changed_.wait_for(lock, flush_every, [&] { return stopping_; });
      text.swap(buffer_);
      is_last = stopping_;
      opens = std::exchange(reopening_, false);
    }
    if (opens) {
      try {
        open();
      } catch (const Error&) {  // continues with the old file
      }
    }
    write_all(file_.get(), text);
    text.clear();
    if (is_last) return;
  }
}

}  // namespace oovec::server
