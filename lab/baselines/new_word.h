// Skip-gram (Mikolov et al. 2013) for one new word, given all others: Nonce2Vec (Herbelot and
// Baroni 2017), and the plain algorithm that it was held against. For each context word c, with
// negatives n drawn at random, a step is taken against the gradient of
//
//   loss = −log σ(v · out(c)) − Σ log σ(−v · out(n))
//
// in v, the vector of the new word; nothing else moves. How often words occur is not known. It is
// taken to fall as 1, 1/2, 1/3 … (Zipf) in the order of the rows, that of frequency in most files.
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
  bool start_at_sum;     // of the vectors of the context words; else at small random numbers
  double learning_rate;  // at the start
  double decay;          // per step: rate·e^(−decay·t); 0: it falls linearly to 0
  std::uint32_t epochs;
  std::uint32_t negative;
  std::uint32_t window = 15;  // tokens to either side; without a target, all words are used
  // Nonce2Vec's threshold, 10,000 in terms of gensim, is 10,000·(3 + √5)/2 of the 1.6 billion
  // tokens its vectors were made from.
  double subsample = 1.6e-5;
  std::uint64_t seed = 1;
};

constexpr NewWordOptions nonce2vec{
    .start_at_sum = true, .learning_rate = 1, .decay = 1.0 / 70, .epochs = 1, .negative = 3};
constexpr NewWordOptions plain_skipgram{
    .start_at_sum = false, .learning_rate = 0.05, .decay = 0, .epochs = 5, .negative = 5};

class NewWordLearner {
 public:
  // `outputs` has out(c) for the same words. Throws Error(usage) if it has others, or another
  // dimension.
  NewWordLearner(std::shared_ptr<const Embeddings> vectors,
                 std::shared_ptr<const Embeddings> outputs, const NewWordOptions& options);

  // Depends on word and seed besides the contexts. Nothing if no context word is used.
  [[nodiscard]] std::optional<std::vector<float>> learn(std::string_view word,
                                                        std::span<const NearbyWord> contexts) const;

 private:
  std::vector<std::uint32_t> choose(std::span<const NearbyWord> contexts, Random& random) const;
  std::vector<float> start(std::span<const std::uint32_t> rows, Random& random) const;
  double rate(std::size_t step, std::size_t steps) const;

  std::shared_ptr<const Embeddings> vectors_, outputs_;
  NewWordOptions options_;
  std::vector<float> keep_;  // probability of each row
  NoiseWords noise_;
};

// Adds the gradient of the loss in v, the first of `rows` being c and all others n.
void add_loss_gradient(std::span<const float> v, const Embeddings& outputs,
                       std::span<const std::uint32_t> rows, std::span<float> gradient);

}  // namespace oovec::lab
