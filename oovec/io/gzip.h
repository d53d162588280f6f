// gzip (RFC 1952), with zlib.
#pragma once

#include <memory>
#include <string_view>

#include "oovec/io/codec.h"

namespace oovec::inline io {

// Whether data that starts with `head` is gzip. Its first two bytes, the first a control character
// and the second no start of a UTF-8 sequence, suffice.
bool is_gzip(std::string_view head);

// Members may follow one another, and zeros the last one, as on tapes.
[[nodiscard]] std::unique_ptr<Decoder> gzip_decoder();
[[nodiscard]] std::unique_ptr<Encoder> gzip_encoder();

}  // namespace oovec::inline io
