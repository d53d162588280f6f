// Makes a context index of a corpus in one pass (docs/decisions/bottom-k.md explains the method).
//
//   const Embeddings vectors = read_vectors("glove.txt").embeddings;
//   index_corpus(vectors, {"wiki.txt.zst"}, "wiki.ctx");
//
// Text is read once, in parallel. Sampled sentences go to temporary files beside the output, so
// memory grows neither with the corpus nor with the index, only with the number of distinct words.
// The bytes of the file depend only on the set of sentences and their counts, not on threads,
// memory or the split of the text into files.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "oovec/base/options.h"
#include "oovec/base/progress.h"
#include "oovec/corpus/context_window.h"
#include "oovec/corpus/index_data.h"
#include "oovec/corpus/line_rules.h"
#include "oovec/corpus/text_source.h"
#include "oovec/text/tokenizer.h"
#include "oovec/vectors/embeddings.h"

namespace oovec::inline corpus {

struct IndexOptions {
  TokenizerOptions text;
  std::uint32_t per_word = 200;
  std::uint32_t max_tokens = 25;
  std::uint32_t novel_min = 0;
  ContextWindow context;
  LineRules lines;
  std::uint64_t seed = 1;
  std::uint64_t memory = 32;
  int threads = 0;

  // Additional targets, in UTF-8. They are normalised and lower-cased like text; empty ones are
  // ignored. A word of several tokens, such as "ice cream", is found where the text has these
  // tokens in sequence, even if the vectors have it, as "ice cream" or "ice_cream".
  std::vector<std::string> words;
  Progress* progress = nullptr;  // if set, receives the bytes read

  template <class Visitor>
  void fields(Visitor&& field) {
    text.fields(field);
    field("per-word", per_word, "Keep at most N sentences for each word.", at_least(1));
    field("max-tokens", max_tokens, "Keep at most N tokens of context on either side of a word.",
          at_least(1));
    context.fields(field);
    field("novel-min", novel_min,
          "Also index words without a vector that occur at least N times; 0: none.", at_least(0));
    lines.fields(field);
    field("seed", seed, "Seed of the sample of sentences.", at_least(0));
    field("memory", memory,
          R"(Memory in MB for tracking samples. Less takes more time and temporary disk space; the
             result is the same.)",
          Range{1, 1 << 20}, Effect::none);
    field("threads", threads, "Number of threads; 0: one per core.", at_least(0), Effect::none);
  }
};

// `corpus`: files, or texts.
IndexSummary index_corpus(const Embeddings& vectors, const TextSource& corpus,
                          const std::string& output, const IndexOptions& options = {});

// Merges .ctx files, as if their corpora had been indexed together, into `output`. Throws
// Error(usage) naming the setting in which two of them differ.
IndexSummary merge_index_files(const std::vector<std::string>& files, const std::string& output,
                               int threads = 0, Progress* progress = nullptr);

// The same for indexes that are open.
IndexSummary merge_indexes(std::span<const IndexView> indexes, const std::string& output,
                           int threads = 0, Progress* progress = nullptr);

}  // namespace oovec::inline corpus
