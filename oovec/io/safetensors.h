// The layout of safetensors files: the length of a header, the header in JSON, then the arrays one
// after the other. Our own files (tensor_file.h) add checksums; files of others have none.
//
//   const MappedFile file("model.safetensors");
//   const Safetensors content = parse_safetensors(file.bytes(), file.path(), {…});
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace oovec::inline io {

struct Tensor {
  std::string type;
  std::vector<std::uint64_t> shape;
  std::span<const std::byte> bytes;
};

struct Safetensors {
  std::map<std::string, std::string> metadata;
  std::map<std::string, Tensor> tensors;
  std::span<const std::byte> data;  // all arrays
};

// How messages end: what to do about a file that is wrong in this way.
struct SafetensorsRemedies {
  std::string_view malformed;
  std::string_view damaged;
  std::string_view other_format;
};

// Checks all there is to check: tensors have the size of their shape, lie within the file, and
// leave no gap. Throws an Error for anything else. The spans of the result lie in `file`.
[[nodiscard]] Safetensors parse_safetensors(std::span<const std::byte> file,
                                            const std::string& path,
                                            const SafetensorsRemedies& remedies);

// A header for tensors in the order in which their bytes follow it, padded with blanks to a
// multiple of `alignment` bytes.
struct TensorEntry {
  std::string name;
  std::string type;
  std::vector<std::uint64_t> shape;
  std::uint64_t size;  // in bytes
};
[[nodiscard]] std::string safetensors_header(const std::map<std::string, std::string>& metadata,
                                             std::span<const TensorEntry> tensors,
                                             std::size_t alignment);

// Bytes per number of a type, 0 for an unknown type.
[[nodiscard]] std::size_t tensor_element_size(std::string_view type);

}  // namespace oovec::inline io
