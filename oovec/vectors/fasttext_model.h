// Writes skip-gram models with subwords as fastText does, version 12 (docs/formats.md has the
// layout), for oovec, fastText, gensim and all others that read its .bin files. They are read by
// read_vectors().
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "oovec/vectors/fasttext_subwords.h"
#include "oovec/vectors/vocabulary.h"

namespace oovec::inline vectors {

// Facts about training that fastText's format has; they do not affect the vectors.
struct FastTextTraining {
  std::uint32_t window;
  std::uint32_t epochs;
  std::uint64_t min_count;
  std::uint32_t negative;
  double subsample;
};

struct FastTextModel {
  using Row = std::function<std::span<const float>(std::size_t)>;

  Vocabulary words;
  std::vector<std::uint64_t> counts;  // per word
  std::size_t dimension;
  SubwordLengths lengths;
  std::size_t buckets;
  FastTextTraining training;
  Row input;   // words, then buckets
  Row output;  // words
};

// Writes atomically.
void write_fasttext_model(const FastTextModel& model, const std::string& path);

}  // namespace oovec::inline vectors
