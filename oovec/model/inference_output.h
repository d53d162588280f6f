// Writes inferred vectors, one row after the other.
//
// The word2vec formats begin with the number of rows, which is not known until the end. In a plain
// file, space is reserved for the number and filled in at the end, hence its leading zeros; pipes
// and compressed files only take formats without such a header.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "oovec/io/output.h"
#include "oovec/model/model.h"
#include "oovec/vectors/format.h"

namespace oovec::inline model {

class InferenceOutput {
 public:
  // Automatic is what the file's name says: .bin, .vec, .jsonl; else word2vec, or glove where that
  // cannot be. Throws Error(usage) if the file cannot be of this format.
  InferenceOutput(const std::string& path, VectorFormat format, std::size_t dimension);

  // The one that was chosen, never automatic.
  VectorFormat format() const { return format_; }

  // `rows` holds `count` rows in that format.
  void write(std::string_view rows, std::uint64_t count);

  // Completes the file.
  void commit();

 private:
  std::string header() const;

  Output output_;
  VectorFormat format_;
  std::size_t dimension_;
  std::uint64_t rows_ = 0;
};

// The message for a word that the format cannot hold.
std::string cannot_hold(VectorFormat format, std::string_view word);

// A row of any format. JSON lines include the diagnostics of the inference; a value that does not
// exist is null.
void append_inference(VectorFormat format, std::string_view word, const Inference& inference,
                      std::string& rows);

}  // namespace oovec::inline model
