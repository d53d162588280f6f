#include "oovec/skipgram/skipgram_trainer.h"

#include <algorithm>

#include "oovec/base/kernels.h"
#include "oovec/base/parallel.h"
#include "oovec/base/random.h"

namespace oovec::inline skipgram {
namespace {

constexpr std::size_t max_lanes = SkipgramLane::parts;

// Each word shares its negatives with the others of its batch: as many as it would have of its own,
// with 1 + window words near it on average.
std::size_t shared_negatives(const SkipgramOptions& options) {
  constexpr std::size_t multiple = PairBatch::negatives_multiple;
  const std::size_t wanted = std::size_t{options.negative} * (1 + options.window);
  return (wanted + multiple - 1) / multiple * multiple;
}

// Pairs of a round do not know of each other's steps. That is harmless where few have a row in
// common, but many steps of one row at once overshoot. So a round has only as many words as leave a
// random pair with no more than 8 others at the same output, on average. Natural language allows
// for hundreds of words, a vocabulary of twenty only for two or three.
std::size_t words_per_round(const NoiseWords& noise, std::size_t negatives) {
  constexpr double most_others = 8;
  constexpr auto most_words = static_cast<double>(max_lanes * PairBatch::max_inputs);
  const double words = most_others / (static_cast<double>(negatives) * noise.repetition());
  return static_cast<std::size_t>(std::clamp(words, 1.0, most_words));
}

// in: uniform in ±1/dimension; out: zeros.
SkipgramMatrices make_matrices(std::size_t inputs, std::size_t words,
                               const SkipgramOptions& options) {
  SkipgramMatrices matrices{{inputs, options.dimension}, {words, options.dimension}};
  Random random(options.seed);
  const float scale = 1.0F / static_cast<float>(options.dimension);
  for (std::size_t row = 0; row < inputs; ++row)
    for (std::size_t i = 0; i < options.dimension; ++i)
      matrices.in.row(row)[i] = scale * (2 * random.unit() - 1);
  return matrices;
}

class SkipgramTrainer {
 public:
  SkipgramTrainer(const TokenText& text, const InputRows& inputs, const SkipgramOptions& options);

  SkipgramMatrices train();

 private:
  bool begin_round();
  void take_steps(std::size_t part);

  const SkipgramOptions& options_;
  const std::vector<float> keep_;
  const NoiseWords noise_;
  SkipgramMatrices matrices_;
  const std::size_t round_words_;
  const LaneContext context_;
  std::vector<SkipgramLane> lanes_;
  PassageOrder order_;
  const std::uint64_t total_;  // tokens to train on
  std::uint64_t begun_ = 0;    // of them
  float rate_ = 0;
  ProgressTask progress_;
};

SkipgramTrainer::SkipgramTrainer(const TokenText& text, const InputRows& inputs,
                                 const SkipgramOptions& options)
    : options_(options),
      keep_(keep_probabilities(text.counts, options.subsample)),
      noise_(text.counts),
      matrices_(make_matrices(inputs.size(), text.words.size(), options)),
      round_words_(words_per_round(noise_, shared_negatives(options))),
      context_{keep_,
               noise_,
               inputs,
               matrices_,
               options.window,
               options.negative,
               shared_negatives(options),
               std::min(round_words_, PairBatch::max_inputs)},
      order_(text.tokens, options.epochs, options.seed),
      total_(text.tokens.size() * options.epochs),
      progress_(options.progress, "training", total_ * sizeof(std::uint32_t)) {
  const std::size_t lanes = round_words_ / context_.batch_words;
  for (std::size_t i = 0; i < lanes; ++i) lanes_.emplace_back(context_);
}

// Gives lanes without work the next passages; false if there is none left and all are done.
bool SkipgramTrainer::begin_round() {
  rate_ = static_cast<float>(options_.learning_rate *
                             (1 - static_cast<double>(begun_) / static_cast<double>(total_)));
  bool any = false;
  for (SkipgramLane& lane : lanes_) {
    if (lane.idle()) {
      if (const auto passage = order_.next()) {
        lane.give(*passage);
        begun_ += passage->tokens.size();
        progress_.advance(passage->tokens.size_bytes());
      }
    }
    any = any || !lane.idle();
  }
  return any;
}

void SkipgramTrainer::take_steps(std::size_t part) {
  const std::size_t stride = matrices_.in.stride();
  const auto take = [&](std::span<const Step> steps, AlignedRows& rows) {
    for (const Step& step : steps)
      axpy(1, std::span(step.values, stride), std::span(rows.row(step.row), stride));
  };
  for (const SkipgramLane& lane : lanes_) {
    take(lane.in_steps(part), matrices_.in);
    take(lane.out_steps(part), matrices_.out);
  }
}

SkipgramMatrices SkipgramTrainer::train() {
  if (!begin_round()) return std::move(matrices_);
  const auto threads = static_cast<int>(std::min(resolve_threads(options_.threads), lanes_.size()));
  parallel_rounds(
      threads, SkipgramLane::parts,
      [&](std::size_t round, std::size_t item) {
        if (round % 2 == 1)
          take_steps(item);
        else if (item < lanes_.size())
          lanes_[item].compute(rate_);
      },
      [&](std::size_t round) { return round % 2 == 0 || begin_round(); });
  return std::move(matrices_);
}

}  // namespace

SkipgramMatrices train_matrices(const TokenText& text, const InputRows& inputs,
                                const SkipgramOptions& options) {
  return SkipgramTrainer(text, inputs, options).train();
}

}  // namespace oovec::inline skipgram
