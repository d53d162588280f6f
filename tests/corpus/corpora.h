// Tiny vectors, corpora and indexes for tests.
#pragma once

#include <gtest/gtest.h>
#include <stdlib.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "oovec/corpus/context_index.h"
#include "oovec/corpus/indexer.h"
#include "tests/support/files.h"
#include "tests/support/vectors.h"

namespace oovec {

// A folder for corpora and indexes, removed with all it holds.
class Workspace {
 public:
  Workspace() : folder_(TemporaryFile::directory() + "oovec-XXXXXX") {
    if (!::mkdtemp(folder_.data())) throw std::runtime_error("no folder for a test");
  }
  ~Workspace() { std::filesystem::remove_all(folder_); }
  Workspace(const Workspace&) = delete;
  Workspace& operator=(const Workspace&) = delete;

  std::string path(const std::string& name) const { return folder_ + "/" + name; }

  // Creates a file and returns its path.
  std::string file(const std::string& name, std::string_view content) const {
    std::ofstream(path(name), std::ios::binary) << content;
    return path(name);
  }

  std::string content(const std::string& name) const {
    std::ifstream file(path(name), std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }

  std::set<std::string> names() const {
    std::set<std::string> found;
    for (const auto& entry : std::filesystem::directory_iterator(folder_))
      found.insert(entry.path().filename().string());
    return found;
  }

 private:
  std::string folder_;
};

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
  const Workspace workspace;
  std::vector<std::string> files;
  for (std::size_t i = 0; i < texts.size(); ++i)
    files.push_back(workspace.file(std::to_string(i) + ".txt", texts[i]));
  index_corpus(vectors, files, workspace.path("out.ctx"), options);
  return workspace.content("out.ctx");
}

// An index of one text, in a file that lives as long.
class TextIndex {
 public:
  TextIndex(const Embeddings& vectors, std::string_view text, const IndexOptions& options = {})
      : summary_(index_corpus(vectors, {workspace_.file("text", text)}, workspace_.path("ctx"),
                              options)),
        index_(workspace_.path("ctx")) {}

  const ContextIndex& operator*() const { return index_; }
  const ContextIndex* operator->() const { return &index_; }
  const IndexSummary& summary() const { return summary_; }
  std::string path() const { return workspace_.path("ctx"); }
  std::string bytes() const { return workspace_.content("ctx"); }

 private:
  Workspace workspace_;
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
          context.tokens[t] == 0 ? "_" : std::string(index.word(context.tokens[t] - 1));
      text += (t > 0 ? " " : "") + (t == context.position ? "[" + token + "]" : token);
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
