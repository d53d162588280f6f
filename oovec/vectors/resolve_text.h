// How to read text whose words are looked up among vectors.
#pragma once

#include "oovec/text/tokenizer.h"
#include "oovec/vectors/embeddings.h"

namespace oovec::inline vectors {

// The same with nothing left open: text is lower-cased if the vectors have no capitals, and its
// language is theirs, if that is certain. Throws Error(usage) for what is no language.
[[nodiscard]] TokenizerOptions resolve_text(TokenizerOptions text, const Embeddings& vectors);

}  // namespace oovec::inline vectors
