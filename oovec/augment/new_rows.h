// Vectors for new words, and the file they go to: what augmenting from text and from a store share.
// Not part of the public interface.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "oovec/augment/augment.h"
#include "oovec/base/progress.h"
#include "oovec/model/batch_inference.h"
#include "oovec/model/model.h"
#include "oovec/vectors/embeddings.h"
#include "oovec/vectors/format.h"

namespace oovec::inline augment {

// Options for making and writing rows.
struct RowOptions {
  VectorFormat format = VectorFormat::automatic;
  std::string vectors = {};  // the file the model's vectors came from; empty: there is none
  std::uint32_t neighbors = 0;
  int threads = 0;
  Progress* progress = nullptr;

  WriteOptions write(VectorFormat chosen) const;
};

// The vectors that new rows are appended to.
struct OldVectors {
  std::optional<ReadResult> file;
  VectorFormat format;  // to write

  bool can_add(std::string_view word) const;
};

// Reads the file `options.vectors`, if one is named, and checks that it has the model's vectors and
// that `output` can be written.
[[nodiscard]] OldVectors open_old_vectors(const Model& model, const std::string& output,
                                          const RowOptions& options);

// The inference of word i.
using InferNew = std::function<InferredWord(std::size_t i, WordInferrer& inferrer)>;

// The rows of all words that get a vector. Completes `words`, which have their names and counts.
[[nodiscard]] Embeddings infer_new_words(const Model& model, const OldVectors& old,
                                         const InferNew& infer, const RowOptions& options,
                                         std::vector<NewWord>& words);

}  // namespace oovec::inline augment
