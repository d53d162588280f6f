// Any bytes, read as a native vectors file: an Error, or words and rows that can all be asked for.
// They are read as they are and with their checksums put right, since whoever means harm would do
// that, and since otherwise hardly any input would get past them.
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "oovec/base/error.h"
#include "oovec/base/hash.h"
#include "oovec/io/descriptor.h"
#include "oovec/vectors/format.h"

namespace {

// A file in memory.
class MemoryFile {
 public:
  explicit MemoryFile(std::string_view bytes) : file_(::memfd_create("fuzz", MFD_CLOEXEC)) {
    while (!bytes.empty()) {
      const ssize_t count = ::write(file_.get(), bytes.data(), bytes.size());
      if (count <= 0) std::abort();
      bytes.remove_prefix(static_cast<std::size_t>(count));
    }
  }
  std::string path() const { return "/proc/self/fd/" + std::to_string(file_.get()); }

 private:
  oovec::Descriptor file_;
};

// The layout of docs/formats.md: length, header, then a checksum of the header, one per block of
// 64 KiB, and one of the checksums; inputs are so short that there is one block.
std::string with_right_checksums(std::string_view bytes) {
  std::string fixed(bytes);
  std::uint64_t header_size = 0;
  constexpr std::size_t checksums_size = 3 * sizeof(std::uint64_t);
  if (fixed.size() < sizeof header_size) return fixed;
  std::memcpy(&header_size, fixed.data(), sizeof header_size);
  if (header_size > fixed.size() - sizeof header_size) return fixed;
  const std::size_t header_end = sizeof header_size + header_size;
  if (fixed.size() - header_end < checksums_size) return fixed;

  const std::string_view all = fixed;
  std::uint64_t checksums[3] = {oovec::hash64(all.substr(0, header_end)),
                                oovec::hash64(all.substr(header_end + checksums_size)), 0};
  checksums[2] = oovec::hash64(std::as_bytes(std::span(checksums).first(2)));
  std::memcpy(fixed.data() + header_end, checksums, checksums_size);
  return fixed;
}

// Reads all there is. The index of a file with right checksums may still be nonsense: then words
// are not found, or what is found is another word's row, but never beyond the arrays.
void use_everything(const oovec::Embeddings& vectors) {
  std::vector<float> copy(vectors.dimension());
  for (std::size_t i = 0; i < vectors.size(); ++i) {
    std::copy(vectors.row(i).begin(), vectors.row(i).end(), copy.begin());
    const auto row = vectors.find(vectors.word(i));
    if (row && *row >= vectors.size()) std::abort();
  }
  for (const std::string_view word : {"", "a", "unseen"}) vectors.vector_of(word);
  if (vectors.values().size() != vectors.size() * vectors.dimension()) std::abort();
}

void check_read(const oovec::ReadResult& result) {
  const oovec::Embeddings& vectors = result.embeddings;
  for (std::size_t i = 0; i < vectors.size(); ++i)
    if (vectors.find(vectors.word(i)) != i) std::abort();
  for (const float value : vectors.values(1))
    if (!std::isfinite(value)) std::abort();
}

void fuzz(std::string_view bytes) {
  const MemoryFile file(bytes);
  oovec::ReadOptions options;
  options.format = oovec::VectorFormat::native;
  options.threads = 1;
  try {
    use_everything(oovec::read_vectors(file.path(), options).embeddings);
  } catch (const oovec::Error&) {
  }
  options.repair = true;
  try {
    check_read(oovec::read_vectors(file.path(), options));
  } catch (const oovec::Error&) {
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  fuzz(bytes);
  fuzz(with_right_checksums(bytes));
  return 0;
}
