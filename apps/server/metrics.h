// The metrics of the server, for Prometheus.
#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "oovec/store/store.h"

namespace oovec::server {

class Metrics {
 public:
  // `route` is its place in the table of routes; routes.size() for requests that have none.
  void count_request(std::size_t route, int status, std::chrono::nanoseconds latency);

  std::atomic<std::uint64_t> connections = 0;  // open
  std::atomic<std::uint64_t> connections_refused = 0;
  std::atomic<std::uint64_t> timeouts = 0;  // connections closed because the client was too slow
  std::atomic<std::uint64_t> in_flight = 0;
  std::atomic<std::uint64_t> inferred = 0;  // words that got a vector
  std::atomic<std::uint64_t> without_vector = 0;
  std::atomic<std::uint64_t> reloads = 0;
  std::atomic<std::uint64_t> failed_reloads = 0;
  std::atomic<std::uint64_t> dropped_log_lines = 0;

  // Prometheus' text format, version 0.0.4.
  [[nodiscard]] std::string text(const std::optional<StoreTotals>& store) const;

  static constexpr std::size_t max_routes = 32;
  // Upper bounds in seconds; beyond the last there is +Inf.
  static constexpr std::array<double, 13> buckets = {
      0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 10};
  static constexpr std::array<int, 16> statuses = {200, 304, 400, 401, 404, 405, 408, 413,
                                                   415, 421, 422, 429, 431, 500, 503, 0};

 private:
  struct PerRoute {
    std::array<std::atomic<std::uint64_t>, statuses.size()> by_status{};
    std::array<std::atomic<std::uint64_t>, buckets.size() + 1> by_latency{};
    std::atomic<std::uint64_t> nanoseconds = 0;
  };

  std::array<PerRoute, max_routes> routes_;
};

}  // namespace oovec::server
