#include "apps/server/listener.h"

#include <boost/asio/buffer.hpp>
#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/post.hpp>

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <utility>

#include <fmt/format.h>

#include "apps/server/json_writer.h"
#include "oovec/base/error.h"
#include "oovec/base/parallel.h"

namespace oovec::server {
namespace {

namespace asio = boost::asio;
using asio::ip::tcp;
using boost::beast::error_code;

constexpr std::chrono::milliseconds tick_interval{200};

tcp::endpoint endpoint_of(const ServerOptions& options) {
  error_code error;
  const std::string host = options.host == "localhost" ? "127.0.0.1" : options.host;
  const auto address = asio::ip::make_address(host, error);
  if (error)
    throw Error(ErrorKind::usage,
                fmt::format("`host`: \"{}\" is not an IP address; name one, such as 127.0.0.1",
                            options.host));
  if (!address.is_loopback() && options.api_key_file.empty())
    throw Error(
        ErrorKind::usage,
        fmt::format("`host`: {} can be reached from other machines, and there is no API key; "
                    "name a file of keys with `api-key-file`, or listen on 127.0.0.1",
                    host));
  return {address, static_cast<std::uint16_t>(options.port)};
}

}  // namespace

Listener::Listener(Serving& serving)
    : serving_(serving),
      options_(serving.service.options),
      endpoint_(endpoint_of(serving.service.options)) {
  try {
    acceptor_.open(endpoint_.protocol());
    acceptor_.set_option(tcp::acceptor::reuse_address(true));
    acceptor_.bind(endpoint_);
    acceptor_.listen(4096);
    endpoint_ = acceptor_.local_endpoint();
  } catch (const boost::system::system_error& error) {
    throw io_error(fmt::format("cannot listen on {} port {}", host(), port()),
                   error.code().value());
  }
  for (std::size_t i = 0; i < resolve_threads(options_.threads); ++i)
    lanes_.push_back(std::make_unique<Lane>());
  for (const int signal : {SIGTERM, SIGINT, SIGHUP}) signals_.add(signal);
}

Listener::~Listener() {
  if (reloader_.joinable()) reloader_.join();
}

void Listener::run() {
  wait_for_signal();
  accept();
  tick();
  std::vector<asio::executor_work_guard<asio::io_context::executor_type>> guards;
  for (const auto& lane : lanes_) {
    guards.push_back(asio::make_work_guard(lane->context));
    threads_.emplace_back([this, lane = lane.get()] { run_lane(*lane); });
  }
  context_.run();
  for (const auto& lane : lanes_) lane->context.stop();
  for (std::thread& thread : threads_) thread.join();
  serving_.service.stopping = true;
  serving_.pool.stop();  // while there still are lanes that its work can be handed back to
}

std::uint64_t Listener::open_connections() const {
  return serving_.service.metrics.connections.load();
}

// What is thrown here, for want of memory, costs the connection that it came from and no other.
void Listener::run_lane(Lane& lane) {
  while (true) {
    try {
      lane.context.run();
      return;
    } catch (const std::exception& error) {
      std::string fields;
      JsonWriter(fields).open('{').field("message", error.what());
      serving_.log.event("error", "connection_failed", std::string_view(fields).substr(1));
    }
  }
}

// ----- clients

void Listener::accept() {
  Lane& lane = *lanes_[next_lane_++ % lanes_.size()];
  acceptor_.async_accept(lane.context, [this, &lane](const error_code& error, tcp::socket socket) {
    if (!acceptor_.is_open()) return;
    if (!error) {
      adopt(std::move(socket), lane);
      return accept();
    }
    pause_.expires_after(std::chrono::milliseconds(100));  // the system has no more descriptors
    pause_.async_wait([this](const error_code& stopped) {
      if (!stopped && acceptor_.is_open()) accept();
    });
  });
}

void Listener::adopt(tcp::socket socket, Lane& lane) {
  if (open_connections() >= options_.max_connections) return refuse(std::move(socket));
  // A shared pointer, since handlers must be copied; the socket is used by its lane only.
  auto shared = std::make_shared<tcp::socket>(std::move(socket));
  asio::post(lane.context, [this, &lane, shared] {
    std::make_shared<Connection>(std::move(*shared), serving_, lane)->start();
  });
}

void Listener::refuse(tcp::socket socket) {
  serving_.service.metrics.connections_refused.fetch_add(1);
  const RequestError error(503, "busy", "too many clients are connected; try again later");
  const HttpResponse response = error_response(error, "");
  std::string text;
  append_head(response, "", static_cast<std::int64_t>(response.body.size()), false, false, text);
  text += response.body;
  error_code ignored;
  (void)socket.non_blocking(true, ignored);
  (void)socket.write_some(asio::buffer(text), ignored);
}

void Listener::tick_lane(Lane& lane) {
  const auto now = Connection::Clock::now();
  std::vector<std::shared_ptr<Connection>> late;
  for (Connection* const connection : lane.connections)
    if (auto shared = connection->weak_from_this().lock()) late.push_back(std::move(shared));
  for (const auto& connection : late) connection->check_deadline(now);
}

// ----- the server

void Listener::tick() {
  for (const auto& lane : lanes_)
    asio::post(lane->context, [this, lane = lane.get()] { tick_lane(*lane); });
  serving_.service.metrics.in_flight = serving_.pool.in_flight();
  reload_if_needed();
  if (serving_.service.draining &&
      (open_connections() == 0 || Connection::Clock::now() > drained_by_))
    return context_.stop();
  timer_.expires_after(tick_interval);
  timer_.async_wait([this](const error_code& error) {
    if (!error) tick();
  });
}

void Listener::wait_for_signal() {
  signals_.async_wait([this](const error_code& error, int signal) {
    if (error) return;
    on_signal(signal);
    wait_for_signal();
  });
}

void Listener::on_signal(int signal) {
  if (signal == SIGHUP) {
    serving_.log.reopen();
    is_reload_asked_ = true;
    return reload_if_needed();
  }
  if (serving_.service.draining) {  // told twice
    serving_.log.event("warning", "stopped");
    return context_.stop();
  }
  drain();
}

void Listener::drain() {
  serving_.log.event("info", "draining");
  serving_.service.draining = true;
  drained_by_ = Connection::Clock::now() + std::chrono::seconds(options_.drain_seconds);
  error_code ignored;
  (void)acceptor_.close(ignored);
  for (const auto& lane : lanes_)
    asio::post(lane->context, [lane = lane.get()] {
      std::vector<std::shared_ptr<Connection>> all;
      for (Connection* const connection : lane->connections)
        if (auto shared = connection->weak_from_this().lock()) all.push_back(std::move(shared));
      for (const auto& connection : all) connection->drain();
    });
  timer_.expires_after(std::chrono::milliseconds(1));  // there may be nobody to wait for
  timer_.async_wait([this](const error_code& error) {
    if (!error) tick();
  });
}

// What is asked for while a reload is under way is done when that has ended: it may have read the
// keys or the model before they were replaced.
void Listener::reload_if_needed() {
  if (is_reloading_) return;
  if (std::exchange(is_reload_asked_, false))
    reload("SIGHUP");
  else if (serving_.service.models.has_changed())
    reload("the file has changed");
}

// On a thread of its own: a large model takes a while to verify.
void Listener::reload(const char* reason) {
  is_reloading_ = true;
  if (reloader_.joinable()) reloader_.join();
  reloader_ = std::thread([this, reason] {
    std::string fields;
    JsonWriter json(fields);
    json.open('{').field("reason", reason);
    Metrics& metrics = serving_.service.metrics;
    try {
      serving_.responder.reload_keys();
      serving_.service.models.reload();
      metrics.reloads.fetch_add(1);
      serving_.log.event("info", "reloaded", std::string_view(fields).substr(1));
    } catch (const std::exception& error) {
      metrics.failed_reloads.fetch_add(1);
      json.field("message", error.what());
      serving_.log.event("error", "reload_failed", std::string_view(fields).substr(1));
    }
    is_reloading_ = false;
  });
}

}  // namespace oovec::server
