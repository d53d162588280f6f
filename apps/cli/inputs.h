// The files a command reads, which must not be those it writes.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "oovec/vectors/embeddings.h"

namespace oovec::cli {

// Throws Error(usage) if the output is one of the inputs, which would be lost. Inputs may be empty,
// globs or -.
void check_not_input(const std::string& output, const std::vector<std::string>& inputs);
// The same for several outputs, which must not be the same file either. Empty names are passed
// over.
void check_outputs(const std::vector<std::string>& outputs, const std::vector<std::string>& inputs);

// Reads vectors, showing progress on a terminal and telling of duplicate words.
[[nodiscard]] std::shared_ptr<const Embeddings> read_shown(const std::string& path, int threads);

}  // namespace oovec::cli
