// Trains Mimick (mimick.h): a network that reproduces the vectors of known words from their
// characters.
//
//   loss = Σ ‖v(w) − e(w)‖²        over the words w, 32 at a time, by Adam
//
// The result is the same to the last bit for any number of threads: each batch is cut into the same
// shards, whose gradients are summed in order.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "lab/baselines/mimick/mimick.h"
#include "oovec/base/options.h"
#include "oovec/base/progress.h"
#include "oovec/vectors/word_list.h"

namespace oovec::lab {

struct MimickOptions {
  std::uint64_t words = 60'000;
  std::uint32_t epochs = 10;
  double learning_rate = 0.002;
  std::uint32_t embedding = 20;
  std::uint32_t hidden = 50;
  std::uint64_t seed = 1;
  int threads = 0;
  Progress* progress = nullptr;

  template <class Visitor>
  void fields(Visitor&& field) {
    field("words", words, "Learn from the first N words of the vectors; 0: all.", at_least(0));
    field("epochs", epochs, "Passes over the words.", Range{1, 10'000});
    field("learning-rate", learning_rate, "Learning rate of Adam.", Range{1e-9, 10});
    field("embedding", embedding, "Dimension of the character embeddings.", Range{1, 4096});
    field("hidden", hidden, "Size of the LSTM state, per direction.", Range{1, 4096});
    field("seed", seed, "Seed of all random choices.", at_least(0));
    field("threads", threads, "Number of threads; 0: one per core.", at_least(0), Effect::none);
  }
};

// Receives the number of an epoch, from 1, and its mean loss per word.
using MimickMonitor = std::function<void(std::uint32_t epoch, double loss)>;

struct TrainedMimick {
  MimickParts parts;
  ListedWords excluded;  // not found: words without a vector
};

// Learns from words that consist of letters only, except those of `excluded` (vectors/word_list.h),
// whose case is ignored if the vectors have no capitals. Characters that occur in fewer than 5 of
// these words count as one, the unknown character. Throws Error(usage) if no word is left, or if
// training diverges.
[[nodiscard]] TrainedMimick train_mimick(std::shared_ptr<const Embeddings> vectors,
                                         const MimickOptions& options = {},
                                         const std::vector<std::string>& excluded = {},
                                         const MimickMonitor& monitor = {});

}  // namespace oovec::lab
