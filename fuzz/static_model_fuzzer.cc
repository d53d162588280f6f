// Any bytes, taken for tokenizer.json and for model.safetensors of a static model, cut at the first
// NUL byte: an Error, or words with finite vectors; and the tokenizer with a word added is read
// again.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include <unistd.h>

#include "oovec/base/error.h"
#include "oovec/vectors/format.h"
#include "oovec/vectors/tokenizer_json.h"

namespace {

// A directory in memory.
class MemoryDirectory {
 public:
  MemoryDirectory() { std::filesystem::create_directories(path_); }
  ~MemoryDirectory() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  MemoryDirectory(const MemoryDirectory&) = delete;
  MemoryDirectory& operator=(const MemoryDirectory&) = delete;

  const std::string& path() const { return path_; }

 private:
  const std::string path_ = "/dev/shm/oovec-fuzz-" + std::to_string(::getpid());
};

// The same for every input.
const std::string& directory() {
  static const MemoryDirectory made;
  return made.path();
}

void write(const char* name, std::string_view bytes) {
  std::ofstream(directory() + "/" + name, std::ios::binary) << bytes;
}

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
  write("tokenizer.json", bytes.substr(0, cut));
  write("model.safetensors", bytes.substr(std::min(cut + 1, size)));
  for (const bool repair : {false, true}) {
    oovec::ReadOptions options;
    options.repair = repair;
    options.threads = 1;
    try {
      const auto result = oovec::read_vectors(directory(), options);
      for (const float value : result.embeddings.values())
        if (!std::isfinite(value)) std::abort();
    } catch (const oovec::Error&) {
    }
  }
  return 0;
}
