// The interface of a compression: a Decoder and an Encoder. One file per compression implements
// both.
#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <string_view>

#include "oovec/base/error.h"
#include "oovec/io/raw.h"

namespace oovec::inline io {

class Decoder {
 public:
  virtual ~Decoder() = default;

  // Fills `buffer` with decompressed bytes; fewer than asked for only at the end of `raw`, which
  // must be the end of the compressed data too.
  [[nodiscard]] virtual std::size_t read(RawBytes& raw, std::span<char> buffer) = 0;
};

class Encoder {
 public:
  using Sink = std::function<void(std::string_view compressed)>;

  virtual ~Encoder() = default;

  // At most 1 GiB at a time, which is what the libraries' 32-bit sizes can take.
  virtual void write(std::string_view bytes, const Sink& sink) = 0;
  virtual void finish(const Sink& sink) = 0;
};

// The ways in which compressed data can be wrong. `format` is what messages call it.
Error truncated(const RawBytes& raw, std::string_view format);
Error corrupt(const RawBytes& raw, std::string_view format, std::string_view reason);
Error trailing_bytes(const RawBytes& raw, std::string_view format);

}  // namespace oovec::inline io
