// The options of a server: its address, what it serves, and its limits.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "oovec/base/options.h"

namespace oovec::server {

struct ServerOptions {
  std::string model;         // file
  std::string vectors;       // of a model that was written without; empty: it has them
  std::string store;         // file; empty: nothing is remembered
  std::string api_key_file;  // empty: no key is required
  std::string log;           // file; empty: standard error
  std::string held_out;      // file with what `oovec eval heldout --json` printed; empty: none

  std::string host = "127.0.0.1";
  std::uint32_t port = 8080;
  bool quiet = false;
  int threads = 0;
  int workers = 0;
  std::uint32_t max_in_flight = 128;
  std::uint32_t max_connections = 10'000;
  std::uint32_t max_batch = 1000;
  std::uint64_t max_body = std::uint64_t{8} << 20;
  std::uint64_t max_buffered = std::uint64_t{256} << 20;
  std::uint32_t max_header = 16 << 10;
  std::uint32_t idle_seconds = 75;
  std::uint32_t header_seconds = 10;
  std::uint32_t body_seconds = 30;
  std::uint32_t drain_seconds = 30;

  template <class Visitor>
  void fields(Visitor&& field) {
    field("host", host,
          "IP address to listen on. Addresses other than loopback require `api-key-file`.");
    field("port", port, "Port to listen on; 0: any free port.", Range{0, 65535});
    field("quiet", quiet, "Log errors only, not every request.");
    field("threads", threads, "Threads that communicate with clients; 0: one per core.",
          Range{0, 1024}, Effect::none);
    field("workers", workers, "Threads for long work; 0: two per core, at least four.",
          Range{0, 1024}, Effect::none);
    field("max-in-flight", max_in_flight,
          "Process or queue at most N requests; further ones get status 429.", Range{1, 1e6});
    field("max-connections", max_connections, "Keep at most N connections open.", Range{1, 1e6});
    field("max-batch", max_batch, "Accept at most N items per request.", Range{1, 1e6});
    field("max-body", max_body, "Accept at most N bytes per request body, and per line of NDJSON.",
          Range{1024, 1 << 30});
    field("max-buffered", max_buffered,
          "Hold at most N bytes of request bodies in total, and as many of answers over 64 KiB "
          "that clients have yet to read.",
          Range{1024, 1e12});
    field("max-header", max_header, "Accept at most N bytes per request header.",
          Range{1024, 1 << 20});
    field("idle-seconds", idle_seconds, "Close a connection after N seconds without a request.",
          Range{1, 86400});
    field("header-seconds", header_seconds,
          "Close a connection if a header takes longer than N seconds.", Range{1, 86400});
    field("body-seconds", body_seconds,
          "Close a connection if a body, or the client's reading of an answer, takes longer than N "
          "seconds.",
          Range{1, 86400});
    field("drain-seconds", drain_seconds,
          "After SIGTERM, wait at most N seconds for requests to finish.", Range{0, 86400});
  }
};

}  // namespace oovec::server
