// Byte streams to read from: files, standard input, memory; plain or compressed.
//
// open_input() looks at the first bytes, never at the name, to recognise gzip, bzip2 and zstd
// (concatenated members and frames too), and decompresses on a thread of its own ahead of the
// reader. A compressed stream that ends early or has a wrong checksum is an Error(damaged).
//
//   auto input = open_input("wiki.txt.zst");   // "-" is standard input
//   std::vector<char> block(1 << 20);
//   while (std::size_t n = input->read(block)) use(block.data(), n);
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace oovec::inline io {

enum class Compression { none, gzip, bzip2, zstd };

constexpr auto enum_names(Compression) {
  return std::array<std::string_view, 4>{"none", "gzip", "bzip2", "zstd"};
}

class Input {
 public:
  virtual ~Input() = default;

  // Fills `buffer`; returns fewer bytes only at the end of the data.
  [[nodiscard]] virtual std::size_t read(std::span<char> buffer) = 0;

  // The name of this input in messages: its path, or "standard input".
  virtual const std::string& name() const = 0;

  // Size of the underlying (compressed) file, where it has one, and how much of it has been used:
  // what a progress bar needs.
  virtual std::optional<std::uint64_t> raw_size() const = 0;
  virtual std::uint64_t raw_consumed() const = 0;

  virtual Compression compression() const { return Compression::none; }
};

[[nodiscard]] std::unique_ptr<Input> open_input(const std::string& path);

// The bytes must outlive the input. Compression is recognised as in open_input.
[[nodiscard]] std::unique_ptr<Input> memory_input(std::string_view bytes, std::string name);

// Appends the next `size` bytes to `bytes`, fewer only at the end, and says how many. Room for all
// of them is made only once the input turns out to be longer than a few pages.
std::size_t append_from(Input& input, std::size_t size, std::vector<char>& bytes);

}  // namespace oovec::inline io
