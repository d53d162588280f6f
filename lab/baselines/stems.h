// The words of a vocabulary by their stems: what form alone can give away of a word.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "oovec/vectors/embeddings.h"

namespace oovec::lab {

class Stems {
 public:
  // Throws Error(usage) for a language that has no stemmer.
  explicit Stems(const Embeddings& vectors, std::string language = "english");

  // The rows of all words with the stem of this one, in any case, but for the word itself.
  std::vector<std::uint32_t> relatives(std::string_view word) const;

 private:
  const Embeddings& vectors_;
  std::string language_;
  std::unordered_map<std::string, std::vector<std::uint32_t>> rows_;  // by stem
};

}  // namespace oovec::lab
