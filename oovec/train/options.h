// Options of training; the defaults are the paper's ("Model Setup and Training") except where the
// preset says otherwise.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "oovec/base/options.h"
#include "oovec/base/progress.h"
#include "oovec/model/composition.h"
#include "oovec/model/model.h"
#include "oovec/train/monitor.h"
#include "oovec/train/scorer.h"

namespace oovec::inline train {

enum class Preset {
  paper,  // exactly as the paper has it
  best,   // SIF weights, and all words trained from form
};

constexpr auto enum_names(Preset) { return std::array<std::string_view, 2>{"paper", "best"}; }

enum class ContextWeights { automatic, uniform, sif };

constexpr auto enum_names(ContextWeights) {
  return std::array<std::string_view, 3>{"auto", "uniform", "sif"};
}

enum class FormWords { automatic, contexts, all };

constexpr auto enum_names(FormWords) {
  return std::array<std::string_view, 3>{"auto", "contexts", "all"};
}

struct TrainOptions {
  Composition model = Composition::gated;
  Preset preset = Preset::best;
  ContextWeights context_weights = ContextWeights::automatic;
  FormWords form_words = FormWords::automatic;
  std::uint32_t epochs = 5;
  double learning_rate = 0.01;
  std::uint32_t batch = 64;
  std::uint32_t sentences = 20;
  std::uint64_t min_count = 100;
  std::uint32_t max_instances = 5;
  std::uint32_t ngram_min = 3;
  std::uint32_t ngram_max = 5;
  std::uint32_t ngram_words = 3;
  double sif = 1e-3;
  std::uint32_t calibration = 1000;
  std::uint64_t seed = 1;
  double checkpoint_every = 600;
  std::uint64_t memory = 1500;
  int threads = 0;

  std::vector<std::string> excluded;  // words that must not be targets (vectors/word_list.h)
  OpenScorers dev;                    // development sets, if any: the best epoch is kept
  WriteModelOptions write;
  bool resume = false;  // go on from the checkpoint, if there is one
  TrainMonitor* monitor = nullptr;
  Progress* progress = nullptr;  // told of what has to be done before training

  template <class Visitor>
  void fields(Visitor&& field) {
    field("model", model, "what makes the vector: both, by a gate or one weight, or one alone");
    field("preset", preset, "where the options that say auto are set", Range{}, Effect::none);
    field("context-weights", context_weights,
          "weights of context words; sif: rare ones count more");
    field("form-words", form_words,
          "words that form is learned from: those with contexts, or all of the vectors");
    field("epochs", epochs, "times to go through the training words", Range{1, 10000});
    field("learning-rate", learning_rate, "of Adam", Range{1e-9, 10});
    field("batch", batch, "instances per step", Range{1, 1 << 16});
    field("sentences", sentences, "contexts per instance", Range{1, 1 << 16});
    field("min-count", min_count, "a word seen c times is c / N instances per epoch", at_least(1));
    field("max-instances", max_instances, "but at most N", Range{1, 200});
    field("ngram-min", ngram_min, "length of the shortest n-grams", Range{1, 64});
    field("ngram-max", ngram_max, "length of the longest n-grams", Range{1, 64});
    field("ngram-words", ngram_words, "keep n-grams that are in N different words", at_least(1));
    field("sif", sif, "a in the weight a / (a + p) of a word with frequency p", Range{1e-12, 1});
    field("calibration", calibration, "words to hold out for calibrating the confidence",
          at_least(0));
    field("seed", seed, "another seed draws other instances and first parameters", at_least(0));
    field("checkpoint-every", checkpoint_every, "seconds between checkpoints within an epoch",
          at_least(0), Effect::none);
    field("memory", memory, "MB to hold sentences in, added up; less takes more time",
          Range{0, 1 << 20}, Effect::none);
    field("threads", threads, "threads to use, 0 for one per core", at_least(0), Effect::none);
  }
};

// The same with nothing left to the preset. Throws Error(usage) for options that contradict each
// other.
[[nodiscard]] TrainOptions resolve(TrainOptions options);

}  // namespace oovec::inline train
