// Times what the server does without HTTP, on one thread: from the JSON of a request to the JSON of
// its answer, and inference alone.
//
//   bench_server_limit MODEL BODIES SECONDS
//
// BODIES has the body of a request to /v1/infer on each line. Prints the seconds of processor time
// that a request takes, as JSON.
#include <fmt/format.h>

#include <cstdio>
#include <ctime>
#include <exception>
#include <fstream>
#include <string>
#include <variant>
#include <vector>

#include "apps/server/requests.h"
#include "apps/server/router.h"

namespace {

using namespace oovec;
using namespace oovec::server;

double processor_seconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

// Seconds that task(i) takes, over so many seconds, i going round below `count`.
template <class Task>
double seconds_per(double seconds, std::size_t count, const Task& task) {
  for (std::size_t i = 0; i < count; ++i) task(i);
  const double begin = processor_seconds();
  std::size_t done = 0;
  while (processor_seconds() < begin + seconds)
    for (std::size_t i = 0; i < 1000; ++i) task(done++ % count);
  return (processor_seconds() - begin) / static_cast<double>(done);
}

std::vector<CallPointer> read_calls(const char* path) {
  std::vector<CallPointer> calls;
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) {
    auto call = std::make_shared<Call>();
    call->request.method = "POST";
    call->request.target = "/v1/infer";
    call->request.body = line;
    find_route(*call);
    calls.push_back(std::move(call));
  }
  return calls;
}

void run(const char* model, const char* bodies, double seconds) {
  ServerOptions options;
  options.model = model;
  Service service(options);
  const std::vector<CallPointer> calls = read_calls(bodies);
  std::size_t bytes = 0;
  const double answer = seconds_per(seconds, calls.size(), [&](std::size_t i) {
    bytes += std::get<HttpResponse>(calls[i]->route->handler(service, calls[i])).body.size();
  });
  std::vector<InferRequest> requests;
  requests.reserve(calls.size());
  for (const CallPointer& call : calls) requests.push_back(parse_infer(call->request.body, 1));
  WordInferrer inferrer(service.model()->model());
  const double infer = seconds_per(seconds, calls.size(), [&](std::size_t i) {
    const WordItem& item = requests[i].items.front();
    bytes += inferrer.infer(item.word, item.context_views()).inference.vector.size();
  });
  fmt::print("{{\"answer\": {}, \"infer\": {}, \"bytes\": {}}}\n", answer, infer, bytes);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 4) {
    std::fputs("usage: bench_server_limit MODEL BODIES SECONDS\n", stderr);
    return 2;
  }
  try {
    run(argv[1], argv[2], std::stod(argv[3]));
  } catch (const std::exception& error) {
    fmt::print(stderr, "{}\n", error.what());
    return 1;
  }
  return 0;
}
