// A batch of skip-gram's pairs and the gradient of its loss, as matrix products. Not part of the
// public interface.
//
// At most 16 words in a row (inputs) predict the words near them (partners, the first of the
// outputs), contrasted with random words that they share (negatives, the last of the outputs):
//
//   loss = Σ_i ( −Σ_{c ∈ partners(i)} log σ(in_i · out_c) − w_i Σ_n log σ(−in_i · out_n) )
//
// with w_i = K · number of partners(i) / number of negatives, so that in expectation each true pair
// is weighed against K random ones, as in the paper.
//
//   batch.clear();
//   for each word near: batch.add_output(row of the word); then for each negative likewise
//   for each word:      batch.add_input(its vector), batch.add_partner(position in outputs)…
//   batch.compute_steps(learning_rate, K);
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "oovec/skipgram/aligned_rows.h"

namespace oovec::inline skipgram {

class PairBatch {
 public:
  static constexpr std::size_t max_inputs = 16;
  static constexpr std::size_t negatives_multiple = AlignedRows::line;

  // `near` is the maximum number of outputs that are not negatives.
  PairBatch(std::size_t dimension, std::size_t near, std::size_t negatives);

  void clear();

  // The row must stay as it is until the steps have been computed.
  void add_output(const float* row) { outputs_.push_back(row); }
  void add_input(const float* vector);
  void add_partner(std::size_t output);

  // Finds −rate · ∂loss/∂row for every input and output.
  void compute_steps(float rate, float negatives_per_pair);

  const float* input_step(std::size_t input) const { return input_steps_.row(input); }
  const float* output_step(std::size_t output) const { return output_steps_.row(output); }

 private:
  std::size_t negatives_;
  AlignedRows inputs_;
  std::vector<const float*> outputs_;
  std::vector<std::uint32_t> partners_;      // of all inputs, one after the other
  std::vector<std::uint32_t> partners_end_;  // per input
  std::vector<float> true_pairs_;            // per partner
  std::vector<float> random_pairs_;          // inputs × negatives
  AlignedRows input_steps_, output_steps_;
};

}  // namespace oovec::inline skipgram
