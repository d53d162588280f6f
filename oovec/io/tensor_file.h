// Files of named arrays: safetensors, with checksums of our own in a tensor named "checksums".
//
// A file is mapped, and opening it reads only the header and the checksums, so it takes the same
// time whatever the size. The data is cut into blocks of 64 KiB; verify() compares those that hold
// the bytes asked for with their checksums, each once, and must precede the first use of any byte.
// No NaN or infinity is written, and verify() lets none through: checksums can be forged.
// Any reader of safetensors can read these files; docs/formats.md has the details.
//
//   TensorFile file("words.oovec");
//   auto rows = file.tensor<float>("vectors");
//   file.verify(std::as_bytes(rows.first(100)));
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "oovec/base/progress.h"
#include "oovec/io/float_tensors.h"
#include "oovec/io/map.h"
#include "oovec/io/safetensors.h"

namespace oovec::inline io {

class ScratchFile;
template <class T>
class FileArray;

// What can be stored: the safetensors names of the types in use.
template <class T>
constexpr std::string_view tensor_type();
template <>
constexpr std::string_view tensor_type<float>() {
  return "F32";
}
template <>
constexpr std::string_view tensor_type<char>() {
  return "U8";
}
template <>
constexpr std::string_view tensor_type<std::uint16_t>() {
  return "U16";
}
template <>
constexpr std::string_view tensor_type<std::uint32_t>() {
  return "U32";
}
template <>
constexpr std::string_view tensor_type<std::uint64_t>() {
  return "U64";
}

class TensorFile {
 public:
  static constexpr std::size_t block_size = 64 << 10;

  // With `any`, verify() lets NaN and infinities through, for callers that look for them.
  enum class Numbers { finite, any };
  explicit TensorFile(const std::string& path, Numbers numbers = Numbers::finite);
  ~TensorFile();
  TensorFile(const TensorFile&) = delete;
  TensorFile& operator=(const TensorFile&) = delete;

  const std::string& path() const { return map_.path(); }
  const std::map<std::string, std::string>& metadata() const { return metadata_; }
  const std::map<std::string, Tensor>& tensors() const { return tensors_; }

  // The elements of a tensor, unverified; an Error if there is none of that name and type.
  template <class T>
  [[nodiscard]] std::span<const T> tensor(const std::string& name) const {
    const Tensor& found = tensor(name, tensor_type<T>());
    return {reinterpret_cast<const T*>(found.bytes.data()), found.bytes.size() / sizeof(T)};
  }
  [[nodiscard]] const Tensor& tensor(const std::string& name, std::string_view type) const;

  // Identifies the contents of the file.
  [[nodiscard]] std::uint64_t fingerprint() const;

  // Throws an Error(damaged) unless `part`, which must lie in this file, is as it was written, and
  // an Error(malformed) if a number in it is not finite.
  // Inline, since it is called for every word and vector in use and rarely has anything to do.
  void verify(std::span<const std::byte> part, int threads = 1) const {
    if (part.empty()) return;
    const auto offset = static_cast<std::size_t>(part.data() - data_.data());
    const std::size_t end = (offset + part.size() - 1) / block_size + 1;
    std::size_t first = offset / block_size;
    while (first < end && valid_[first].load(std::memory_order_relaxed)) ++first;
    if (first < end) verify_blocks(first, end, threads);
  }

  // The same for all tensors. Memory does not grow with the file: see release().
  void verify_all(int threads = 1) const;

  // Other programs may overwrite verified data while it is in use. Both functions throw an
  // Error(damaged) if that has happened: check_intact() by what is known without asking the system,
  // check_unchanged() after inspecting the file, and its content if it was written to.
  void check_intact() const { map_.check_not_lost(); }
  void check_unchanged() const;

  // check_unchanged() for all open files, to be called before a result becomes visible.
  static void check_all_unchanged();

  // Releases the memory of the data that has been read. The data is read again when it is next
  // used, so this may be called at any time; useful after a large part that will not be needed
  // soon.
  void release() const { map_.release(map_.bytes()); }

 private:
  void read_header();
  void read_checksums();
  void find_floats();
  std::span<const std::byte> blocks(std::size_t begin, std::size_t end) const;
  void verify_blocks(std::size_t begin, std::size_t end, int threads) const;
  std::span<const std::byte> check_block(std::size_t block) const;
  void verify_block(std::size_t block) const;

  MappedFile map_;
  std::map<std::string, std::string> metadata_;
  std::map<std::string, Tensor> tensors_;
  std::span<const std::byte> data_;             // all tensors but the checksums
  FloatTensors floats_;                         // what must be finite in data_
  std::span<const std::uint64_t> checksums_;    // one per block of data_
  std::uint64_t fingerprint_ = 0;               // of the checksums, when the file was opened
  std::unique_ptr<std::atomic<bool>[]> valid_;  // blocks that have been verified
};

// A tensor to be written.
struct TensorSource {
  std::string name;
  Tensor tensor;
  const ScratchFile* file = nullptr;  // if set, has the bytes instead of `tensor`
};

// A file to be written: tensors are borrowed until then. Those too large for memory are written
// from a FileArray (io/scratch_file.h).
class TensorFileWriter {
 public:
  explicit TensorFileWriter(std::map<std::string, std::string> metadata)
      : metadata_(std::move(metadata)) {}

  template <class T>
  void add(std::string name, std::vector<std::uint64_t> shape, std::span<const T> values) {
    add(std::move(name), {std::string(tensor_type<T>()), std::move(shape), std::as_bytes(values)});
  }
  void add(std::string name, Tensor tensor);

  template <class T>
  void add(std::string name, FileArray<T>& values) {
    values.flush();
    sources_.push_back(
        {std::move(name), {std::string(tensor_type<T>()), {values.size()}, {}}, &values.file()});
  }

  // Written atomically. Tensors with larger elements come first, so that all are aligned.
  void write(const std::string& path, int threads, Progress* progress) const;

 private:
  std::map<std::string, std::string> metadata_;
  std::vector<TensorSource> sources_;
};

}  // namespace oovec::inline io
