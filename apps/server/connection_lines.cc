// NDJSON of a connection: lines are answered as they come. While some are worked on or answers are
// unsent, nothing is received, so that memory does not grow with the body.
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "apps/server/connection.h"
#include "apps/server/lines.h"

namespace oovec::server {

bool Connection::pump_lines() {
  std::optional<std::string> lines = take_lines(parser_->request.body, parser_->is_done());
  serving_.buffered.fetch_sub(counted_ - parser_->request.body.size());
  counted_ = parser_->request.body.size();
  if (!lines) {
    if (parser_->is_done()) {
      end_lines();
      return true;
    }
    set_deadline(options_.body_seconds);
    if (parser_->request.body.size() <= options_.max_body) return in_begin_ != in_end_;
    refuse({413, "too_large",
            fmt::format("a line is longer than {} bytes; send less at a time", options_.max_body)});
    return true;
  }
  if (are_answers_waiting(0)) {
    refuse({429, "busy", "too many responses are waiting to be read; try again later"});
    return true;
  }
  state_ = State::working;
  deadline_ = Clock::time_point::max();
  auto task = [self = shared_from_this(), call = CallPointer(call_),
               text = std::move(*lines)]() mutable {
    Connection& connection = *self;
    std::string answers = connection.serving_.responder.answer_lines(*call, text);
    connection.hand_back([self = std::move(self), answers = std::move(answers)] {
      if (self->state_ == State::working) self->on_answers(answers);
    });
  };
  if (is_answer_begun_) {
    serving_.pool.resume(std::move(task));
  } else if (!serving_.pool.submit(std::move(task))) {
    state_ = State::receiving;
    refuse({429, "busy", "too many requests are being processed; try again later"});
  }
  return true;
}

void Connection::on_answers(const std::string& answers) {
  if (!is_answer_begun_) {
    HttpResponse response;
    response.type = "application/x-ndjson";
    is_answer_begun_ = true;
    status_ = 200;
    is_chunked_ = !parser_->is_http_1_0;
    is_keep_alive_ = is_keep_alive_ && is_chunked_;
    append_head(response, call_->request.id, -1, is_chunked_, is_keep_alive_ && !is_closing_, out_);
  }
  append_piece(answers);
  count_unsent(answers.size());
  state_ = State::receiving;
  set_deadline(options_.body_seconds);
  advance();
}

void Connection::end_lines() {
  if (!is_answer_begun_) {  // there was no line
    HttpResponse response;
    response.type = "application/x-ndjson";
    return respond(std::move(response));
  }
  if (is_chunked_) out_ += "0\r\n\r\n";
  end_request();
}

}  // namespace oovec::server
