// Bytes as they are stored, before any decompression: their source (RawSource) and a buffer that
// allows looking ahead (RawBytes).
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace oovec::inline io {

class RawSource {
 public:
  virtual ~RawSource() = default;

  // Reads some bytes, at least one unless the data ends.
  [[nodiscard]] virtual std::size_t read(std::span<char> buffer) = 0;

  virtual const std::string& name() const = 0;
  virtual std::optional<std::uint64_t> size() const = 0;

  // Makes a read() that waits for data in another thread, and every later one, find the end.
  virtual void interrupt() noexcept {}
};

class RawBytes {
 public:
  explicit RawBytes(std::unique_ptr<RawSource> source);

  // The next bytes, without using them up: at least `count` of them unless the data ends first.
  [[nodiscard]] std::string_view peek(std::size_t count = 1);
  void consume(std::size_t count);

  // Fills `buffer` as far as the data goes; large reads bypass the buffer.
  [[nodiscard]] std::size_t read(std::span<char> buffer);

  // How many bytes have been used up.
  std::uint64_t offset() const { return offset_; }

  const std::string& name() const { return source_->name(); }
  std::optional<std::uint64_t> size() const { return source_->size(); }
  void interrupt() noexcept { source_->interrupt(); }

 private:
  std::size_t read_source(std::span<char> buffer);

  std::unique_ptr<RawSource> source_;
  std::vector<char> buffer_;
  std::size_t begin_ = 0;  // buffer_[begin_, end_) has been read and not used up
  std::size_t end_ = 0;
  bool ended_ = false;
  std::uint64_t offset_ = 0;
};

[[nodiscard]] std::unique_ptr<RawSource> file_source(const std::string& path);
[[nodiscard]] std::unique_ptr<RawSource> memory_source(std::string_view bytes, std::string name);

}  // namespace oovec::inline io
