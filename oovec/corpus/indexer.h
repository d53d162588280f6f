// From a corpus to a context index in one pass; docs/decisions/bottom-k.md says why it is made so.
//
//   const Embeddings vectors = read_vectors("glove.txt").embeddings;
//   index_corpus(vectors, {"wiki.txt.zst"}, "wiki.ctx");
//
// Text is read once, in parallel. What is sampled beyond IndexOptions::memory goes to temporary
// files beside the output, to be merged at the end; the index itself, at most per_word sentences
// for each word, is then put together in memory. The file's bytes depend on the set of sentences
// and their counts only: not on threads, nor on how the text is spread over files, nor on memory.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "oovec/base/options.h"
#include "oovec/base/progress.h"
#include "oovec/corpus/index_data.h"
#include "oovec/text/tokenizer.h"
#include "oovec/vectors/embeddings.h"

namespace oovec {

struct IndexOptions {
  TokenizerOptions text;
  std::uint32_t per_word = 200;
  std::uint32_t max_tokens = 25;
  std::uint32_t novel_min = 0;
  std::string jsonl;
  bool strict = false;
  std::uint64_t seed = 1;
  std::uint64_t memory = 1024;
  int threads = 0;

  std::vector<std::string> words;  // targets beside those of the vectors
  Progress* progress = nullptr;    // told of bytes read, if set

  template <class Visitor>
  void fields(Visitor&& field) {
    text.fields(field);
    field("per-word", per_word, "sentences to keep for each word", at_least(1));
    field("max-tokens", max_tokens, "tokens of context on either side of a word", at_least(1));
    field("novel-min", novel_min, "also index words without a vector seen N times, 0 for none",
          at_least(0));
    field("jsonl", jsonl, "lines are JSON objects, the text is in this field");
    field("strict", strict,
          "stop at a line that is not UTF-8 (or JSON) instead of passing over it");
    field("seed", seed, "another seed keeps other sentences", at_least(0));
    field("memory", memory, "MB to hold sentences in; more goes to temporary files",
          Range{1, 1 << 20});
    field("threads", threads, "threads to use, 0 for one per core", at_least(0));
  }
};

struct IndexSummary {
  IndexSettings settings;
  IndexTotals totals;
  std::uint64_t targets_seen = 0;  // words of the vectors that occur
  std::uint64_t novel_words = 0;   // that were asked for or are frequent enough
  std::uint64_t sentences_kept = 0;
};

// `files` may be globs; "-" is standard input.
IndexSummary index_corpus(const Embeddings& vectors, const std::vector<std::string>& files,
                          const std::string& output, const IndexOptions& options = {});

// Merges .ctx files, as if their corpora had been indexed together, into `output`.
IndexSummary merge_index_files(const std::vector<std::string>& files, const std::string& output,
                               int threads = 0);

IndexSummary summarize(const IndexView& index);

// Tells one set of vectors from another: a hash of words and numbers.
std::uint64_t fingerprint(const Embeddings& vectors);

}  // namespace oovec
