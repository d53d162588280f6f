// Opens whatever file makes vectors for unknown words.
#pragma once

#include <memory>
#include <string>

#include "oovec/model/inferrer.h"

namespace oovec {

// A model file, a fastText model or a Mimick network, by content. `vectors` is the file that a
// model which was written without its vectors needs, as networks always are.
std::unique_ptr<const Inferrer> open_inferrer(const std::string& path, const std::string& vectors);

}  // namespace oovec
