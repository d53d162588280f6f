// Any bytes, read as a Mimick network: an Error, or one that makes vectors of whatever word. As
// models, they are read as they are and with their checksums put right.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "fuzz/tensor_bytes.h"
#include "lab/baselines/mimick/mimick.h"
#include "oovec/base/error.h"

namespace {

void fuzz(std::string_view bytes) {
  const MemoryFile file(bytes);
  const MemoryFile vectors("ab 1 2\nba 3 4\nabba 5 6\n");  // those of the seeds
  try {
    const oovec::lab::Mimick mimick(file.path(), vectors.path());
    for (const std::string_view word : {"", "ab", "a\xC3\xA9x"}) {
      const auto vector = mimick.infer_vector(word, oovec::ContextEvidence(2));
      if (vector.has_value() == word.empty()) std::abort();
      if (vector && vector->size() != mimick.dimension()) std::abort();
    }
    if (!mimick.has_learned_from("ab")) std::abort();
  } catch (const oovec::Error&) {
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  return fuzz_tensor_file(data, size, fuzz);
}
