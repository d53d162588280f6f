// Any bytes, read as a file of finalfusion: an Error or words with finite vectors.
#include <cstddef>
#include <cstdint>

#include "fuzz/vector_bytes.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  return fuzz_vectors(data, size, oovec::VectorFormat::finalfusion, [](const auto&) {});
}
