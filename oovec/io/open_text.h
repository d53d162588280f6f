// Opens a text file. UTF-16 is recognised and converted to UTF-8. A file that is certainly not
// text, such as an image or a model, is an Error(malformed) that says what it is.
//
//   auto input = open_text("words.txt");   // "-" is standard input
//   LineReader lines(*input);
#pragma once

#include <memory>
#include <string>

#include "oovec/io/peeked_input.h"

namespace oovec::inline io {

[[nodiscard]] std::unique_ptr<PeekedInput> open_text(const std::string& path);

// The same for bytes that come from elsewhere.
[[nodiscard]] std::unique_ptr<PeekedInput> as_text(std::unique_ptr<Input> bytes);

}  // namespace oovec::inline io
