#include "apps/server/lines.h"

#include <algorithm>
#include <cstddef>

namespace oovec::server {
namespace {

constexpr std::size_t bytes_at_once = 64 << 10;

}  // namespace

std::optional<std::string> take_lines(std::string& body, bool is_complete) {
  std::size_t end = body.rfind('\n', bytes_at_once);
  if (end == std::string::npos) end = body.find('\n');
  if (end == std::string::npos && (!is_complete || body.empty())) return std::nullopt;
  end = std::min(end, body.size() - 1) + 1;
  std::string lines = body.substr(0, end);
  body.erase(0, end);
  return lines;
}

}  // namespace oovec::server
