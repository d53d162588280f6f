#include "lab/baselines/stems.h"

#include "lab/baselines/stemmer.h"
#include "oovec/text/normalize.h"

namespace oovec::lab {
namespace {

std::string stem_of(std::string_view word, Stemmer& stemmer) {
  std::string lowered;
  to_lower(word, lowered);
  return std::string(stemmer.stem(lowered));
}

}  // namespace

Stems::Stems(const Embeddings& vectors, std::string language)
    : vectors_(vectors), language_(std::move(language)) {
  Stemmer stemmer(language_);
  for (std::uint32_t row = 0; row < vectors_.size(); ++row)
    rows_[stem_of(vectors_.word(row), stemmer)].push_back(row);
}

std::vector<std::uint32_t> Stems::relatives(std::string_view word) const {
  Stemmer stemmer(language_);
  const auto found = rows_.find(stem_of(word, stemmer));
  if (found == rows_.end()) return {};
  std::vector<std::uint32_t> rows = found->second;
  std::erase_if(rows, [&](std::uint32_t row) { return vectors_.word(row) == word; });
  return rows;
}

}  // namespace oovec::lab
