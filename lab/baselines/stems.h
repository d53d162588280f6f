// The words of a vocabulary by their stems, to find the relatives of a word.
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
  // Throws Error(usage) if there is no stemmer for the language.
  explicit Stems(const Embeddings& vectors, std::string language = "english");

  // The rows of all other words with the same stem; case is ignored.
  std::vector<std::uint32_t> relatives(std::string_view word) const;

 private:
  const Embeddings& vectors_;
  std::string language_;
  std::unordered_map<std::string, std::vector<std::uint32_t>> rows_;  // by stem
};

}  // namespace oovec::lab
