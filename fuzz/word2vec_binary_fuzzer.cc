// Any bytes, read as a word2vec binary file: an Error or words with finite vectors.
#include <cstddef>
#include <cstdint>
#include <cstdlib>

#include "fuzz/vector_bytes.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  return fuzz_vectors(data, size, oovec::VectorFormat::word2vec_binary,
                      [](const oovec::Embeddings& vectors) {
                        for (std::size_t i = 0; i < vectors.size(); ++i)
                          if (vectors.find(vectors.word(i)) != i) std::abort();
                      });
}
