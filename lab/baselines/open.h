// Opens whatever file makes vectors for unknown words.
#pragma once

#include <array>
#include <memory>
#include <string>

#include "oovec/model/inferrer.h"

namespace oovec::lab {

// What a file holds, by its content.
enum class InferrerKind { model, mimick, fasttext, vectors };

// What the names of the files that we write end in, by kind: models, networks, fastText's.
inline constexpr std::array inferrer_suffixes = {".oovec", ".mimick", ".bin"};

// A folder, and whatever is none of the others, is taken for vectors (given_vectors.h).
[[nodiscard]] InferrerKind recognise_inferrer(const std::string& path);

// Whether a file, of a model or of vectors, is a fastText model.
bool is_fasttext_model(const std::string& path);

// A model file, a fastText model, a Mimick network or vectors, by content. `vectors` is the file
// that a model which was written without its vectors needs, as networks always are, and that
// vectors are compared with. `text` is for files that do not say how to read it.
[[nodiscard]] std::unique_ptr<const Inferrer> open_inferrer(const std::string& path,
                                                            const std::string& vectors,
                                                            const TokenizerOptions& text = {});

}  // namespace oovec::lab
