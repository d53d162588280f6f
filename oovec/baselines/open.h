// Opens whatever file makes vectors for unknown words.
#pragma once

#include <memory>
#include <string>

#include "oovec/model/inferrer.h"

namespace oovec {

// A model file or a fastText model, by content. `vectors` is the file that a model which was
// written without its vectors needs.
std::unique_ptr<const Inferrer> open_inferrer(const std::string& path, const std::string& vectors);

}  // namespace oovec
