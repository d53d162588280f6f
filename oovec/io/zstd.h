// Zstandard (RFC 8878), with libzstd.
#pragma once

#include <memory>
#include <string_view>

#include "oovec/io/codec.h"

namespace oovec::inline io {

// Whether data that starts with `head` is zstd: the magic of a frame or of a skippable frame, with
// which parallel compressors begin. Data that ends within a frame's magic, after at least the two
// bytes that no UTF-8 text has, was zstd once.
bool is_zstd(std::string_view head);

// Frames, skippable ones included, may follow one another. Windows of up to 2 GiB are accepted,
// which is what `zstd --long=31` writes and all the format's reference tool accepts; memory is only
// used as far as the data fills the window.
[[nodiscard]] std::unique_ptr<Decoder> zstd_decoder();

// Frames with a checksum.
[[nodiscard]] std::unique_ptr<Encoder> zstd_encoder();

}  // namespace oovec::inline io
