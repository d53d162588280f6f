// A corpus as numbers, for training that goes through it several times: the words that are frequent
// enough, and the text in terms of them. Not part of the public interface.
#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "oovec/base/progress.h"
#include "oovec/corpus/text_blocks.h"
#include "oovec/text/tokenizer.h"
#include "oovec/vectors/vocabulary.h"
#include "oovec/vectors/word_list.h"

namespace oovec::inline skipgram {

constexpr std::uint32_t sentence_end = std::numeric_limits<std::uint32_t>::max();

struct TokenText {
  Vocabulary words;                   // most frequent first, equally frequent ones in byte order
  std::vector<std::uint64_t> counts;  // of each word
  std::vector<std::uint32_t> tokens;  // numbers of words, and sentence_end after each sentence
  LineCounts lines;
  std::vector<std::string> hints;  // of TextBlocks
  ListedWords excluded;            // not found: words that the text does not have
  std::uint64_t sentences = 0;
  std::uint64_t tokens_read = 0;  // including those of words that are left out
  std::uint64_t tokens_kept = 0;
};

struct TokenTextOptions {
  TokenizerOptions text;
  LineRules rules;
  std::uint64_t min_count = 1;
  std::vector<std::string> excluded;  // normal words to leave out however frequent they are
  int threads = 0;
  Progress* progress = nullptr;
};

[[nodiscard]] TokenText read_token_text(const TextSource& corpus, const TokenTextOptions& options);

}  // namespace oovec::inline skipgram
