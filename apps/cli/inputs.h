// Vectors that a command reads.
#pragma once

#include <memory>
#include <string>

#include "oovec/vectors/embeddings.h"

namespace oovec::cli {

// Reads vectors, shows progress on a terminal and reports duplicate words.
[[nodiscard]] std::shared_ptr<const Embeddings> read_shown(const std::string& path, int threads);

}  // namespace oovec::cli
