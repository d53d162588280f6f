// The arithmetic of PairBatch, vectorised. Not part of the public interface.
#pragma once

#include <cstddef>
#include <cstdint>

namespace oovec::inline skipgram {

// Borrowed arrays of a batch. Rows are `stride` floats apart; that and `negatives` are
// multiples of 16, `inputs` is 16 at most and a multiple of 4.
struct PairArrays {
  std::size_t stride;
  std::size_t inputs, near, negatives;
  const float* input_rows;            // inputs × stride
  const float* const* output_rows;    // near + negatives
  const std::uint32_t* partners;      // of all inputs, one after the other
  const std::uint32_t* partners_end;  // per input
  float rate;
  float negative_weight;  // of each negative per true pair
  float* true_pairs;      // scratch, per partner and 16 more
  float* random_pairs;    // scratch, inputs × negatives
  float* input_steps;     // inputs × stride
  float* output_steps;    // (near + negatives) × stride
};

// Forward, loss and backward: fills input_steps and output_steps.
void compute_pair_steps(const PairArrays& batch);

}  // namespace oovec::inline skipgram
