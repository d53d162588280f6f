// Mimick (Pinter, Guthrie and Eisenstein 2017) as a baseline: the vector of a word from its
// characters alone, by a network that has learned to reproduce the vectors of known words
// (training.h). docs/formats.md describes the file.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "lab/baselines/mimick/network.h"
#include "oovec/model/inferrer.h"

namespace oovec::lab {

// The rows of the network's character table, by code point.
class CharTable {
 public:
  static constexpr std::uint32_t unknown = 0;
  static constexpr std::uint32_t boundary = 1;  // before and after the word

  // The code points must be distinct and in ascending order.
  explicit CharTable(std::vector<std::uint32_t> code_points)
      : code_points_(std::move(code_points)) {}

  std::size_t rows() const { return boundary + 1 + code_points_.size(); }
  const std::vector<std::uint32_t>& code_points() const { return code_points_; }

  // The rows of a word, which must be valid UTF-8.
  std::vector<std::uint32_t> rows_of(std::string_view word) const;

 private:
  std::vector<std::uint32_t> code_points_;
};

struct MimickParts {
  std::shared_ptr<const Embeddings> vectors;
  CharTable characters;
  CharShape shape;
  std::vector<float> parameters;  // in the order of CharLayout
  std::vector<bool> targets;      // words that were learned from
};

class Mimick : public Inferrer {
 public:
  explicit Mimick(MimickParts parts, const TokenizerOptions& text = {});

  // Opens a file, which needs the vectors it was trained with.
  Mimick(const std::string& path, const std::string& vectors, const TokenizerOptions& text = {});

  TokenizerOptions text() const override { return text_; }
  WeightedVectors weighted_vectors() const override { return {parts_.vectors.get(), {}}; }
  [[nodiscard]] std::optional<std::vector<float>> infer_vector(
      std::string_view word, const ContextEvidence& contexts) const override;
  [[nodiscard]] std::optional<bool> has_learned_from(std::string_view word) const override;

  const MimickParts& parts() const { return parts_; }

 private:
  MimickParts parts_;
  CharLayout layout_;
  TokenizerOptions text_;
};

// Writes the file atomically, without the vectors.
void write_mimick(const MimickParts& mimick, const std::string& path, int threads = 0);

}  // namespace oovec::lab
