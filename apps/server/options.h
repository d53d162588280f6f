// What a server is told when it starts: where it listens, what it serves, and its limits.
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
  std::string api_key_file;  // empty: no key is asked for
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
    field("host", host, "address to listen on; others than loopback need `api-key-file`");
    field("port", port, "port to listen on; 0: any that is free", Range{0, 65535});
    field("quiet", quiet, "log no requests, only what goes wrong");
    field("threads", threads, "threads that talk to clients, 0 for one per core", Range{0, 1024},
          Effect::none);
    field("workers", workers, "threads for long work, 0 for four, or two per core if more",
          Range{0, 1024}, Effect::none);
    field("max-in-flight", max_in_flight,
          "requests to work on or keep waiting; beyond them clients get 429", Range{1, 1e6});
    field("max-connections", max_connections, "clients to talk to at once", Range{1, 1e6});
    field("max-batch", max_batch, "items of a request", Range{1, 1e6});
    field("max-body", max_body, "bytes of a request's body, and of a line of NDJSON",
          Range{1024, 1 << 30});
    field("max-buffered", max_buffered, "bytes of all requests' bodies together",
          Range{1024, 1e12});
    field("max-header", max_header, "bytes of a request's header", Range{1024, 1 << 20});
    field("idle-seconds", idle_seconds, "how long a connection may be without a request",
          Range{1, 86400});
    field("header-seconds", header_seconds, "how long a client may take to send a header",
          Range{1, 86400});
    field("body-seconds", body_seconds,
          "how long a client may take to send a body, or leave an answer unread", Range{1, 86400});
    field("drain-seconds", drain_seconds,
          "how long requests may take to end when the server is told to", Range{0, 86400});
  }
};

}  // namespace oovec::server
