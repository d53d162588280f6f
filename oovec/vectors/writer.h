// What the writers of the vector formats share. Not part of the public interface.
//
// write_vectors() decides which rows a format can hold; a writer writes just those, in order.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "oovec/io/output.h"
#include "oovec/vectors/embeddings.h"
#include "oovec/vectors/format.h"

namespace oovec {

using RowNumbers = std::span<const std::uint32_t>;

void write_text_vectors(const Embeddings& embeddings, RowNumbers rows, VectorFormat format,
                        const WriteOptions& options, Output& output);

void write_word2vec_binary(const Embeddings& embeddings, RowNumbers rows,
                           const WriteOptions& options, Output& output);

// Append one row as those do.
void append_text_row(std::string_view word, std::span<const float> values, std::string& rows);
void append_binary_row(std::string_view word, std::span<const float> values, std::string& rows);

// False for a word that would not be read back as it is.
bool word2vec_binary_can_hold(std::string_view word);

// Native files hold any word, and are written from the arrays as they are.
void write_native(const Embeddings& embeddings, const std::string& path,
                  const WriteOptions& options);

}  // namespace oovec
