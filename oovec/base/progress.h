// How a long task tells its caller how far it is. The library only reports; whoever implements
// this interface decides what to draw.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace oovec {

class Progress {
 public:
  virtual ~Progress() = default;

  // Calls come one at a time, in the order start, advance…, finish; `total` is unknown for pipes.
  virtual void start(std::string_view task, std::optional<std::uint64_t> total_bytes) = 0;
  virtual void advance(std::uint64_t bytes) = 0;
  virtual void finish() = 0;
};

}  // namespace oovec
