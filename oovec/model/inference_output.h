// Inferred vectors as they leave the program, one row after the other.
//
// The word2vec formats begin with the number of rows, which a stream cannot know. In a plain file
// it is put in at the end (room is kept for it, hence its leading zeros); pipes and compressed
// files take the formats that need no such header.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "oovec/io/output.h"
#include "oovec/model/model.h"

namespace oovec::inline model {

enum class InferenceFormat {
  automatic,  // by the file's name: .bin, .jsonl; else word2vec, or glove where that cannot be
  word2vec,
  glove,
  word2vec_binary,
  jsonl,  // an object per line, with what is known of each inference
};

constexpr auto enum_names(InferenceFormat) {
  return std::array<std::string_view, 5>{"auto", "word2vec", "glove", "word2vec-bin", "jsonl"};
}

class InferenceOutput {
 public:
  // Throws Error(usage) if the file cannot be of this format.
  InferenceOutput(const std::string& path, InferenceFormat format, std::size_t dimension);

  // The one that was chosen, never automatic.
  InferenceFormat format() const { return format_; }

  // `rows` holds `count` rows in that format.
  void write(std::string_view rows, std::uint64_t count);

  // Completes the file.
  void commit();

 private:
  std::string header() const;

  Output output_;
  InferenceFormat format_;
  std::size_t dimension_;
  std::uint64_t rows_ = 0;
};

// False for a word that would not be read back as it is.
bool can_hold(InferenceFormat format, std::string_view word);

// What to say of such a word.
std::string cannot_hold(InferenceFormat format, std::string_view word);

void append_inference(InferenceFormat format, std::string_view word, const Inference& inference,
                      std::string& rows);

}  // namespace oovec::inline model
