// One lane of skip-gram training: reads passages, a batch of words at a time, and computes the
// updates of the matrices. Not part of the public interface.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "oovec/base/random.h"
#include "oovec/base/sampling.h"
#include "oovec/skipgram/aligned_rows.h"
#include "oovec/skipgram/input_rows.h"
#include "oovec/skipgram/pair_batch.h"
#include "oovec/skipgram/passages.h"

namespace oovec::inline skipgram {

struct SkipgramMatrices {
  AlignedRows in;   // the rows of InputRows
  AlignedRows out;  // a row per word
};

// Shared by all lanes. The matrices change only while no lane computes.
struct LaneContext {
  std::span<const float> keep;  // probability of each word
  const NoiseWords& noise;
  const InputRows& inputs;
  const SkipgramMatrices& matrices;
  std::uint32_t window;
  std::uint32_t negative;        // per true pair
  std::size_t shared_negatives;  // per batch
  std::size_t batch_words;       // inputs of a batch, at most
};

// A row, and what to add to it.
struct Step {
  std::uint32_t row;
  const float* values;
};

class SkipgramLane {
 public:
  static constexpr std::size_t parts = 16;

  explicit SkipgramLane(const LaneContext& context);

  // Whether the passage is finished.
  bool idle() const { return !waiting_ && position_ == passage_.words().size(); }
  void give(const PassageOrder::Entry& passage) { waiting_ = passage; }

  // Computes the steps for the next batch of the passage; none if the passage is finished.
  void compute(float rate);

  // The steps of rows whose number has the remainder `part`.
  std::span<const Step> in_steps(std::size_t part) const { return in_steps_[part]; }
  std::span<const Step> out_steps(std::size_t part) const { return out_steps_[part]; }

 private:
  void prefetch_inputs(std::span<const std::uint32_t> words) const;
  void add_input(std::uint32_t word);
  void fill_batch(std::size_t begin, std::size_t end);
  void collect_steps(std::span<const std::uint32_t> inputs);

  const LaneContext& context_;
  std::optional<PassageOrder::Entry> waiting_;
  Random random_{0};
  Passage passage_;
  std::size_t position_ = 0;
  PairBatch batch_;
  std::vector<std::uint32_t> outputs_;  // words of the batch's outputs
  std::vector<float> mean_;
  std::array<std::vector<Step>, parts> in_steps_, out_steps_;
};

}  // namespace oovec::inline skipgram
