// Reads the vectors that a model or network was trained with, if its file does not contain them.
#pragma once

#include <cstdint>
#include <string>

#include "oovec/vectors/embeddings.h"

namespace oovec::inline model {

struct VectorsIdentity {
  std::uint64_t size = 0;
  std::uint64_t fingerprint = 0;
};

// Reads the vectors at `path` for the model file `model`. Throws Error(usage) if they are others,
// or no path is given.
[[nodiscard]] Embeddings read_training_vectors(const std::string& path,
                                               const VectorsIdentity& expected,
                                               const std::string& model);

}  // namespace oovec::inline model
