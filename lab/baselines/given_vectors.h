// Vectors made by another system, to be compared with ours: a file of vectors in any format, or a
// folder with a file for each number of contexts that the system was given.
//
//   mine.txt                     one vector per word
//   mine/1.txt mine/2.txt …      the vectors made from 1, 2 … contexts of each word
//
// A test word has its vector in the file, or none. All other words have vectors of the space that
// the system was made for. Without such a space, the vectors of a file are only compared with each
// other.
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "oovec/base/progress.h"
#include "oovec/model/inferrer.h"

namespace oovec::lab {

class GivenVectors : public Inferrer {
 public:
  // `space` has the vectors that the system was made for. If it is null or has another dimension,
  // the files have a space of their own, and then they decide on lower-casing instead of `text`.
  // Throws Error(usage) if the files of a folder differ in dimension.
  GivenVectors(const std::string& path, std::shared_ptr<const Embeddings> space,
               const TokenizerOptions& text, Progress* progress = nullptr);

  TokenizerOptions text() const override { return text_; }
  WeightedVectors weighted_vectors() const override { return {space_.get(), {}}; }

  // Throws Error(usage) if there are several files; use find() then.
  [[nodiscard]] std::optional<std::vector<float>> infer_vector(
      std::string_view word, const ContextEvidence& contexts) const override;

  // The vector made from that many contexts; nothing if there is no file for that number. A single
  // file is used for every number.
  [[nodiscard]] std::optional<std::vector<float>> find(std::string_view word,
                                                       std::size_t contexts) const;

  // Whether there is a file for that number of contexts.
  bool has_file_for(std::size_t contexts) const;

  // It is not known what the files were made from.
  [[nodiscard]] std::optional<bool> has_learned_from(std::string_view) const override {
    return std::nullopt;
  }

  const std::string& path() const { return path_; }
  bool has_own_space() const { return own_space_; }

  // Throws Error(usage) if the files have a space of their own: for tests that compare with the
  // vectors of known words.
  void check_space() const;

 private:
  struct File {
    std::shared_ptr<const Embeddings> vectors;
    std::unordered_map<std::string, std::size_t> lowered;  // rows of words with capitals
  };

  const File* file_for(std::size_t contexts) const;
  File make_file(std::shared_ptr<const Embeddings> vectors) const;

  std::string path_;
  std::size_t wanted_dimension_;  // the dimension of `space`; 0 if it was null
  bool own_space_ = false;
  std::shared_ptr<const Embeddings> space_;
  TokenizerOptions text_;
  std::map<std::optional<std::size_t>, File> files_;  // by number of contexts; nothing: any number
};

// Whether the path is a folder with a file for each number of contexts, and not a vectors
// directory.
[[nodiscard]] bool is_by_contexts(const std::string& path);

// The vector that the model infers for a word with `number` contexts.
[[nodiscard]] std::optional<std::vector<float>> infer_vector(const Inferrer& model,
                                                             std::string_view word,
                                                             std::size_t number,
                                                             const ContextEvidence& contexts);

// The model as given vectors; null if it is another kind of system.
[[nodiscard]] const GivenVectors* as_given(const Inferrer& model);

}  // namespace oovec::lab
