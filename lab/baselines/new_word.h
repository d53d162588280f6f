// Skip-gram (Mikolov et al. 2013) for one new word while all other vectors stay fixed: Nonce2Vec
// (Herbelot and Baroni 2017) and the plain algorithm that it was compared with. For each context
// word c, with negatives n drawn at random, a step is taken against the gradient of
//
//   loss = −log σ(v · out(c)) − Σ log σ(−v · out(n))
//
// by v, the vector of the new word; nothing else changes. Vectors files contain no counts, so the
// counts of words are assumed to be proportional to 1, 1/2, 1/3 … (Zipf's law) in the order of the
// rows, which most files sort by frequency.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "oovec/base/random.h"
#include "oovec/base/sampling.h"
#include "oovec/model/context.h"
#include "oovec/vectors/embeddings.h"

namespace oovec::lab {

struct NewWordOptions {
  bool start_at_sum;     // start at the sum of the context words' vectors, not at random numbers
  double learning_rate;  // initial learning rate
  double decay;          // step t has rate·e^(−decay·t); 0: the rate falls linearly to 0
  std::uint32_t epochs;
  std::uint32_t negative;
  std::uint32_t window = 15;  // tokens to either side; all words of a context without the target
  // Nonce2Vec's threshold: 10,000 in gensim means 10,000·(3 + √5)/2 occurrences in the 1.6 billion
  // tokens that its vectors were made from.
  double subsample = 1.6e-5;
  std::uint64_t seed = 1;
};

constexpr NewWordOptions nonce2vec{
    .start_at_sum = true, .learning_rate = 1, .decay = 1.0 / 70, .epochs = 1, .negative = 3};
constexpr NewWordOptions plain_skipgram{
    .start_at_sum = false, .learning_rate = 0.05, .decay = 0, .epochs = 5, .negative = 5};

class NewWordLearner {
 public:
  // `outputs` has out(c) for the same words. Throws Error(usage) if it has other words or another
  // dimension.
  NewWordLearner(std::shared_ptr<const Embeddings> vectors,
                 std::shared_ptr<const Embeddings> outputs, const NewWordOptions& options);

  // The result depends on the word, the seed and the contexts. Nothing if no context word is left
  // after sub-sampling.
  [[nodiscard]] std::optional<std::vector<float>> learn(std::string_view word,
                                                        std::span<const NearbyWord> contexts) const;

 private:
  std::vector<std::uint32_t> choose(std::span<const NearbyWord> contexts, Random& random) const;
  std::vector<float> start(std::span<const std::uint32_t> rows, Random& random) const;
  double rate(std::size_t step, std::size_t steps) const;

  std::shared_ptr<const Embeddings> vectors_, outputs_;
  NewWordOptions options_;
  std::vector<float> keep_;  // the probability of keeping each row
  NoiseWords noise_;
};

// Adds the gradient of the loss by v. The first of `rows` is c, the others are negatives n.
void add_loss_gradient(std::span<const float> v, const Embeddings& outputs,
                       std::span<const std::uint32_t> rows, std::span<float> gradient);

}  // namespace oovec::lab
