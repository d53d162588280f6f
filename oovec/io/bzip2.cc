#include "oovec/io/bzip2.h"

#include <bzlib.h>

#include <new>
#include <vector>

namespace oovec::inline io {
namespace {

constexpr std::size_t header_size = 4;  // "BZh" and the level
constexpr std::string_view block_magic = "1AY&SY";
constexpr std::string_view end_magic = "\x17\x72\x45\x38\x50\x90";

bool resembles(std::string_view bytes, std::string_view magic) {
  std::size_t equal = 0;
  for (std::size_t i = 0; i < bytes.size(); ++i)
    if (bytes[i] == magic[i]) ++equal;
  return 2 * equal >= bytes.size();
}

class Bzip2Decoder : public Decoder {
 public:
  ~Bzip2Decoder() override {
    if (in_stream_) BZ2_bzDecompressEnd(&stream_);
  }

  std::size_t read(RawBytes& raw, std::span<char> buffer) override {
    stream_.next_out = buffer.data();
    stream_.avail_out = static_cast<unsigned>(buffer.size());
    while (stream_.avail_out > 0 && (in_stream_ || begin_stream(raw))) decompress_some(raw);
    return buffer.size() - stream_.avail_out;
  }

 private:
  bool begin_stream(RawBytes& raw) {
    if (raw.peek(header_size).empty()) return false;
    if (BZ2_bzDecompressInit(&stream_, /*verbosity=*/0, /*small=*/0) != BZ_OK)
      throw std::bad_alloc();
    in_stream_ = true;
    return true;
  }

  void decompress_some(RawBytes& raw) {
    const std::string_view bytes = raw.peek();
    stream_.next_in = const_cast<char*>(bytes.data());
    stream_.avail_in = static_cast<unsigned>(bytes.size());
    const unsigned room = stream_.avail_out;
    const int status = BZ2_bzDecompress(&stream_);
    const bool magic_is_wrong = status == BZ_DATA_ERROR_MAGIC;
    // The bytes of a wrong magic are left where they are: the message gives their offset.
    if (!magic_is_wrong) raw.consume(bytes.size() - stream_.avail_in);

    if (status == BZ_STREAM_END) {
      BZ2_bzDecompressEnd(&stream_);
      in_stream_ = false;
    } else if (magic_is_wrong) {
      throw trailing_bytes(raw, "bzip2");
    } else if (status == BZ_MEM_ERROR) {
      throw std::bad_alloc();
    } else if (status != BZ_OK) {
      throw corrupt(raw, "bzip2", "a block has a wrong checksum");
    } else if (bytes.empty() && stream_.avail_out == room) {
      throw truncated(raw, "bzip2");
    }
  }

  bz_stream stream_{};
  bool in_stream_ = false;
};

class Bzip2Encoder : public Encoder {
 public:
  Bzip2Encoder() {
    constexpr int level = 9;  // what the program bzip2 uses
    if (BZ2_bzCompressInit(&stream_, level, /*verbosity=*/0, /*workFactor=*/0) != BZ_OK)
      throw std::bad_alloc();
  }
  ~Bzip2Encoder() override { BZ2_bzCompressEnd(&stream_); }

  void write(std::string_view bytes, const Sink& sink) override {
    stream_.next_in = const_cast<char*>(bytes.data());
    stream_.avail_in = static_cast<unsigned>(bytes.size());
    while (stream_.avail_in > 0) run(BZ_RUN, sink);
  }

  void finish(const Sink& sink) override {
    while (run(BZ_FINISH, sink) != BZ_STREAM_END) {
    }
  }

 private:
  int run(int action, const Sink& sink) {
    stream_.next_out = block_.data();
    stream_.avail_out = static_cast<unsigned>(block_.size());
    const int status = BZ2_bzCompress(&stream_, action);
    sink({block_.data(), block_.size() - stream_.avail_out});
    return status;
  }

  bz_stream stream_{};
  std::vector<char> block_ = std::vector<char>(std::size_t{64} << 10);
};

}  // namespace

bool is_bzip2(std::string_view head) {
  if (head.size() < header_size || !head.starts_with("BZh") || head[3] < '1' || head[3] > '9')
    return false;
  const std::string_view start = head.substr(header_size, block_magic.size());
  return resembles(start, block_magic) || resembles(start, end_magic);
}

std::unique_ptr<Decoder> bzip2_decoder() { return std::make_unique<Bzip2Decoder>(); }
std::unique_ptr<Encoder> bzip2_encoder() { return std::make_unique<Bzip2Encoder>(); }

}  // namespace oovec::inline io
