// Words and their vectors as tensors of a file: what native vector files and model files have in
// common. Not part of the public interface.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>

#include "oovec/io/tensor_file.h"
#include "oovec/vectors/embeddings.h"

namespace oovec::inline vectors {

// The names of the four tensors: VECTORS, and WORD_offsets, WORD_index, WORD_bytes.
struct TensorNames {
  std::string vectors;
  std::string word;
};

// Throws Error(malformed) unless the tensors are there and fit each other. Numbers of half
// precision (bfloat16) are read into memory, others stay in the file.
[[nodiscard]] Embeddings map_embeddings(std::shared_ptr<const TensorFile> file,
                                        const TensorNames& names);

// Adds the tensors to a file, which borrows them; `halves`, if not empty, instead of the vectors.
// Mapped embeddings should be verified first, lest damage be copied under fresh checksums.
void add_embeddings(const Embeddings& embeddings, const TensorNames& names,
                    TensorFileWriter& writer, std::span<const std::uint16_t> halves = {});

}  // namespace oovec::inline vectors
