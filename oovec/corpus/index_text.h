// Reads a text into an index under construction, on many threads. Not part of the public interface.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "oovec/corpus/block_texts.h"
#include "oovec/corpus/index_builder.h"
#include "oovec/corpus/indexer.h"
#include "oovec/corpus/text_source.h"

namespace oovec::inline corpus {

struct IndexedText {
  LineCounts lines;
  std::vector<std::string> hints;  // see TextBlocks
};

// Of the options, `lines`, `threads` and `progress` count; all else is in the builder's plan.
// Throws Error(malformed) if too many lines are bad.
IndexedText index_text(const TextSource& corpus, const IndexOptions& options,
                       IndexBuilder& builder);

// A hint if the tokens of a text suggest that another file was meant.
[[nodiscard]] std::optional<std::string> coverage_hint(const MatchCounts& tokens);

}  // namespace oovec::inline corpus
