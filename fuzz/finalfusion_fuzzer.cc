// Any bytes, read as a file of finalfusion: an Error or words with finite vectors.
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "oovec/base/error.h"
#include "oovec/io/input.h"
#include "oovec/vectors/format.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  for (const bool repair : {false, true}) {
    oovec::ReadOptions options;
    options.format = oovec::VectorFormat::finalfusion;
    options.repair = repair;
    options.threads = 1;
    try {
      const auto result = oovec::read_vectors(oovec::memory_input(bytes, "fuzz"), options);
      for (const float value : result.embeddings.values())
        if (!std::isfinite(value)) std::abort();
    } catch (const oovec::Error&) {
    }
  }
  return 0;
}
