// Any bytes, taken for tokenizer.json and for model.safetensors of a static model, cut at the first
// NUL byte: an Error, or words with finite vectors; and the tokenizer with a word added is read
// again.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "fuzz/memory.h"
#include "oovec/base/error.h"
#include "oovec/vectors/format.h"
#include "oovec/vectors/tokenizer_json.h"

namespace {

void fuzz_tokenizer(std::string_view json) {
  try {
    const oovec::TokenizerWords tokens = oovec::parse_tokenizer(json, "fuzz");
    oovec::Vocabulary word;
    word.insert("caf\xC3\xA9");
    oovec::Matrix matrix(1);
    matrix.append(std::vector<float>{0});
    const oovec::Embeddings added(std::move(word), std::move(matrix));
    const std::string extended = oovec::add_tokens(json, "fuzz", added);
    if (oovec::parse_tokenizer(extended, "fuzz").tokens < tokens.tokens) std::abort();
  } catch (const oovec::Error&) {
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  const std::size_t cut = std::min(bytes.find('\0'), size);
  fuzz_tokenizer(bytes.substr(0, cut));
  (void)directory().write("model/tokenizer.json", bytes.substr(0, cut));
  (void)directory().write("model/model.safetensors", bytes.substr(std::min(cut + 1, size)));
  for (const bool repair : {false, true}) {
    oovec::ReadOptions options;
    options.repair = repair;
    options.threads = 1;
    try {
      const auto result = oovec::read_vectors(directory().path("model"), options);
      for (const float value : result.embeddings.values())
        if (!std::isfinite(value)) std::abort();
    } catch (const oovec::Error&) {
    }
  }
  return 0;
}
