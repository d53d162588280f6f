// The log, a JSON object per line. A thread of its own writes the lines, so that a full pipe or a
// slow disk delays no request; lines that do not fit into its buffer are dropped and counted.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>

#include "oovec/io/descriptor.h"

namespace oovec::server {

struct Route;

class AccessLog {
 public:
  // An empty path is standard error. Throws an Error if the file cannot be opened.
  AccessLog(std::string path, std::atomic<std::uint64_t>& dropped);
  // Writes what is left.
  ~AccessLog();
  AccessLog(const AccessLog&) = delete;
  AccessLog& operator=(const AccessLog&) = delete;

  // A line about the server itself. `fields` are JSON members: "\"port\":8080", or empty.
  void event(std::string_view level, std::string_view event, std::string_view fields = {});
  // Any line of JSON, with its end.
  void write(std::string_view line);

  // Reopens the file, for logrotate, which renames it.
  void reopen();

 private:
  static constexpr std::size_t max_buffered = 4 << 20;  // bytes

  void open();
  void run();

  const std::string path_;
  std::atomic<std::uint64_t>& dropped_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::string buffer_;
  bool stopping_ = false;
  bool reopening_ = false;
  Descriptor file_;
  std::thread thread_;
};

// A line about a request; `route` is null if the request has none.
[[nodiscard]] std::string request_line(std::string_view id, const Route* route, int status,
                                       std::chrono::nanoseconds latency, std::uint64_t bytes);

}  // namespace oovec::server
