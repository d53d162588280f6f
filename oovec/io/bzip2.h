// bzip2, with libbz2.
#pragma once

#include <memory>
#include <string_view>

#include "oovec/io/codec.h"

namespace oovec::inline io {

// Whether data that starts with `head`, its first 10 bytes, is bzip2. "BZh9" could begin a text,
// so what follows must resemble the start of a block, but need not equal it: one damaged byte there
// must not turn a bzip2 file into a plain one.
bool is_bzip2(std::string_view head);

// Streams may follow one another, as pbzip2 writes them.
[[nodiscard]] std::unique_ptr<Decoder> bzip2_decoder();
[[nodiscard]] std::unique_ptr<Encoder> bzip2_encoder();

}  // namespace oovec::inline io
