// Any bytes, read as a fastText model: an Error or words with finite vectors, unseen ones included.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "fuzz/vector_bytes.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  return fuzz_vectors(
      data, size, oovec::VectorFormat::fasttext_bin, [](const oovec::Embeddings& vectors) {
        for (const std::string_view word : {"", "a", "unseen", "\xC3\xA9t\xC3\xA9", "\x80\xFF"})
          if (const auto vector = vectors.vector_of(word)) check_finite(*vector);
      });
}
