#include "oovec/io/tensor_file.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "oovec/base/checked.h"
#include "oovec/base/error.h"
#include "oovec/base/hash.h"
#include "oovec/base/parallel.h"
#include "oovec/io/output.h"
#include "oovec/io/scratch_file.h"

namespace oovec::inline io {
namespace {

static_assert(std::endian::native == std::endian::little, "tensors are mapped as they are stored");

using Json = nlohmann::json;

constexpr std::size_t block_size = TensorFile::block_size;
constexpr std::size_t few_blocks = 2;            // as many as hold a word or a vector
constexpr std::size_t window_blocks = 256;       // verified before memory is let go of
constexpr std::size_t length_size = 8;           // the file opens with the header's length
constexpr std::uint64_t max_header = 100 << 20;  // the bound safetensors itself sets
constexpr std::size_t header_alignment = 64;
constexpr const char* checksums_name = "checksums";

std::size_t blocks_in(std::size_t bytes) { return (bytes + block_size - 1) / block_size; }

std::size_t element_size(std::string_view type) {
  if (type == "U8") return 1;
  if (type == "U16" || type == "BF16") return 2;
  if (type == "U32" || type == "F32") return 4;
  if (type == "U64") return 8;
  return 0;
}

Error malformed(const std::string& path, const std::string& what) {
  return Error(
      ErrorKind::malformed,
      fmt::format("{}: {}; this is not a file oovec wrote, or it was altered", path, what));
}

Error damaged(const std::string& path, const std::string& what) {
  return Error(ErrorKind::damaged,
               fmt::format("{}: {}; restore the file from a copy or write it again", path, what));
}

// A header's length has zeros in its upper bytes, text and most other formats have not.
bool is_no_length(std::span<const std::byte> length) {
  return std::none_of(length.begin(), length.end(), [](std::byte b) { return b == std::byte{0}; });
}

// A whole number from the header, which may hold anything.
std::uint64_t whole_number(const Json& value, const std::string& path) {
  if (!value.is_number_unsigned())
    throw malformed(path, "the header has no number where one must be");
  return value.get<std::uint64_t>();
}

struct Extent {
  std::uint64_t begin;
  std::uint64_t end;
};

// {"dtype": "F32", "shape": [2, 3], "data_offsets": [0, 24]}
Tensor parse_tensor(const Json& entry, const std::string& path, Extent& extent) {
  if (!entry.is_object() || !entry.contains("dtype") || !entry["dtype"].is_string() ||
      !entry.contains("shape") || !entry["shape"].is_array() || !entry.contains("data_offsets") ||
      !entry["data_offsets"].is_array() || entry["data_offsets"].size() != 2)
    throw malformed(path, "the header does not describe tensors");
  Tensor tensor{entry["dtype"].get<std::string>(), {}, {}};
  std::uint64_t bytes = element_size(tensor.type);
  if (bytes == 0) throw malformed(path, fmt::format("unknown tensor type \"{}\"", tensor.type));
  for (const Json& side : entry["shape"]) {
    tensor.shape.push_back(whole_number(side, path));
    bytes = checked_mul(bytes, tensor.shape.back());
  }
  extent = {whole_number(entry["data_offsets"][0], path),
            whole_number(entry["data_offsets"][1], path)};
  if (extent.begin > extent.end || extent.end - extent.begin != bytes)
    throw malformed(path, "a tensor's size is not that of its shape");
  return tensor;
}

}  // namespace

TensorFile::TensorFile(const std::string& path) : map_(path) {
  read_header();
  read_checksums();
}

void TensorFile::read_header() {
  const std::span<const std::byte> file = map_.bytes();
  if (file.empty())
    throw Error(ErrorKind::damaged, path() + " is empty; give a file that oovec wrote");
  if (file.size() < length_size) throw damaged(path(), "the file ends before its header");
  std::uint64_t header_size = 0;
  std::memcpy(&header_size, file.data(), length_size);
  if (is_no_length(file.first(length_size)))
    throw Error(ErrorKind::malformed,
                path() +
                    " is text or another format; what oovec train, oovec index or oovec vectors "
                    "convert writes is expected");
  if (header_size > max_header) throw malformed(path(), "the header is larger than 100 MiB");
  if (header_size > file.size() - length_size)
    throw damaged(path(), "the file ends in the middle of its header");

  const std::string_view text(reinterpret_cast<const char*>(file.data()) + length_size,
                              header_size);
  const Json header = Json::parse(text, nullptr, /*allow_exceptions=*/false);
  if (!header.is_object()) throw malformed(path(), "the header is not a JSON object");
  data_ = file.subspan(length_size + header_size);

  std::map<std::uint64_t, std::uint64_t> extents;  // begin → end
  for (const auto& [name, entry] : header.items()) {
    if (name == "__metadata__") {
      if (!entry.is_object()) throw malformed(path(), "the metadata is not a JSON object");
      for (const auto& [key, value] : entry.items()) {
        if (!value.is_string()) throw malformed(path(), "the metadata holds more than strings");
        metadata_[key] = value.get<std::string>();
      }
      continue;
    }
    Extent extent{};
    Tensor tensor = parse_tensor(entry, path(), extent);
    if (extent.end > data_.size())
      throw damaged(path(), fmt::format("{} bytes of data are announced, {} are there", extent.end,
                                        data_.size()));
    tensor.bytes = data_.subspan(extent.begin, extent.end - extent.begin);
    if (extent.begin != extent.end && !extents.emplace(extent.begin, extent.end).second)
      throw malformed(path(), "tensors overlap");
    tensors_.emplace(name, std::move(tensor));
  }
  std::uint64_t covered = 0;
  for (const auto& [begin, end] : extents) {
    if (begin != covered) throw malformed(path(), "tensors overlap or leave a gap");
    covered = end;
  }
  if (covered != data_.size())
    throw damaged(path(), fmt::format("{} bytes follow the last tensor", data_.size() - covered));
}

// checksums = [header, block 0, block 1, …, checksum of all these]
void TensorFile::read_checksums() {
  if (!tensors_.contains(checksums_name))
    throw Error(ErrorKind::unsupported,
                path() +
                    ": a safetensors file without checksums, so not one that oovec wrote; "
                    "convert its vectors to a text format and read that");
  const std::span<const std::byte> header = map_.bytes().first(map_.bytes().size() - data_.size());
  const auto all = tensor<std::uint64_t>(checksums_name);
  if (std::as_bytes(all).data() != data_.data())
    throw malformed(path(), "the checksums are not the first tensor");
  data_ = data_.subspan(all.size_bytes());
  if (all.size() != blocks_in(data_.size()) + 2)
    throw malformed(path(), "there is not one checksum per 64 KiB of data");
  map_.will_need(std::as_bytes(all));
  if (all.back() != hash64(std::as_bytes(all.first(all.size() - 1))))
    throw damaged(path(), "the checksums themselves have changed");
  if (all.front() != hash64(header)) throw damaged(path(), "the header has changed");
  checksums_ = all.subspan(1, all.size() - 2);
  valid_ = std::make_unique<std::atomic<bool>[]>(checksums_.size());
  tensors_.erase(checksums_name);
}

const Tensor& TensorFile::tensor(const std::string& name, std::string_view type) const {
  const auto found = tensors_.find(name);
  if (found == tensors_.end() || found->second.type != type)
    throw malformed(path(), fmt::format("there is no tensor \"{}\" of type {}", name, type));
  const Tensor& tensor = found->second;
  if (reinterpret_cast<std::uintptr_t>(tensor.bytes.data()) % element_size(type) != 0)
    throw malformed(path(), fmt::format("tensor \"{}\" is not aligned", name));
  return tensor;
}

std::uint64_t TensorFile::fingerprint() const { return hash64(std::as_bytes(checksums_)); }

void TensorFile::verify_blocks(std::size_t begin, std::size_t end, int threads) const {
  if (end - begin <= few_blocks) map_.will_need(blocks(begin, end));
  if (threads == 1) {
    for (std::size_t block = begin; block < end; ++block) verify_block(block);
  } else {
    parallel_for(threads, end - begin, [&](std::size_t i) { verify_block(begin + i); });
  }
}

void TensorFile::verify_all(int threads) const {
  for (std::size_t block = 0; block < checksums_.size(); block += window_blocks) {
    const auto window = blocks(block, std::min(block + window_blocks, checksums_.size()));
    verify(window, threads);
    map_.release(window);
  }
}

std::span<const std::byte> TensorFile::blocks(std::size_t begin, std::size_t end) const {
  const std::size_t offset = begin * block_size;
  return data_.subspan(offset, std::min((end - begin) * block_size, data_.size() - offset));
}

void TensorFile::verify_block(std::size_t block) const {
  if (valid_[block].load(std::memory_order_relaxed)) return;
  const std::span<const std::byte> bytes = blocks(block, block + 1);
  if (hash64(bytes) != checksums_[block]) {
    const auto at = static_cast<std::size_t>(bytes.data() - map_.bytes().data());
    throw damaged(path(), fmt::format("bytes {} to {} have changed", at, at + bytes.size() - 1));
  }
  valid_[block].store(true, std::memory_order_relaxed);
}

void TensorFileWriter::add(std::string name, Tensor tensor) {
  sources_.push_back({std::move(name), std::move(tensor)});
}

namespace {

std::uint64_t size_of(const TensorSource& source) {
  return source.file ? source.file->size() : source.tensor.bytes.size();
}

// The tensors' bytes as one sequence.
class Data {
 public:
  explicit Data(std::span<const TensorSource> sources) : sources_(sources) {
    for (const TensorSource& source : sources_) {
      begins_.push_back(size_);
      size_ += size_of(source);
    }
  }

