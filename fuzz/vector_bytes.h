// What the fuzz targets of binary vector files share: read bytes, repaired and not, to finite
// vectors or an Error.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <span>
#include <string_view>

#include "fuzz/memory.h"
#include "oovec/base/error.h"
#include "oovec/io/input.h"
#include "oovec/vectors/format.h"

inline void check_finite(std::span<const float> values) {
  for (const float value : values)
    if (!std::isfinite(value)) std::abort();
}

// Calls check(embeddings) for whatever could be read.
template <class Check>
int fuzz_vectors(const std::uint8_t* data, std::size_t size, oovec::VectorFormat format,
                 const Check& check) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  if (is_compressed(bytes)) return 0;
  for (const bool repair : {false, true}) {
    oovec::ReadOptions options;
    options.format = format;
    options.repair = repair;
    options.threads = 1;
    try {
      const auto result = oovec::read_vectors(oovec::memory_input(bytes, "fuzz"), options);
      check_finite(result.embeddings.values());
      check(result.embeddings);
    } catch (const oovec::Error&) {
    }
  }
  return 0;
}
