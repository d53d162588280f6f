// Accepts clients and hands them to lanes, enforces deadlines, watches the model file and signals,
// and shuts down in order.
//
// Included by listener.cc and server.cc only, which see Boost.
#pragma once

#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/asio/steady_timer.hpp>

#include <atomic>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "apps/server/connection.h"

namespace oovec::server {

class Listener {
 public:
  // Listens from now on; clients and signals wait until run(). Throws an Error if the address
  // cannot be used.
  explicit Listener(Serving& serving);
  ~Listener();

  // "127.0.0.1", and the port that was chosen.
  std::string host() const { return endpoint_.address().to_string(); }
  unsigned port() const { return endpoint_.port(); }

  // Returns when all requests are answered after SIGTERM or SIGINT, or when they took too long.
  void run();

 private:
  void run_lane(Lane& lane);
  void accept();
  void adopt(boost::asio::ip::tcp::socket socket, Lane& lane);
  void refuse(boost::asio::ip::tcp::socket socket);
  void wait_for_signal();
  void on_signal(int signal);
  void tick();
  void tick_lane(Lane& lane);
  void reload_if_needed();
  void reload(const char* reason);
  void drain();
  std::uint64_t open_connections() const;

  Serving& serving_;
  const ServerOptions& options_;
  boost::asio::io_context context_{1};  // of the thread that calls run()
  boost::asio::ip::tcp::endpoint endpoint_;
  boost::asio::ip::tcp::acceptor acceptor_{context_};
  boost::asio::signal_set signals_{context_};
  boost::asio::steady_timer timer_{context_};
  boost::asio::steady_timer pause_{context_};  // of accepting, when the system has no more files
  std::vector<std::unique_ptr<Lane>> lanes_;
  std::size_t next_lane_ = 0;
  std::vector<std::thread> threads_;
  bool is_reload_asked_ = false;
  std::atomic<bool> is_reloading_ = false;
  std::thread reloader_;
  Connection::Clock::time_point drained_by_ = Connection::Clock::time_point::max();
};

}  // namespace oovec::server
