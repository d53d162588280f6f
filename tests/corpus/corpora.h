// Tiny vectors, corpora and indexes for tests.
#pragma once

#include <gtest/gtest.h>
#include <string>
#include <string_view>
#include <vector>

#include "oovec/corpus/context_index.h"
#include "oovec/corpus/indexer.h"
#include "tests/support/scratch.h"
#include "tests/support/vectors.h"

namespace oovec {

inline Embeddings vectors_of(const std::vector<std::string>& words) {
  std::vector<float> values(words.size());
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<float>(i) + 0.5F;
  return make_embeddings(words, 1, values);
}

inline const Embeddings& fruit() {
  static const Embeddings vectors = vectors_of({"the", "fruit", "ripe", "is", "a", "'s", "well"});
  return vectors;
}

inline IndexOptions novel(std::uint32_t at_least) {
  IndexOptions options;
  options.novel_min = at_least;
  return options;
}

// Indexes each text as a file of its own and returns the bytes of the index.
inline std::string index_bytes(const Embeddings& vectors, const std::vector<std::string>& texts,
                               const IndexOptions& options = {}) {
  const Scratch scratch;
  std::vector<std::string> files;
  for (std::size_t i = 0; i < texts.size(); ++i)
    files.push_back(scratch.file(std::to_string(i) + ".txt", texts[i]));
  index_corpus(vectors, files, scratch.path("out.ctx"), options);
  return scratch.content("out.ctx");
}

// An index of one text, in a file that lives as long.
class TextIndex {
 public:
  TextIndex(const Embeddings& vectors, std::string_view text, const IndexOptions& options = {})
      : summary_(
            index_corpus(vectors, {scratch_.file("text", text)}, scratch_.path("ctx"), options)),
        index_(scratch_.path("ctx")) {}

  const ContextIndex& operator*() const { return index_; }
  const ContextIndex* operator->() const { return &index_; }
  const IndexSummary& summary() const { return summary_; }
  std::string path() const { return scratch_.path("ctx"); }
  std::string bytes() const { return scratch_.content("ctx"); }

 private:
  Scratch scratch_;
  IndexSummary summary_;
  ContextIndex index_;
};

// The word's contexts as text, in the order of the index, with the target in brackets and _ for
// words without a vector. Empty if the word is not in the index.
inline std::vector<std::string> contexts_of(const ContextIndex& index, std::string_view word) {
  std::vector<std::string> found;
  const auto target = index.find(word);
  if (!target) return found;
  for (std::size_t i = 0; i < index.contexts(*target); ++i) {
    const Context context = index.context(*target, i);
    std::string text;
    for (std::size_t t = 0; t < context.tokens.size(); ++t) {
      const std::string token =
          context.tokens[t].has_vector() ? std::string(index.word(context.tokens[t].row())) : "_";
      text += t > 0 ? " " : "";
      if (t == context.position) text += "[";
      text += token;
      if (t + 1 == context.position + context.target_tokens) text += "]";
    }
    found.push_back(text);
  }
  return found;
}

// How often the word occurs; −1 if it is not in the index.
inline std::int64_t count_of(const ContextIndex& index, std::string_view word) {
  const auto target = index.find(word);
  return target ? static_cast<std::int64_t>(index.count(*target)) : -1;
}

}  // namespace oovec
