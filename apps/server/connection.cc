#include "apps/server/connection.h"

#include <boost/asio/buffer.hpp>
#include <boost/beast/http/error.hpp>

#include <algorithm>
#include <cstring>
#include <utility>

#include <fmt/format.h>

#include "apps/server/router.h"

namespace oovec::server {
namespace {

namespace asio = boost::asio;
namespace http = boost::beast::http;
using boost::beast::error_code;

constexpr std::size_t first_buffer = 4 << 10;
constexpr std::size_t body_buffer = 64 << 10;
constexpr std::size_t most_unsent = 64 << 10;    // answers to pipelined requests that may wait
constexpr std::size_t most_lingered = 16 << 20;  // bytes that a refused client may still send
constexpr std::uint32_t linger_seconds = 2;

}  // namespace

Connection::Connection(asio::ip::tcp::socket socket, Serving& serving, Lane& lane)
    : socket_(std::move(socket)),
      serving_(serving),
      lane_(lane),
      options_(serving.service.options),
      in_(first_buffer) {
  lane_.connections.insert(this);
  serving_.service.metrics.connections.fetch_add(1);
}

Connection::~Connection() {
  lane_.connections.erase(this);
  serving_.unsent.fetch_sub(unsent_);
  serving_.buffered.fetch_sub(counted_);
  serving_.service.metrics.connections.fetch_sub(1);
}

template <class Then>
auto Connection::then(Then action) {
  return [self = shared_from_this(), action](const error_code& error, auto... results) {
    if (error || self->state_ == State::closed)
      self->close();
    else
      action(*self, results...);
  };
}

void Connection::start() {
  error_code ignored;
  (void)socket_.set_option(asio::ip::tcp::no_delay(true), ignored);
  (void)socket_.non_blocking(true, ignored);
  set_deadline(options_.idle_seconds);
  read();
}

void Connection::close() {
  if (state_ == State::closed) return;
  state_ = State::closed;
  error_code ignored;
  (void)socket_.close(ignored);
}

void Connection::drain() {
  is_closing_ = true;
  if (state_ == State::receiving && !parser_ && !is_writing_) close();
}

void Connection::check_deadline(Clock::time_point now) {
  if (now < deadline_ || state_ == State::closed) return;
  if (parser_ || is_writing_)  // else it was merely idle
    serving_.service.metrics.timeouts.fetch_add(1, std::memory_order_relaxed);
  const bool can_answer =
      state_ == State::receiving && parser_ && !is_writing_ && !is_answer_begun_;
  if (!can_answer) return close();
  refuse({408, "timeout", "the request took too long to arrive; send it faster, or less of it"});
  advance();
}

// ----- receiving

void Connection::read() {
  if (std::exchange(is_reading_, true)) return;
  make_room();
  socket_.async_read_some(asio::buffer(in_.data() + in_end_, in_.size() - in_end_),
                          then([](Connection& self, std::size_t size) { self.on_read(size); }));
}

// A request's head must fit into the buffer as a whole. The rest of a body is taken in larger
// pieces.
void Connection::make_room() {
  if (in_begin_ == in_end_) {
    in_begin_ = in_end_ = 0;
    const std::size_t size = parser_ && is_head_done_ ? body_buffer : first_buffer;
    if (in_.size() != size) std::vector<char>(size).swap(in_);
  }
  if (in_end_ < in_.size()) return;
  std::memmove(in_.data(), in_.data() + in_begin_, in_end_ - in_begin_);
  in_end_ -= in_begin_;
  in_begin_ = 0;
  const std::size_t most = options_.max_header + 16;
  if (in_end_ + first_buffer / 4 > in_.size() && in_.size() < most)
    in_.resize(std::min(2 * in_.size(), most));
}

void Connection::on_read(std::size_t size) {
  is_reading_ = false;
  if (state_ == State::lingering) {
    lingered_ += size;
    if (lingered_ > most_lingered) return close();
    in_begin_ = in_end_ = 0;
    return read();
  }
  in_end_ += size;
  advance();
}

// Goes on as far as the bytes received allow, then sends what there is to be sent.
void Connection::advance() {
  // If asked to end while a request is being processed, it is still answered.
  while (state_ == State::receiving && (!is_closing_ || parser_) && out_.size() < most_unsent &&
         step()) {
  }
  if (state_ == State::closed) return;
  if (!out_.empty()) return write();
  if (state_ != State::receiving || is_writing_) return;
  if (is_closing_ && !parser_) return linger();
  read();
}

void Connection::begin_request() {
  parser_.emplace();
  parser_->header_limit(options_.max_header);
  parser_->body_limit(boost::none);
  call_ = std::make_shared<Call>();
  started_ = Clock::now();
  deadline_ = started_ + std::chrono::seconds(options_.header_seconds);
  is_head_done_ = takes_lines_ = is_chunked_ = is_answer_begun_ = false;
  status_ = 0;
  bytes_out_ = 0;
}

// Parses a part of what was received. False if more is needed for the next one.
bool Connection::step() {
  if (!parser_) {
    if (in_begin_ == in_end_) return false;
    begin_request();
  }
  if (!parser_->is_done()) {
    if (in_begin_ == in_end_) return false;
    error_code error;
    in_begin_ += parser_->put(asio::buffer(in_.data() + in_begin_, in_end_ - in_begin_), error);
    if (error == http::error::need_more) {
      const bool is_full = in_end_ - in_begin_ >= options_.max_header;
      if (is_full) on_parse_error(http::error::header_limit);
      return is_full;
    }
    if (error) {
      on_parse_error(error);
      return true;
    }
  }
  if (parser_->is_header_done() && !is_head_done_ && !on_head()) return true;
  if (is_head_done_ && !check_body()) return true;
  if (takes_lines_) return pump_lines();
  if (parser_->is_done()) on_request();
  return true;
}

void Connection::on_parse_error(const error_code& error) {
  if (!is_head_done_) call_->request = std::move(parser_->request);
  is_keep_alive_ = false;
  if (error == http::error::header_limit)
    return refuse({431, "too_large",
                   fmt::format("the header is longer than {} bytes or has more than {} fields",
                               options_.max_header, RequestParser::max_fields)});
  if (error == http::error::body_limit)
    return refuse({413, "too_large",
                   fmt::format("the body is longer than {} bytes; send less at a time, or NDJSON",
                               options_.max_body)});
  const std::string_view problem = parser_->problem;
  refuse({400, "malformed",
          problem.empty() ? "this is not HTTP: " + error.message() : std::string(problem)});
}

// False if the request is refused.
bool Connection::on_head() {
  is_head_done_ = true;
  call_->request = std::move(parser_->request);
  parser_->request = {};
  is_keep_alive_ = parser_->keep_alive();
  if (call_->request.id.empty())
    call_->request.id = fmt::format("{}-{:x}", serving_.id_prefix, serving_.next_id.fetch_add(1));
  try {
    serving_.responder.admit(*call_);
    takes_lines_ = Responder::takes_lines(*call_);
    const auto length = parser_->content_length();
    if (!takes_lines_ && length && *length > options_.max_body)
      throw RequestError(
          413, "too_large",
          fmt::format("the body has {} bytes, but at most {} are allowed; send less at a time{}",
                      *length, options_.max_body, call_->route->lines ? ", or NDJSON" : ""));
  } catch (const RequestError& error) {
    refuse(error);
    return false;
  }
  if (!takes_lines_ && !parser_->is_done()) parser_->body_limit(options_.max_body);
  set_deadline(options_.body_seconds);
  if (parser_->expects_continue && !parser_->is_done() && in_begin_ == in_end_)
    out_ += "HTTP/1.1 100 Continue\r\n\r\n";
  return true;
}

// False if all clients together send more than there is room for.
bool Connection::check_body() {
  const std::uint64_t size = parser_->request.body.size();
  if (size == counted_) return true;
  const std::uint64_t all = serving_.buffered.fetch_add(size - counted_) + size - counted_;
  counted_ = size;
  if (all <= options_.max_buffered) return true;
  refuse({429, "busy", "too many requests are being received; try again later"});
  return false;
}

void Connection::on_request() {
  call_->request.body = std::move(parser_->request.body);
  const CallPointer call = call_;
  Answer answer = serving_.responder.answer(call);
  if (HttpResponse* const response = std::get_if<HttpResponse>(&answer))
    return respond(std::move(*response));
  state_ = State::working;
  deadline_ = Clock::time_point::max();
  if (submit(std::get<Work>(answer))) return;
  state_ = State::receiving;
  respond(serving_.responder.refuse(
      {429, "busy", "too many requests are being processed; try again later"}, *call_));
}

// ----- answering

bool Connection::submit(const Work& work) {
  return serving_.pool.submit([self = shared_from_this(), call = CallPointer(call_),
                               work]() mutable {
    Connection& connection = *self;
    auto response = std::make_shared<HttpResponse>(connection.serving_.responder.run(*call, work));
    connection.hand_back([self = std::move(self), response = std::move(response)] {
      if (self->state_ != State::working) return;
      self->state_ = State::receiving;
      self->respond(std::move(*response));
      self->advance();
    });
  });
}

void Connection::respond(HttpResponse response) {
  const bool is_head = call_->request.method == "HEAD";
  if (!is_head && response.body.size() > most_unsent) {
    if (are_answers_waiting(response.body.size()))
      return refuse(
          {429, "busy",
           "too many responses are waiting to be read; request less, or try again later"});
    count_unsent(response.body.size());
  }
  // What has not been received of a body that nobody wants cannot be told from the next request.
  if (!parser_->is_done()) is_keep_alive_ = false;
  status_ = response.status;
  is_answer_begun_ = true;
  is_chunked_ = response.more && !parser_->is_http_1_0;
  if (response.more && !is_chunked_) is_keep_alive_ = false;
  const bool is_kept = is_keep_alive_ && !is_closing_;
  const auto length = response.more ? -1 : static_cast<std::int64_t>(response.body.size());
  append_head(response, call_->request.id, length, is_chunked_, is_kept, out_);
  if (is_head || !response.more) {
    if (!is_head) out_ += response.body;
    bytes_out_ += is_head ? 0 : response.body.size();
    return end_request();
  }
  pieces_ = std::make_shared<const HttpResponse>(std::move(response));
  state_ = State::working;  // the first piece is fetched when the head has been sent
}

void Connection::refuse(const RequestError& error) {
  if (call_->request.id.empty())
    call_->request.id = fmt::format("{}-{:x}", serving_.id_prefix, serving_.next_id.fetch_add(1));
  HttpResponse response = serving_.responder.refuse(error, *call_);
  if (!is_answer_begun_) return respond(std::move(response));
  append_piece(response.body + '\n');  // of NDJSON, as its last line
  if (is_chunked_) out_ += "0\r\n\r\n";
  is_keep_alive_ = false;
  end_request();
}

void Connection::append_piece(std::string_view piece) {
  if (piece.empty()) return;
  if (is_chunked_) out_ += fmt::format("{:x}\r\n", piece.size());
  out_ += piece;
  if (is_chunked_) out_ += "\r\n";
  bytes_out_ += piece.size();
}

void Connection::fetch_piece() {
  state_ = State::working;
  deadline_ = Clock::time_point::max();
  serving_.pool.resume([self = shared_from_this(), response = pieces_]() mutable {
    Connection& connection = *self;
    auto piece = connection.serving_.responder.next_piece(*response);
    connection.hand_back([self = std::move(self), piece = std::move(piece)] {
      if (self->state_ == State::working) self->on_piece(piece);
    });
  });
}

void Connection::on_piece(const std::optional<std::string>& piece) {
  if (!piece) return close();  // what was sent is not whole, and is not to look so
  append_piece(*piece);
  if (!piece->empty()) return write();
  if (is_chunked_) out_ += "0\r\n\r\n";
  state_ = State::receiving;
  pieces_.reset();
  end_request();
  advance();
}

// Whether others have so much to read that they must be waited for. One client alone never must.
bool Connection::are_answers_waiting(std::uint64_t size) const {
  const std::uint64_t others = serving_.unsent - unsent_;
  return others > 0 && others + size > options_.max_buffered;
}

void Connection::count_unsent(std::uint64_t size) {
  serving_.unsent.fetch_add(size);
  unsent_ += size;
}

// The answer is in `out_`, or has been sent.
void Connection::end_request() {
  report();
  serving_.buffered.fetch_sub(std::exchange(counted_, 0));
  is_closing_ = is_closing_ || !is_keep_alive_;
  parser_.reset();
  call_.reset();
  set_deadline(options_.idle_seconds);
}

void Connection::report() {
  const auto latency = Clock::now() - started_;
  const std::size_t route = call_->route
                                ? static_cast<std::size_t>(call_->route - all_routes().data())
                                : all_routes().size();
  serving_.service.metrics.count_request(route, status_, latency);
  if (options_.quiet && status_ < 500) return;
  serving_.log.write(request_line(call_->request.id, call_->route, status_, latency, bytes_out_));
}

// ----- sending

void Connection::write() {
  if (is_writing_) return;
  sending_.swap(out_);
  out_.clear();
  sent_ = 0;
  is_writing_ = true;
  send();
}

void Connection::send() {
  while (sent_ < sending_.size()) {
    error_code error;
    const std::size_t size =
        socket_.write_some(asio::buffer(sending_.data() + sent_, sending_.size() - sent_), error);
    sent_ += size;
    if (error == asio::error::would_block) {
      set_deadline(options_.body_seconds);
      return socket_.async_wait(asio::ip::tcp::socket::wait_write,
                                then([](Connection& self) { self.send(); }));
    }
    if (error) return close();
  }
  on_sent();
}

void Connection::on_sent() {
  is_writing_ = false;
  const std::uint64_t counted = std::min<std::uint64_t>(unsent_, sending_.size());
  if (counted > 0) serving_.unsent.fetch_sub(counted);
  unsent_ -= counted;
  if (sending_.capacity() > most_unsent) std::string().swap(sending_);
  if (state_ == State::working) {
    deadline_ = Clock::time_point::max();
    if (!out_.empty()) return write();
    if (pieces_) fetch_piece();  // nothing is sent meanwhile, so it is fetched once
    return;
  }
  if (!parser_) set_deadline(options_.idle_seconds);
  advance();
}

// A connection that is closed while something is unread is reset, and the client may lose the
// answer. So the client is told that no more comes, and what it still sends is thrown away.
void Connection::linger() {
  state_ = State::lingering;
  set_deadline(linger_seconds);
  error_code ignored;
  (void)socket_.shutdown(asio::ip::tcp::socket::shutdown_send, ignored);
  in_begin_ = in_end_ = 0;
  read();
}

}  // namespace oovec::server
