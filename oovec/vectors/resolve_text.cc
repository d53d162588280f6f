#include "oovec/vectors/resolve_text.h"

#include <string_view>
#include <vector>

namespace oovec::inline vectors {

TokenizerOptions resolve_text(TokenizerOptions text, const Embeddings& vectors) {
  const bool any_language = text.language == automatic_language;
  if (!any_language) text.language = canonical_language(text.language);
  if (text.lowercase != Lowercase::automatic && !any_language) return text;
  std::vector<std::string_view> words(vectors.size());
  for (std::size_t i = 0; i < words.size(); ++i) words[i] = vectors.word(i);
  if (text.lowercase == Lowercase::automatic) text.lowercase = decide_lowercase(words);
  if (any_language) text.language = decide_language(words);
  return text;
}

}  // namespace oovec::inline vectors
