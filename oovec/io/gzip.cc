#include "oovec/io/gzip.h"

#include <zlib.h>

#include <algorithm>
#include <new>
#include <vector>

namespace oovec::inline io {
namespace {

constexpr std::string_view gzip_magic = "\x1F\x8B";
constexpr int gzip_window_bits = 15 + 16;  // the largest window; 16 asks for gzip, not zlib

// zlib's interface is older than const.
Bytef* input_of(std::string_view bytes) {
  return reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
}

class GzipDecoder : public Decoder {
 public:
  GzipDecoder() {
    if (inflateInit2(&stream_, gzip_window_bits) != Z_OK) throw std::bad_alloc();
  }
  ~GzipDecoder() override { inflateEnd(&stream_); }

  std::size_t read(RawBytes& raw, std::span<char> buffer) override {
    stream_.next_out = reinterpret_cast<Bytef*>(buffer.data());
    stream_.avail_out = static_cast<uInt>(buffer.size());
    while (stream_.avail_out > 0 && (in_member_ || begin_member(raw))) inflate_some(raw);
    return buffer.size() - stream_.avail_out;
  }

 private:
  bool begin_member(RawBytes& raw) {
    std::string_view head = raw.peek(gzip_magic.size());
    if (head.starts_with('\0')) skip_zeros(raw);
    head = raw.peek(gzip_magic.size());
    if (head.empty()) return false;
    if (!head.starts_with(gzip_magic) && head != gzip_magic.substr(0, 1))
      throw trailing_bytes(raw, "gzip");
    inflateReset(&stream_);
    in_member_ = true;
    return true;
  }

  static void skip_zeros(RawBytes& raw) {
    for (std::string_view bytes = raw.peek(); !bytes.empty(); bytes = raw.peek()) {
      const std::size_t zeros = std::min(bytes.find_first_not_of('\0'), bytes.size());
      raw.consume(zeros);
      if (zeros < bytes.size()) throw trailing_bytes(raw, "gzip");
    }
  }

  void inflate_some(RawBytes& raw) {
    const std::string_view bytes = raw.peek();
    stream_.next_in = input_of(bytes);
    stream_.avail_in = static_cast<uInt>(bytes.size());
    const int status = inflate(&stream_, Z_NO_FLUSH);
    raw.consume(bytes.size() - stream_.avail_in);
    if (status == Z_STREAM_END)
      in_member_ = false;
    else if (status == Z_BUF_ERROR && bytes.empty())
      throw truncated(raw, "gzip");
    else if (status == Z_MEM_ERROR)
      throw std::bad_alloc();
    else if (status != Z_OK && status != Z_BUF_ERROR)
      throw corrupt(raw, "gzip", stream_.msg ? stream_.msg : "it needs a dictionary");
  }

  z_stream stream_{};
  bool in_member_ = false;
};

class GzipEncoder : public Encoder {
 public:
  GzipEncoder() {
    constexpr int memory_level = 8;  // zlib's default
    if (deflateInit2(&stream_, Z_DEFAULT_COMPRESSION, Z_DEFLATED, gzip_window_bits, memory_level,
                     Z_DEFAULT_STRATEGY) != Z_OK)
      throw std::bad_alloc();
  }
  ~GzipEncoder() override { deflateEnd(&stream_); }

  void write(std::string_view bytes, const Sink& sink) override { run(bytes, Z_NO_FLUSH, sink); }
  void finish(const Sink& sink) override { run({}, Z_FINISH, sink); }

 private:
  // Once deflate leaves room in the block it has given all it can.
  void run(std::string_view bytes, int flush, const Sink& sink) {
    stream_.next_in = input_of(bytes);
    stream_.avail_in = static_cast<uInt>(bytes.size());
    do {
      stream_.next_out = reinterpret_cast<Bytef*>(block_.data());
      stream_.avail_out = static_cast<uInt>(block_.size());
      deflate(&stream_, flush);
      sink({block_.data(), block_.size() - stream_.avail_out});
    } while (stream_.avail_out == 0);
  }

  z_stream stream_{};
  std::vector<char> block_ = std::vector<char>(std::size_t{64} << 10);
};

}  // namespace

bool is_gzip(std::string_view head) { return head.starts_with(gzip_magic); }

std::unique_ptr<Decoder> gzip_decoder() { return std::make_unique<GzipDecoder>(); }
std::unique_ptr<Encoder> gzip_encoder() { return std::make_unique<GzipEncoder>(); }

}  // namespace oovec::inline io