  std::size_t size() const { return size_; }

  // Block `index`, copied to `buffer` unless it lies in memory as a whole.
  std::span<const std::byte> block(std::size_t index, std::vector<std::byte>& buffer) const {
    const std::size_t begin = index * block_size;
    const std::size_t end = std::min(begin + block_size, size_);
    auto part = static_cast<std::size_t>(std::upper_bound(begins_.begin(), begins_.end(), begin) -
                                         begins_.begin() - 1);
    const TensorSource& first = sources_[part];
    if (!first.file && end <= begins_[part] + size_of(first))
      return first.tensor.bytes.subspan(begin - begins_[part], end - begin);
    buffer.resize(end - begin);
    for (std::size_t at = begin; at < end; ++part) {
      const std::size_t offset = at - begins_[part];
      const std::size_t size = std::min(size_of(sources_[part]) - offset, end - at);
      copy(sources_[part], offset, std::span(buffer).subspan(at - begin, size));
      at += size;
    }
    return buffer;
  }

 private:
  static void copy(const TensorSource& source, std::size_t offset, std::span<std::byte> bytes) {
    if (source.file)
      source.file->read(offset, bytes);
    else
      std::copy_n(source.tensor.bytes.begin() + static_cast<std::ptrdiff_t>(offset), bytes.size(),
                  bytes.begin());
  }

