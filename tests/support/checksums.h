// Bytes of a tensor file with all checksums made right again, for tests and fuzz targets of
// readers: whoever means harm would do that, and otherwise hardly any damage would get past the
// checksums.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <random>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "oovec/base/hash.h"
#include "oovec/io/safetensors.h"
#include "oovec/io/tensor_file.h"

namespace oovec {

// The layout of docs/formats.md: length, header, then a checksum of the header, one per block of
// 64 KiB, and one of the checksums. Bytes too short for that come back as they are. The number of
// checksums is that of the bytes at hand, so it fits unless the header says otherwise.
inline std::string with_right_checksums(std::string_view bytes) {
  std::string fixed(bytes);
  std::uint64_t header_size = 0;
  if (fixed.size() < sizeof header_size) return fixed;
  std::memcpy(&header_size, fixed.data(), sizeof header_size);
  if (header_size > fixed.size() - sizeof header_size) return fixed;
  const std::size_t header_end = sizeof header_size + header_size;
  const std::size_t rest = fixed.size() - header_end;
  // n blocks take 8 n + 16 bytes of checksums and at most 64 KiB each.
  constexpr std::size_t word = sizeof(std::uint64_t), block = TensorFile::block_size;
  if (rest < 2 * word) return fixed;
  const std::size_t blocks = (rest - 2 * word + block + word - 1) / (block + word);
  const std::size_t checksums_size = (blocks + 2) * word;
  if (rest < checksums_size) return fixed;

  const std::string_view all = fixed;
  const std::string_view data = all.substr(header_end + checksums_size);
  std::vector<std::uint64_t> checksums = {hash64(all.substr(0, header_end))};
  for (std::size_t i = 0; i < blocks; ++i)
    checksums.push_back(hash64(data.substr(std::min(i * block, data.size()), block)));
  checksums.push_back(hash64(std::as_bytes(std::span<const std::uint64_t>(checksums))));
  std::memcpy(fixed.data() + header_end, checksums.data(), checksums_size);
  return fixed;
}

// The file with a tensor whose bytes change() has changed, and right checksums: what no writer of
// ours writes.
template <class Change>
std::string with_changed_tensor(std::string bytes, const std::string& name, const Change& change) {
  const Safetensors file =
      parse_safetensors(std::as_bytes(std::span<const char>(bytes)), "test", {"", "", ""});
  const std::span<const std::byte> tensor = file.tensors.at(name).bytes;
  const auto at = tensor.data() - reinterpret_cast<const std::byte*>(bytes.data());
  change(std::span<char>(bytes.data() + at, tensor.size()));
  return with_right_checksums(bytes);
}

// The same with the first number of a tensor of floats replaced.
inline std::string with_number(std::string bytes, const std::string& name, float number) {
  return with_changed_tensor(std::move(bytes), name, [&](std::span<char> values) {
    std::memcpy(values.data(), &number, sizeof number);
  });
}

// Calls use(bytes) for copies with one to three bits flipped and right checksums. Every other copy
// is changed after its header only, since hardly any header survives a flip.
template <class Use>
void for_each_resigned_flip(const std::string& bytes, int copies, const Use& use) {
  std::uint64_t header_size = 0;
  std::memcpy(&header_size, bytes.data(), sizeof header_size);
  const std::array<std::size_t, 2> begins = {0, sizeof header_size + header_size};
  std::mt19937_64 random(20190127);
  for (int i = 0; i < copies; ++i) {
    std::string damaged = bytes;
    const std::size_t begin = begins[static_cast<std::size_t>(i % 2)];
    for (int flips = 1 + i % 3; flips > 0; --flips) {
      char& byte = damaged[begin + random() % (damaged.size() - begin)];
      byte = static_cast<char>(byte ^ (1 << random() % 8));
    }
    use(with_right_checksums(damaged));
  }
}

}  // namespace oovec
