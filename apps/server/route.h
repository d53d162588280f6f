// A route: a method, a path and a handler.
//
// A handler either answers at once, on the thread that serves the client, or returns a function
// that the worker pool runs.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <variant>

#include "apps/server/message.h"
#include "apps/server/service.h"

namespace oovec::server {

struct Route;

// A request being processed.
struct Call {
  HttpRequest request;
  const Route* route = nullptr;
  std::string parameter;  // what stands for {…} in the route, decoded
};
using CallPointer = std::shared_ptr<const Call>;

using Work = std::function<HttpResponse()>;
using Answer = std::variant<HttpResponse, Work>;
using Handler = Answer (*)(Service&, const CallPointer&);

// The answer to one line of NDJSON, with its line end.
using LineHandler = void (*)(Service&, std::string_view line, std::string_view request_id,
                             std::string& answers);

struct Route {
  std::string_view method;
  std::string_view path;  // "/v1/words/{word}"
  Handler handler;
  bool is_open = false;         // asks for no key
  LineHandler lines = nullptr;  // if it takes NDJSON
};

// Bodies up to this size are read at once.
inline constexpr std::size_t small_body = 16 << 10;

}  // namespace oovec::server
