#include "oovec/skipgram/pair_batch.h"

#include <algorithm>
#include <cassert>

#include "oovec/skipgram/pair_kernels.h"

namespace oovec::inline skipgram {

PairBatch::PairBatch(std::size_t dimension, std::size_t near, std::size_t negatives)
    : negatives_(negatives),
      inputs_(max_inputs, dimension),
      random_pairs_(max_inputs * negatives),
      input_steps_(max_inputs, dimension),
      output_steps_(near + negatives, dimension) {
  assert(negatives % negatives_multiple == 0);
}

void PairBatch::clear() {
  outputs_.clear();
  partners_.clear();
  partners_end_.clear();
}

void PairBatch::add_input(const float* vector) {
  assert(partners_end_.size() < max_inputs);
  std::copy_n(vector, inputs_.stride(), inputs_.row(partners_end_.size()));
  partners_end_.push_back(static_cast<std::uint32_t>(partners_.size()));
}

void PairBatch::add_partner(std::size_t output) {
  partners_.push_back(static_cast<std::uint32_t>(output));
  partners_end_.back() = static_cast<std::uint32_t>(partners_.size());
}

void PairBatch::compute_steps(float rate, float negatives_per_pair) {
  assert(outputs_.size() >= negatives_ && outputs_.size() <= output_steps_.rows());
  true_pairs_.resize(partners_.size() + AlignedRows::line);  // vectors may end beyond the last
  const std::size_t count = (partners_end_.size() + 3) / 4 * 4;
  partners_end_.resize(count, static_cast<std::uint32_t>(partners_.size()));  // without partners
  compute_pair_steps({.stride = inputs_.stride(),
                      .inputs = count,
                      .near = outputs_.size() - negatives_,
                      .negatives = negatives_,
                      .input_rows = inputs_.row(0),
                      .output_rows = outputs_.data(),
                      .partners = partners_.data(),
                      .partners_end = partners_end_.data(),
                      .rate = rate,
                      .negative_weight = negatives_per_pair / static_cast<float>(negatives_),
                      .true_pairs = true_pairs_.data(),
                      .random_pairs = random_pairs_.data(),
                      .input_steps = input_steps_.row(0),
                      .output_steps = output_steps_.row(0)});
}

}  // namespace oovec::inline skipgram
