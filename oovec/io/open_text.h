// Opens a file of text. UTF-16 is recognised and comes as UTF-8; what is certainly no text, an
// image or a model for instance, is an Error(malformed) that says what it is.
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
