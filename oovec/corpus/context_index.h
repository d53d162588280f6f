// A context index file (.ctx), mapped: for each word its count in the corpus and a sample of the
// sentences it occurs in.
//
//   const ContextIndex index("wiki.ctx");
//   if (auto word = index.find("pomelo"))
//     for (std::size_t i = 0; i < index.contexts(*word); ++i) use(index.context(*word, i).tokens);
//
// Opening reads only the header; all other data is verified when it is first used
// (io/tensor_file.h). Any number of threads may read an index.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "oovec/corpus/index_data.h"
#include "oovec/text/find_word.h"

namespace oovec::inline io {
class TensorFile;
}

namespace oovec::inline vectors {
class Embeddings;
}

namespace oovec::inline corpus {

// A sentence, or the part of it around the target.
struct Context {
  std::vector<IndexToken> tokens;
  std::size_t position = 0;       // of the target in `tokens`
  std::size_t target_tokens = 1;  // number of its tokens

  bool is_target(std::size_t place) const {
    return place >= position && place < position + target_tokens;
  }
};

struct TokenRange {
  std::size_t begin, end;
};

class ContextIndex {
 public:
  explicit ContextIndex(const std::string& path);

  const IndexSettings& settings() const { return view_.settings; }
  const IndexTotals& totals() const { return view_.totals; }

  // Targets: the words of the vectors in their order, then novel words. Novel words below the
  // minimum count are kept for merging, but not found.
  std::size_t size() const { return view_.words.size(); }
  std::string_view word(std::size_t target) const;  // UTF-8
  [[nodiscard]] std::optional<std::size_t> find(std::string_view word) const;
  // The same for a word that a person names (text/find_word.h).
  [[nodiscard]] FoundWord look_up(std::string_view word) const;
  [[nodiscard]] bool is_visible(std::size_t target) const;

  // How often the target occurs in the corpus.
  [[nodiscard]] std::uint64_t count(std::size_t target) const;

  // The number of sentences of the target, and the i-th of them; the second form reuses the memory
  // of a Context.
  [[nodiscard]] std::size_t contexts(std::size_t target) const;
  [[nodiscard]] Context context(std::size_t target, std::size_t i) const;
  void context(std::size_t target, std::size_t i, Context& context) const;

  // Its words, with `target` in its place and "…" for those without a vector, which an index
  // does not keep.
  [[nodiscard]] std::vector<std::string_view> words(const Context& context,
                                                    std::string_view target) const;

  // The tokens of a sentence, all of them.
  void sentence(std::size_t number, std::vector<IndexToken>& tokens) const;

  // Which tokens of a sentence of `length` are the target at this place and its context.
  [[nodiscard]] TokenRange window(TargetPlace place, std::size_t length) const;

  // Throws Error(usage) unless these are the vectors the index was made with.
  void check_vectors(const Embeddings& vectors) const;
  // Throws Error(usage) unless its text was read by the rules of this language (that of a model).
  void check_language(std::string_view language) const;

  // Identifies the content of the index.
  std::uint64_t fingerprint() const;

  // All arrays, verified.
  const IndexView& view(int threads = 0) const;

 private:
  template <class T>
  T at(std::span<const T> values, std::size_t i) const;
  [[noreturn]] void inconsistent() const;

  std::shared_ptr<const TensorFile> file_;
  IndexView view_;
};

}  // namespace oovec::inline corpus
