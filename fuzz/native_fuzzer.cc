// Any bytes, read as a native vectors file: an Error, or words and rows that can all be asked for.
// They are read as they are and with their checksums put right, since whoever means harm would do
// that, and since otherwise hardly any input would get past them.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "fuzz/tensor_bytes.h"
#include "oovec/base/error.h"
#include "oovec/vectors/format.h"

namespace {

// Reads all there is. The index of a file with right checksums may still be nonsense: then words
// are not found, or what is found is another word's row, but never beyond the arrays.
void use_everything(const oovec::Embeddings& vectors) {
  std::vector<float> copy(vectors.dimension());
  for (std::size_t i = 0; i < vectors.size(); ++i) {
    std::copy(vectors.row(i).begin(), vectors.row(i).end(), copy.begin());
    const auto row = vectors.find(vectors.word(i));
    if (row && *row >= vectors.size()) std::abort();
  }
  for (const std::string_view word : {"", "a", "unseen"}) (void)vectors.vector_of(word);
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
  return fuzz_tensor_file(data, size, fuzz);
}
