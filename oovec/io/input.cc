#include "oovec/io/input.h"

#include <algorithm>
#include <atomic>
#include <utility>

#include "oovec/base/error.h"
#include "oovec/io/bzip2.h"
#include "oovec/io/gzip.h"
#include "oovec/io/raw.h"
#include "oovec/io/read_ahead.h"
#include "oovec/io/zstd.h"

namespace oovec::inline io {
namespace {

class PlainInput : public Input {
 public:
  explicit PlainInput(RawBytes raw) : raw_(std::move(raw)) {}

  std::size_t read(std::span<char> buffer) override {
    const std::size_t count = raw_.read(buffer);
    consumed_ += count;
    return count;
  }

  const std::string& name() const override { return raw_.name(); }
  std::optional<std::uint64_t> raw_size() const override { return raw_.size(); }
  std::uint64_t raw_consumed() const override { return consumed_; }

 private:
  RawBytes raw_;
  std::atomic<std::uint64_t> consumed_ = 0;  // a progress bar may ask from another thread
};

// Archives that would otherwise pass for plain files full of garbage.
void refuse_archives(std::string_view head, const std::string& name) {
  const auto refuse = [&](std::string_view magic, const char* format) {
    if (head.starts_with(magic))
      throw Error(ErrorKind::unsupported,
                  name + " is compressed with " + format +
                      ", which oovec does not read: decompress it, or use gzip, bzip2 or zstd");
  };
  refuse("\xFD\x37zXZ", "xz");
  refuse("PK\x03\x04", "zip");
  refuse("7z\xBC\xAF\x27\x1C", "7-Zip");
}

Compression recognise(std::string_view head) {
  if (is_gzip(head)) return Compression::gzip;
  if (is_bzip2(head)) return Compression::bzip2;
  if (is_zstd(head)) return Compression::zstd;
  return Compression::none;
}

std::unique_ptr<Input> make_input(std::unique_ptr<RawSource> source) {
  constexpr std::size_t longest_magic = 10;
  RawBytes raw(std::move(source));
  const std::string_view head = raw.peek(longest_magic).substr(0, longest_magic);
  refuse_archives(head, raw.name());
  const Compression compression = recognise(head);
  const auto decode_with = [&](std::unique_ptr<Decoder> decoder) {
    return std::make_unique<ReadAhead>(std::move(raw), std::move(decoder), compression);
  };
  switch (compression) {
    case Compression::gzip:
      return decode_with(gzip_decoder());
    case Compression::bzip2:
      return decode_with(bzip2_decoder());
    case Compression::zstd:
      return decode_with(zstd_decoder());
    case Compression::none:
      break;
  }
  return std::make_unique<PlainInput>(std::move(raw));
}

}  // namespace

std::unique_ptr<Input> open_input(const std::string& path) { return make_input(file_source(path)); }

std::unique_ptr<Input> memory_input(std::string_view bytes, std::string name) {
  return make_input(memory_source(bytes, std::move(name)));
}

std::size_t append_from(Input& input, std::size_t size, std::vector<char>& bytes) {
  constexpr std::size_t first_read = 16 << 10;
  std::size_t added = 0;
  for (const std::size_t end : {std::min(size, first_read), size}) {
    const std::size_t had = bytes.size(), wanted = end - added;
    bytes.resize(had + wanted);
    const std::size_t got = input.read(std::span(bytes).subspan(had));
    bytes.resize(had + got);
    added += got;
    if (got < wanted || added == size) break;
  }
  return added;
}

}  // namespace oovec::inline io
