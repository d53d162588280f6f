// A whole index under construction as parts (index_part.h), one for each range of target words, so
// that many machines can share the work of joining it with others. Not part of the public
// interface.
//
// A sentence goes to every range with a target that keeps it. The words of the plan are divided
// into ranges in their order; words without a vector are assigned to ranges by their hash. Vectors
// files list frequent words first, and those keep more sentences of a part, so the first ranges
// have fewer words than the last: of n ranges, the first r have (r/n)² of the words. With the same
// plan and number of ranges, the ranges are the same. The bytes of a part depend only on the counts
// and the set of sentences, so repeating the work gives the same bytes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "oovec/corpus/block_texts.h"
#include "oovec/corpus/index_builder.h"
#include "oovec/io/scratch_file.h"

namespace oovec::inline corpus {

class IndexParts {
 public:
  struct Part {
    std::uint32_t range;
    std::string bytes;
  };

  // Takes what is in the builder, once. Parts wait in a temporary file beside the file of this
  // name; memory is about 64 MB, however large the index and however many the ranges.
  IndexParts(IndexBuilder& builder, std::uint32_t ranges, const std::string& beside, int threads);

  std::optional<Part> next();

 private:
  struct Extent {
    std::uint32_t range;
    std::uint64_t begin;
    std::size_t size;
  };

  ScratchFile file_;
  std::vector<Extent> parts_;
  std::size_t next_ = 0;
};

// Totals of a text, besides its words and sentences.
struct TextTotals {
  IndexTotals totals;
  LineCounts lines;
};

// As JSON, for other machines.
[[nodiscard]] std::string totals_json(const TextTotals& totals);
// Throws Error(malformed) for anything else.
[[nodiscard]] TextTotals totals_from_json(const std::string& json);

}  // namespace oovec::inline corpus
