#include "apps/server/server.h"

#include <sys/resource.h>

#include <algorithm>
#include <csignal>
#include <random>

#include <fmt/format.h>

#include "apps/server/json_writer.h"
#include "apps/server/listener.h"
#include "oovec/base/parallel.h"
#include "oovec/io/map_guard.h"

namespace oovec::server {
namespace {

// A connection is a file, of which a shell allows a thousand or so unless it is asked for more.
void allow_many_files() {
  rlimit limit{};
  if (::getrlimit(RLIMIT_NOFILE, &limit) != 0) return;
  limit.rlim_cur = limit.rlim_max;
  (void)::setrlimit(RLIMIT_NOFILE, &limit);
}

std::size_t count_workers(const ServerOptions& options) {
  if (options.workers > 0) return static_cast<std::size_t>(options.workers);
  return std::max<std::size_t>(4, 2 * resolve_threads(0));
}

void log_start(const Listener& listener, const Service& service, const Responder& responder,
               AccessLog& log) {
  std::string fields;
  JsonWriter json(fields);
  json.open('{').field("host", listener.host()).field("port", listener.port());
  json.field("model", service.options.model);
  log.event("info", "listening", std::string_view(fields).substr(1));
  const auto keys = responder.keys();
  if (keys && keys->is_readable_by_others())
    log.event("warning", "others may read or change the file of keys");
}

}  // namespace

void run_server(const ServerOptions& options) {
  allow_many_files();
  std::signal(SIGPIPE, SIG_IGN);  // the log may go to a program that ends
  Service service(options);
  Responder responder(service);
  AccessLog log(options.log, service.metrics.dropped_log_lines);
  WorkPool pool(count_workers(options), options.max_in_flight);
  Serving serving{service, responder, pool, log, fmt::format("{:08x}", std::random_device()())};
  Listener listener(serving);
  log_start(listener, service, responder, log);
  listener.run();
  forget_lost_files();  // clients were told, and had a model again as soon as there was one
  log.event("info", "stopped");
}

}  // namespace oovec::server
