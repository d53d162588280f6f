// What the writers of the vector formats share. Not part of the public interface.
//
// write_vectors() decides which rows a format can hold, and writes the header; a writer writes just
// those rows, in order.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "oovec/io/output.h"
#include "oovec/vectors/embeddings.h"
#include "oovec/vectors/format.h"

namespace oovec::inline vectors {

using RowNumbers = std::span<const std::uint32_t>;

// The format to write; throws Error(usage) if it cannot be written, or not to that file.
[[nodiscard]] VectorFormat resolve_format(const std::string& path, const WriteOptions& options);

// False for a word that would not be read back as it is.
bool can_hold(VectorFormat format, std::string_view word);

// Whether the file begins with a line "rows dimension".
[[nodiscard]] bool has_header(VectorFormat format);

// Writes a format that can be written to a stream.
void write_header(std::uint64_t rows, std::size_t dimension, VectorFormat format, Output& output);
void write_rows(const Embeddings& embeddings, RowNumbers rows, VectorFormat format,
                const WriteOptions& options, Output& output);

void write_text_rows(const Embeddings& embeddings, RowNumbers rows, VectorFormat format,
                     const WriteOptions& options, Output& output);

void write_word2vec_rows(const Embeddings& embeddings, RowNumbers rows, const WriteOptions& options,
                         Output& output);

// Throws unless all numbers of a word's vector are finite: the check of all that writes rows.
// Native files are checked by TensorFileWriter.
void check_finite(std::string_view word, std::span<const float> values);

// Append one row as those do; the first in any format that is written row by row.
void append_row(VectorFormat format, std::string_view word, std::span<const float> values,
                std::string& rows);
void append_text_row(std::string_view word, std::span<const float> values, std::string& rows);
void append_binary_row(std::string_view word, std::span<const float> values, std::string& rows);

// {"word": …, "vector": […] without the end, so that more can follow.
void append_json_start(std::string_view word, std::span<const float> values, std::string& text);

// False for a word that would not be read back as it is.
bool word2vec_binary_can_hold(std::string_view word);

// Native files hold any word, and are written from the arrays as they are.
void write_native(const Embeddings& embeddings, const std::string& path,
                  const WriteOptions& options);

// Throws Error(usage) unless a static model can be written there: a directory is not replaced.
void check_static_model_output(const std::string& path);

// Writes the static model in the directory `source` to the directory `path` with the words of
// `added` as further tokens.
void append_static_model(const std::string& source, const Embeddings& added,
                         const std::string& path, const WriteOptions& options);

}  // namespace oovec::inline vectors
