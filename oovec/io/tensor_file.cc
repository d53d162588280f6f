#include "oovec/io/tensor_file.h"

#include <algorithm>
#include <bit>
#include <mutex>
#include <set>

#include <fmt/format.h>

#include "oovec/base/error.h"
#include "oovec/base/hash.h"
#include "oovec/base/parallel.h"
#include "oovec/io/output.h"
#include "oovec/io/safetensors.h"
#include "oovec/io/scratch_file.h"

namespace oovec::inline io {
namespace {

static_assert(std::endian::native == std::endian::little, "tensors are mapped as they are stored");

constexpr std::size_t block_size = TensorFile::block_size;
constexpr std::size_t few_blocks = 2;       // as many as hold a word or a vector
constexpr std::size_t window_blocks = 256;  // verified before memory is released
constexpr std::size_t header_alignment = 64;
constexpr const char* checksums_name = "checksums";

std::size_t blocks_in(std::size_t bytes) { return (bytes + block_size - 1) / block_size; }

constexpr SafetensorsRemedies remedies = {
    "this is not a file oovec wrote, or it was altered",
    "restore the file from a copy or write it again",
    "name a file that oovec train, oovec index or oovec vectors convert has written"};

Error malformed(const std::string& path, const std::string& what) {
  return Error(ErrorKind::malformed, fmt::format("{}: {}; {}", path, what, remedies.malformed));
}

Error damaged(const std::string& path, const std::string& what) {
  return Error(ErrorKind::damaged, fmt::format("{}: {}; {}", path, what, remedies.damaged));
}

std::mutex open_mutex;
std::set<const TensorFile*> open_files;

}  // namespace

TensorFile::TensorFile(const std::string& path, Numbers numbers) : map_(path) {
  read_header();
  read_checksums();
  if (numbers == Numbers::finite) find_floats();
  const std::lock_guard lock(open_mutex);
  open_files.insert(this);
}

TensorFile::~TensorFile() {
  const std::lock_guard lock(open_mutex);
  open_files.erase(this);
}

void TensorFile::read_header() {
  if (map_.bytes().empty())
    throw Error(ErrorKind::damaged, path() + " is empty; give a file that oovec wrote");
  Safetensors content = parse_safetensors(map_.bytes(), path(), remedies);
  metadata_ = std::move(content.metadata);
  tensors_ = std::move(content.tensors);
  data_ = content.data;
}

// checksums = [header, block 0, block 1, …, checksum of all these]
void TensorFile::read_checksums() {
  if (!tensors_.contains(checksums_name))
    throw Error(
        ErrorKind::unsupported,
        path() +
            ": a safetensors file without checksums, so oovec did not write it; for a model2vec "
            "model, name the directory; convert other vectors to a text format first");
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
  fingerprint_ = hash64(std::as_bytes(checksums_));
  valid_ = std::make_unique<std::atomic<bool>[]>(checksums_.size());
  tensors_.erase(checksums_name);
}

void TensorFile::find_floats() {
  for (const auto& [name, tensor] : tensors_)
    if (!tensor.bytes.empty())
      floats_.add(name, tensor.type, static_cast<std::size_t>(tensor.bytes.data() - data_.data()),
                  tensor.bytes.size());
}

const Tensor& TensorFile::tensor(const std::string& name, std::string_view type) const {
  const auto found = tensors_.find(name);
  if (found == tensors_.end() || found->second.type != type)
    throw malformed(path(), fmt::format("there is no tensor \"{}\" of type {}", name, type));
  const Tensor& tensor = found->second;
  if (reinterpret_cast<std::uintptr_t>(tensor.bytes.data()) % tensor_element_size(type) != 0)
    throw malformed(path(), fmt::format("tensor \"{}\" is not aligned", name));
  return tensor;
}

std::uint64_t TensorFile::fingerprint() const { return fingerprint_; }

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

std::span<const std::byte> TensorFile::check_block(std::size_t block) const {
  const std::span<const std::byte> bytes = blocks(block, block + 1);
  if (hash64(bytes) != checksums_[block]) {
    map_.check_not_lost();  // says why
    const auto at = static_cast<std::size_t>(bytes.data() - map_.bytes().data());
    throw damaged(path(), fmt::format("bytes {} to {} have changed", at, at + bytes.size() - 1));
  }
  return bytes;
}

void TensorFile::verify_block(std::size_t block) const {
  if (valid_[block].load(std::memory_order_relaxed)) return;
  const std::span<const std::byte> bytes = check_block(block);
  if (const std::string* const name = floats_.find_not_finite(block * block_size, bytes))
    throw malformed(path(),
                    fmt::format("tensor \"{}\" contains a number that is not finite", *name));
  valid_[block].store(true, std::memory_order_relaxed);
}

void TensorFile::check_unchanged() const {
  map_.check_not_lost();
  if (!map_.may_have_changed()) return;
  if (hash64(std::as_bytes(checksums_)) != fingerprint_)
    throw damaged(path(), "the file was overwritten while it was in use");
  for (std::size_t block = 0; block < checksums_.size(); ++block)
    if (valid_[block].load(std::memory_order_relaxed)) check_block(block);
  map_.check_not_lost();
}

void TensorFile::check_all_unchanged() {
  check_mappings();
  const std::lock_guard lock(open_mutex);
  for (const TensorFile* const file : open_files) file->check_unchanged();
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

  // The tensors that must be finite.
  FloatTensors floats() const {
    FloatTensors floats;
    for (std::size_t i = 0; i < sources_.size(); ++i)
      floats.add(sources_[i].name, sources_[i].tensor.type, begins_[i], size_of(sources_[i]));
    return floats;
  }

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

std::string make_header(const std::map<std::string, std::string>& metadata, std::size_t checksums,
                        std::span<const TensorSource> sources) {
  std::vector<TensorEntry> entries = {
      {checksums_name, "U64", {checksums}, checksums * sizeof(std::uint64_t)}};
  for (const TensorSource& source : sources)
    entries.push_back({source.name, source.tensor.type, source.tensor.shape, size_of(source)});
  return safetensors_header(metadata, entries, header_alignment);
}

// As TensorFile::read_checksums() expects them. All numbers are checked on the way.
std::vector<std::uint64_t> make_checksums(const std::string& path, const std::string& header,
                                          const Data& data, int threads) {
  const FloatTensors floats = data.floats();
  const std::size_t blocks = blocks_in(data.size());
  std::vector<std::uint64_t> checksums(blocks + 2);
  checksums.front() = hash64(header);
  parallel_for(threads, blocks, [&](std::size_t i) {
    std::vector<std::byte> buffer;
    const std::span<const std::byte> block = data.block(i, buffer);
    if (const std::string* const name = floats.find_not_finite(i * block_size, block))
      throw not_finite_error(fmt::format("{}: tensor \"{}\"", path, *name));
    checksums[i + 1] = hash64(block);
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
                     return tensor_element_size(a.tensor.type) > tensor_element_size(b.tensor.type);
                   });
  const Data data(sources);
  const std::size_t blocks = blocks_in(data.size());
  const std::string header = make_header(metadata_, blocks + 2, sources);
  const std::vector<std::uint64_t> checksums = make_checksums(path, header, data, threads);

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
