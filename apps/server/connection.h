// One client: reads its requests, has them answered one after the other, and writes the answers.
// Everything but long work happens on the thread of its lane, so nothing here needs locks.
//
// Included only by sources that see Boost.
#pragma once

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

#include "apps/server/access_log.h"
#include "apps/server/request_parser.h"
#include "apps/server/responder.h"
#include "apps/server/work_pool.h"

namespace oovec::server {

class Connection;

// A thread that serves clients, and its clients.
struct Lane {
  std::unordered_set<Connection*> connections;  // touched by its thread only
  boost::asio::io_context context{1};           // at the end, it still owns connections
};

// What all connections share.
struct Serving {
  Service& service;
  Responder& responder;
  WorkPool& pool;
  AccessLog& log;
  std::string id_prefix;  // of requests
  std::atomic<std::uint64_t> next_id = 0;
  std::atomic<std::uint64_t> buffered = 0;  // bytes of bodies that are being received
  std::atomic<std::uint64_t> unsent = 0;    // bytes of long answers that clients are yet to read
};

class Connection final : public std::enable_shared_from_this<Connection> {
 public:
  using Clock = std::chrono::steady_clock;

  Connection(boost::asio::ip::tcp::socket socket, Serving& serving, Lane& lane);
  ~Connection();
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;

  void start();
  // Ends the connection if the client has taken too long.
  void check_deadline(Clock::time_point now);
  // Ends it after the request that is being answered, at once if there is none.
  void drain();
  void close();

 private:
  enum class State {
    receiving,  // a request, or nothing yet
    working,    // another thread works on the answer
    lingering,  // all is sent; waits for the client to have read it
    closed,
  };

  // Receiving
  void read();
  void on_read(std::size_t size);
  void advance();
  bool step();
  void begin_request();
  void on_parse_error(const boost::beast::error_code& error);
  bool on_head();
  bool check_body();
  void on_request();
  void make_room();

  // NDJSON
  bool pump_lines();
  void on_answers(const std::string& answers);
  void end_lines();

  // Answering
  //
  // What a worker has done goes back to the thread of the lane, and with it the worker's share in
  // the connection: it must end there.
  template <class Then>
  void hand_back(Then&& action) {
    boost::asio::post(lane_.context, std::forward<Then>(action));
  }
  bool submit(const Work& work);
  void respond(HttpResponse response);
  void refuse(const RequestError& error);
  void fetch_piece();
  void on_piece(const std::optional<std::string>& piece);
  void append_piece(std::string_view piece);
  [[nodiscard]] bool are_answers_waiting(std::uint64_t size) const;
  void count_unsent(std::uint64_t size);
  void end_request();
  void report();

  // Sending
  void write();
  void send();
  void on_sent();
  void linger();

  void set_deadline(std::uint32_t seconds) {
    deadline_ = Clock::now() + std::chrono::seconds(seconds);
  }
  // Wraps the handler of an operation so that it keeps this object alive and ends it on an error.
  template <class Then>
  auto then(Then action);

  boost::asio::ip::tcp::socket socket_;
  Serving& serving_;
  Lane& lane_;
  const ServerOptions& options_;
  State state_ = State::receiving;
  bool is_closing_ = false;  // after the current request
  bool is_reading_ = false, is_writing_ = false;
  Clock::time_point deadline_ = Clock::time_point::max();

  std::vector<char> in_;  // from in_begin_ to in_end_: received, not yet parsed
  std::size_t in_begin_ = 0, in_end_ = 0;
  std::string out_;      // to be sent after `sending_`
  std::string sending_;  // from sent_ on
  std::size_t sent_ = 0;
  std::uint64_t unsent_ = 0;  // of serving_.unsent
  std::size_t lingered_ = 0;  // bytes thrown away at the end

  // Of the request that is being received or answered.
  std::optional<RequestParser> parser_;
  std::shared_ptr<Call> call_;
  Clock::time_point started_;
  bool is_head_done_ = false;
  bool is_keep_alive_ = false;
  bool takes_lines_ = false;
  bool is_chunked_ = false;  // the answer
  bool is_answer_begun_ = false;
  std::uint64_t counted_ = 0;  // of serving_.buffered
  int status_ = 0;
  std::uint64_t bytes_out_ = 0;
  std::shared_ptr<const HttpResponse> pieces_;  // a response that is sent piece by piece
};

}  // namespace oovec::server
