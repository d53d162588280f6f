#include "oovec/vectors/resolve_text.h"

#include <string_view>
#include <vector>

namespace oovec::inline vectors {

TokenizerOptions resolve_text(TokenizerOptions text, const Embeddings& vectors) {
  if (text.lowercase != Lowercase::automatic) return text;
  std::vector<std::string_view> words(vectors.size());
  for (std::size_t i = 0; i < words.size(); ++i) words[i] = vectors.word(i);
  text.lowercase = decide_lowercase(words);
  return text;
}

}  // namespace oovec::inline vectors
