// Which words of a text have a vector: how many distinct ones, and the most frequent that have
// none. Not part of the public interface.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "oovec/corpus/index_builder.h"

namespace oovec::inline corpus {

struct TextCoverage {
  std::uint64_t types_with_vector = 0;
  std::uint64_t types_without = 0;  // novel words, see novel_word.h, and listed words
  std::vector<std::pair<std::string, std::uint64_t>> most_frequent;  // of those without
};

// Of the words that occur; at most `most` of the most frequent ones, equal counts in byte order.
[[nodiscard]] TextCoverage text_coverage(const IndexBuilder& builder, std::size_t most);

}  // namespace oovec::inline corpus
