// Any bytes make an input that either ends or fails with an Error, and does the same however it is
// read: in large pieces or in small ones.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "oovec/base/error.h"
#include "oovec/io/input.h"

namespace {

constexpr std::size_t most_output = std::size_t{1} << 20;  // enough of a decompression bomb

void require(bool condition) {
  if (!condition) std::abort();
}

// What reading gives, and the message of the error it ends in, if any.
struct Outcome {
  std::string bytes;
  std::string failure;
};

Outcome read(std::string_view data, std::size_t at_once) {
  Outcome outcome;
  try {
    const auto input = oovec::memory_input(data, "fuzz");
    std::vector<char> buffer(at_once);
    std::size_t count = at_once;
    while (count == at_once && outcome.bytes.size() < most_output) {
      count = input->read(buffer);
      require(count <= at_once && input->raw_consumed() <= data.size());
      outcome.bytes.append(buffer.data(), count);
    }
    if (count < at_once) {
      require(input->read(buffer) == 0 && input->raw_consumed() == data.size());
      if (input->compression() == oovec::Compression::none) require(outcome.bytes == data);
    }
  } catch (const oovec::Error& error) {
    outcome.failure = error.what();
    require(outcome.failure.find("fuzz") != std::string::npos);
  }
  return outcome;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  const Outcome large = read(bytes, std::size_t{64} << 10);
  const Outcome small = read(bytes, 1000);
  const std::size_t most_read = std::max(large.bytes.size(), small.bytes.size());
  require(small.failure == large.failure || most_read >= most_output);
  // A read that fails gives nothing, so small reads may come further before they fail.
  const std::size_t common = std::min(large.bytes.size(), small.bytes.size());
  require(large.bytes.substr(0, common) == small.bytes.substr(0, common));
  if (large.failure.empty() && most_read < most_output) require(large.bytes == small.bytes);
  return 0;
}
