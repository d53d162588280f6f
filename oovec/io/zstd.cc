#include "oovec/io/zstd.h"

#include <zstd.h>
#include <zstd_errors.h>

#include <new>
#include <vector>

#include <fmt/format.h>

namespace oovec::inline io {
namespace {

constexpr std::string_view frame_magic = "\x28\xB5\x2F\xFD";
constexpr std::string_view skippable_magic = "\x2A\x4D\x18";  // after a byte from 0x50 to 0x5F
constexpr int largest_window_log = 31;

// libzstd gives sizes and errors in one number; what cannot fail on sane arguments goes through
// here all the same.
void check(std::size_t status) {
  if (ZSTD_isError(status))
    throw Error(ErrorKind::unsupported,
                fmt::format("libzstd failed: {}", ZSTD_getErrorName(status)));
}

class ZstdDecoder : public Decoder {
 public:
  ZstdDecoder() : context_(ZSTD_createDCtx(), ZSTD_freeDCtx) {
    if (!context_) throw std::bad_alloc();
    check(ZSTD_DCtx_setParameter(context_.get(), ZSTD_d_windowLogMax, largest_window_log));
  }

  std::size_t read(RawBytes& raw, std::span<char> buffer) override {
    ZSTD_outBuffer out{buffer.data(), buffer.size(), 0};
    while (out.pos < out.size && (in_frame_ || !raw.peek(frame_magic.size()).empty()))
      decompress_some(raw, out);
    return out.pos;
  }

 private:
  void decompress_some(RawBytes& raw, ZSTD_outBuffer& out) {
    const std::string_view bytes = raw.peek();
    ZSTD_inBuffer in{bytes.data(), bytes.size(), 0};
    const std::size_t position = out.pos;
    const std::size_t status = ZSTD_decompressStream(context_.get(), &out, &in);
    if (ZSTD_isError(status)) throw failure(raw, status);
    raw.consume(in.pos);
    in_frame_ = status != 0;
    if (bytes.empty() && in_frame_ && out.pos == position) throw truncated(raw, "zstd");
  }

  static Error failure(const RawBytes& raw, std::size_t status) {
    switch (ZSTD_getErrorCode(status)) {
      case ZSTD_error_prefix_unknown:
        return trailing_bytes(raw, "zstd");
      case ZSTD_error_frameParameter_windowTooLarge:
        return Error(
            ErrorKind::unsupported,
            fmt::format("{}: the zstd frame near byte {} needs a window of more than 2 GiB: "
                        "compress the data again with `zstd --long=31` or less",
                        raw.name(), raw.offset()));
      case ZSTD_error_dictionary_wrong:
        return Error(ErrorKind::unsupported,
                     fmt::format("{}: the zstd frame near byte {} needs a dictionary: compress the "
                                 "data again without one",
                                 raw.name(), raw.offset()));
      case ZSTD_error_memory_allocation:
        return Error(ErrorKind::io, fmt::format("{}: not enough memory for the window of the zstd "
                                                "frame near byte {}",
                                                raw.name(), raw.offset()));
      default:
        return corrupt(raw, "zstd", ZSTD_getErrorName(status));
    }
  }

  std::unique_ptr<ZSTD_DCtx, decltype(&ZSTD_freeDCtx)> context_;
  bool in_frame_ = false;
};

class ZstdEncoder : public Encoder {
 public:
  ZstdEncoder() : context_(ZSTD_createCCtx(), ZSTD_freeCCtx) {
    if (!context_) throw std::bad_alloc();
    check(ZSTD_CCtx_setParameter(context_.get(), ZSTD_c_checksumFlag, 1));
  }

  void write(std::string_view bytes, const Sink& sink) override {
    ZSTD_inBuffer in{bytes.data(), bytes.size(), 0};
    while (in.pos < in.size) run(in, ZSTD_e_continue, sink);
  }

  void finish(const Sink& sink) override {
    ZSTD_inBuffer nothing{nullptr, 0, 0};
    while (run(nothing, ZSTD_e_end, sink) != 0) {
    }
  }

 private:
  std::size_t run(ZSTD_inBuffer& in, ZSTD_EndDirective directive, const Sink& sink) {
    ZSTD_outBuffer out{block_.data(), block_.size(), 0};
    const std::size_t left = ZSTD_compressStream2(context_.get(), &out, &in, directive);
    check(left);
    sink({block_.data(), out.pos});
    return left;
  }

  std::unique_ptr<ZSTD_CCtx, decltype(&ZSTD_freeCCtx)> context_;
  std::vector<char> block_ = std::vector<char>(ZSTD_CStreamOutSize());
};

}  // namespace

bool is_zstd(std::string_view head) {
  if (head.starts_with(frame_magic)) return true;
  if (head.size() < frame_magic.size()) return head.size() >= 2 && frame_magic.starts_with(head);
  return (static_cast<unsigned char>(head[0]) & 0xF0) == 0x50 &&
         head.substr(1).starts_with(skippable_magic);
}

std::unique_ptr<Decoder> zstd_decoder() { return std::make_unique<ZstdDecoder>(); }
std::unique_ptr<Encoder> zstd_encoder() { return std::make_unique<ZstdEncoder>(); }

}  // namespace oovec::inline io
