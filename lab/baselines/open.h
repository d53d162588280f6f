// Opens any file that can make vectors for unknown words.
#pragma once

#include <array>
#include <memory>
#include <string>

#include "oovec/model/inferrer.h"

namespace oovec::lab {

// The kind of a file, recognised by its content.
enum class InferrerKind { model, mimick, fasttext, vectors };

// The suffixes of the files that oovec writes: models, networks, fastText models.
inline constexpr std::array inferrer_suffixes = {".oovec", ".mimick", ".bin"};

// A folder, and a file of no other kind, counts as vectors (given_vectors.h).
[[nodiscard]] InferrerKind recognise_inferrer(const std::string& path);

// Whether the file is a fastText model.
bool is_fasttext_model(const std::string& path);

// Opens a model file, a fastText model, a Mimick network or vectors, recognised by content. A
// network, and a model written without its vectors, needs the file `vectors`; given vectors are
// compared with it. `text` is used for files that do not record how to read text.
[[nodiscard]] std::unique_ptr<const Inferrer> open_inferrer(const std::string& path,
                                                            const std::string& vectors,
                                                            const TokenizerOptions& text = {});

}  // namespace oovec::lab