  std::span<const TensorSource> sources_;
  std::vector<std::size_t> begins_;
  std::size_t size_ = 0;
};

// Length and JSON, filled up with blanks so that the data that follows is aligned.
std::string make_header(const std::map<std::string, std::string>& metadata, std::size_t checksums,
                        std::span<const TensorSource> sources) {
  Json header = {{"__metadata__", metadata}};
  std::uint64_t at = 0;
  const auto describe = [&](const std::string& name, const Tensor& tensor, std::uint64_t size) {
    header[name] = {
        {"dtype", tensor.type}, {"shape", tensor.shape}, {"data_offsets", {at, at + size}}};
    at += size;
  };
  describe(checksums_name, {"U64", {checksums}, {}}, checksums * sizeof(std::uint64_t));
  for (const TensorSource& source : sources) describe(source.name, source.tensor, size_of(source));
  std::string text = header.dump();
  const std::size_t size = length_size + text.size();
  text.append((header_alignment - size % header_alignment) % header_alignment, ' ');
  const std::uint64_t length = text.size();
  return std::string(reinterpret_cast<const char*>(&length), length_size) + text;
}

// As TensorFile::read_checksums() expects them.
std::vector<std::uint64_t> make_checksums(const std::string& header, const Data& data,
                                          int threads) {
  const std::size_t blocks = blocks_in(data.size());
  std::vector<std::uint64_t> checksums(blocks + 2);
  checksums.front() = hash64(header);
  parallel_for(threads, blocks, [&](std::size_t i) {
    std::vector<std::byte> buffer;
    checksums[i + 1] = hash64(data.block(i, buffer));
  });
  checksums.back() =
      hash64(std::as_bytes(std::span<const std::uint64_t>(checksums).first(blocks + 1)));
  return checksums;
}

}  // namespace

void TensorFileWriter::write(const std::string& path, int threads, Progress* progress) const {
  std::vector<TensorSource> sources = sources_;
  std::stable_sort(sources.begin(), sources.end(),
                   [](const TensorSource& a, const TensorSource& b) {
                     return element_size(a.tensor.type) > element_size(b.tensor.type);
                   });
  const Data data(sources);
  const std::size_t blocks = blocks_in(data.size());
  const std::string header = make_header(metadata_, blocks + 2, sources);
  const std::vector<std::uint64_t> checksums = make_checksums(header, data, threads);

  ProgressTask task(progress, "writing " + path, data.size());
  Output output(path);
  output.write(header);
  output.write(std::as_bytes(std::span<const std::uint64_t>(checksums)));
  std::vector<std::byte> buffer;
  for (std::size_t i = 0; i < blocks; ++i) {
    const std::span<const std::byte> block = data.block(i, buffer);
    output.write(block);
    task.advance(block.size());
  }
  output.commit();
}

}  // namespace oovec::inline io
