// The vector of a text: the mean of the vectors of its words. A word without a vector gets one from
// its form, with the text as its context.
//
//   WordInferrer inferrer(model);
//   TextReader reader(model);
//   const TextVector text = reader.vector("The pomelo is a citrus fruit.", inferrer);
//   if (text.words > 0) use(text.vector);
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "oovec/model/batch_inference.h"
#include "oovec/model/model.h"
#include "oovec/text/tokenizer.h"

namespace oovec::inline model {

struct TextVector {
  std::vector<float> vector;  // zeros if there is no word
  std::size_t words = 0;      // whose vectors it is the mean of
  std::size_t inferred = 0;   // of them
  std::size_t without = 0;    // words for which none could be inferred
};

// Serves one thread.
class TextReader {
 public:
  explicit TextReader(const Model& model);

  // Every word counts as often as it occurs. Tokens that are hardly words, such as numbers without
  // a vector, are left out. Throws Error(malformed) for text that is not UTF-8.
  [[nodiscard]] TextVector vector(std::string_view text, WordInferrer& inferrer);

 private:
  void read(std::string_view text);

  const Model& model_;
  const LanguageRules& rules_;
  Tokenizer tokenizer_;
  std::vector<std::uint32_t> rows_;  // of words that have a vector
  std::vector<std::string> unseen_;  // the others
};

}  // namespace oovec::inline model
