// Words and their vectors as tensors of a file: what native vector files and model files have in
// common. Not part of the public interface.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>

#include "oovec/io/tensor_file.h"
#include "oovec/vectors/embeddings.h"
#include "oovec/vectors/packed_rows.h"

namespace oovec::inline vectors {

// The names of the tensors: VECTORS (with VECTORS_scales, if they are int8), and WORD_offsets,
// WORD_index, WORD_bytes.
struct TensorNames {
  std::string vectors;
  std::string word;
};

// Throws Error(malformed) unless the tensors are there and fit each other. Numbers stay in the
// file, whatever their type.
[[nodiscard]] Embeddings map_embeddings(std::shared_ptr<const TensorFile> file,
                                        const TensorNames& names);

// Adds the tensors to a file, which borrows them; `packed`, if it is of another type than float32,
// instead of the vectors.
// Verify mapped embeddings first, so that no damage is copied under fresh checksums.
void add_embeddings(const Embeddings& embeddings, const TensorNames& names,
                    TensorFileWriter& writer, const PackedMatrix& packed = {});

}  // namespace oovec::inline vectors
