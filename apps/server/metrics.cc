#include "apps/server/metrics.h"

#include <algorithm>
#include <iterator>

#include <fmt/format.h>

#include "apps/server/router.h"

namespace oovec::server {
namespace {

std::string labels_of(std::size_t route) {
  const auto routes = all_routes();
  if (route >= routes.size()) return "route=\"none\",method=\"\"";
  return fmt::format("route=\"{}\",method=\"{}\"", routes[route].path, routes[route].method);
}

void append_family(std::string_view name, std::string_view type, std::string_view help,
                   std::string& text) {
  fmt::format_to(std::back_inserter(text), "# HELP oovec_{0} {2}\n# TYPE oovec_{0} {1}\n", name,
                 type, help);
}

void append_metric(std::string_view name, std::string_view type, std::string_view help,
                   std::uint64_t value, std::string& text) {
  append_family(name, type, help, text);
  fmt::format_to(std::back_inserter(text), "oovec_{} {}\n", name, value);
}

}  // namespace

void Metrics::count_request(std::size_t route, int status, std::chrono::nanoseconds latency) {
  PerRoute& counts = routes_[std::min(route, max_routes - 1)];
  const auto found = std::ranges::find(statuses, status);
  const auto place = static_cast<std::size_t>(found - statuses.begin());
  counts.by_status[std::min(place, statuses.size() - 1)].fetch_add(1, std::memory_order_relaxed);
  const double seconds = std::chrono::duration<double>(latency).count();
  const auto bucket =
      static_cast<std::size_t>(std::ranges::lower_bound(buckets, seconds) - buckets.begin());
  counts.by_latency[bucket].fetch_add(1, std::memory_order_relaxed);
  counts.nanoseconds.fetch_add(static_cast<std::uint64_t>(latency.count()),
                               std::memory_order_relaxed);
}

std::string Metrics::text(const std::optional<StoreTotals>& store) const {
  std::string text;
  const auto out = std::back_inserter(text);
  const std::size_t routes = all_routes().size() + 1;
  append_family("requests_total", "counter", "Requests answered, by route and status.", text);
  for (std::size_t route = 0; route < routes; ++route)
    for (std::size_t i = 0; i < statuses.size(); ++i)
      if (const std::uint64_t count = routes_[route].by_status[i])
        fmt::format_to(out, "oovec_requests_total{{{},status=\"{}\"}} {}\n", labels_of(route),
                       statuses[i] == 0 ? "other" : std::to_string(statuses[i]), count);
  append_family("request_seconds", "histogram",
                "Time from the first byte of a request to its answer, by route.", text);
  for (std::size_t route = 0; route < routes; ++route) {
    std::uint64_t sum = 0;
    for (const auto& count : routes_[route].by_latency) sum += count;
    if (sum == 0) continue;
    const std::string labels = labels_of(route);
    std::uint64_t below = 0;
    for (std::size_t i = 0; i < buckets.size(); ++i)
      fmt::format_to(out, "oovec_request_seconds_bucket{{{},le=\"{}\"}} {}\n", labels, buckets[i],
                     below += routes_[route].by_latency[i]);
    fmt::format_to(out, "oovec_request_seconds_bucket{{{},le=\"+Inf\"}} {}\n", labels, sum);
    fmt::format_to(out, "oovec_request_seconds_sum{{{}}} {:.9f}\n", labels,
                   static_cast<double>(routes_[route].nanoseconds) * 1e-9);
    fmt::format_to(out, "oovec_request_seconds_count{{{}}} {}\n", labels, sum);
  }
  append_metric("in_flight", "gauge", "Requests that are queued or being processed.", in_flight,
                text);
  append_metric("connections", "gauge", "Open connections.", connections, text);
  append_metric("connections_refused_total", "counter",
                "Connections closed because there were too many.", connections_refused, text);
  append_metric("timeouts_total", "counter", "Connections closed because the client was too slow.",
                timeouts, text);
  append_metric("words_inferred_total", "counter", "Words that got a vector.", inferred, text);
  append_metric("words_without_vector_total", "counter",
                "Words about which nothing was known, or that were invalid.", without_vector, text);
  append_metric("model_reloads_total", "counter", "Times the model was reloaded.", reloads, text);
  append_metric("model_reload_failures_total", "counter", "Times the model could not be reloaded.",
                failed_reloads, text);
  append_metric("log_lines_dropped_total", "counter",
                "Log lines lost because the log could not be written fast enough.",
                dropped_log_lines, text);
  if (!store) return text;
  append_metric("store_words", "gauge", "Words in the store.", store->words, text);
  append_metric("store_contexts", "gauge", "Contexts in the store.", store->contexts, text);
  append_metric("store_sightings", "gauge", "Times the words in the store were seen.",
                store->sightings, text);
  append_metric("store_bytes", "gauge", "Bytes of the store's file.", store->bytes, text);
  return text;
}

}  // namespace oovec::server
