// Any bytes, read as text with and without a header (fastText's .vec is read like word2vec's) and
// as whatever they are recognised as: an Error, or distinct words in UTF-8 with as many finite
// vectors.
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "fuzz/memory.h"
#include "oovec/base/error.h"
#include "oovec/io/input.h"
#include "oovec/text/utf8.h"
#include "oovec/vectors/format.h"

namespace {

using oovec::VectorFormat;

void check(const oovec::ReadResult& result, const oovec::ReadOptions& options) {
  const oovec::Embeddings& vectors = result.embeddings;
  if (vectors.values().size() != vectors.size() * vectors.dimension()) std::abort();
  if (options.limit != 0 && vectors.size() > options.limit) std::abort();
  for (std::size_t i = 0; i < vectors.size(); ++i) {
    const std::string_view word = vectors.word(i);
    if (word.empty() || oovec::find_invalid_utf8(word)) std::abort();
    if (vectors.find(word) != i) std::abort();  // not so if two were the same
  }
  for (const float value : vectors.values())
    if (!std::isfinite(value)) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  if (is_compressed(bytes)) return 0;
  for (const VectorFormat format :
       {VectorFormat::automatic, VectorFormat::word2vec, VectorFormat::glove}) {
    for (const bool repair : {false, true}) {
      oovec::ReadOptions options;
      options.format = format;
      options.repair = repair;
      options.limit = repair ? 0 : 3;
      options.threads = 1;
      try {
        check(oovec::read_vectors(oovec::memory_input(bytes, "fuzz"), options), options);
      } catch (const oovec::Error&) {
      }
    }
  }
  return 0;
}
