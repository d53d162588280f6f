// Options of training; the defaults are the paper's ("Model Setup and Training") except where the
// preset says otherwise.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "oovec/base/options.h"
#include "oovec/base/progress.h"
#include "oovec/model/composition.h"
#include "oovec/model/model.h"
#include "oovec/train/monitor.h"
#include "oovec/train/scorer.h"
#include "oovec/vectors/embeddings.h"

namespace oovec::inline train {

enum class Preset {
  paper,  // exactly as in the paper
  best,   // the balanced model: the best on development data
};

constexpr auto enum_names(Preset) { return std::array<std::string_view, 2>{"paper", "best"}; }

enum class ContextWeights { automatic, uniform, sif };

constexpr auto enum_names(ContextWeights) {
  return std::array<std::string_view, 3>{"auto", "uniform", "sif"};
}

enum class PositionWeights { automatic, uniform, near };

constexpr auto enum_names(PositionWeights) {
  return std::array<std::string_view, 3>{"auto", "uniform", "near"};
}

enum class FormWords { automatic, contexts, all };

constexpr auto enum_names(FormWords) {
  return std::array<std::string_view, 3>{"auto", "contexts", "all"};
}

struct TrainOptions {
  std::optional<Composition> model;
  Preset preset = Preset::best;
  ContextWeights context_weights = ContextWeights::automatic;
  PositionWeights position_weights = PositionWeights::automatic;
  FormWords form_words = FormWords::automatic;
  std::uint32_t epochs = 5;
  double learning_rate = 0.01;
  std::uint32_t batch = 64;
  std::uint32_t sentences = 0;
  std::uint64_t min_count = 0;
  std::uint32_t max_instances = 5;
  std::uint32_t ngram_min = 0;
  std::uint32_t ngram_max = 0;
  std::uint32_t ngram_words = 0;
  double sif = 1e-3;
  double ridge = 0;
  double typos = 0;
  double ngram_dropout = 0;
  std::uint32_t ranking_steps = 0;
  std::uint64_t new_word_rank = 0;
  std::uint64_t context_limit = 0;
  double contrast = 0.5;
  std::uint32_t calibration = 1000;
  std::uint64_t seed = 1;
  double checkpoint_every = 600;
  std::uint64_t memory = 1500;
  int threads = 0;

  std::vector<std::string> excluded;  // words that must not be targets (vectors/word_list.h)
  std::vector<std::string> given;     // names of options that were set, even to their defaults
  OpenScorers dev;                    // development sets, if any: the best epoch is kept
  WriteModelOptions write;
  bool resume = false;  // continue from the checkpoint, if there is one
  TrainMonitor* monitor = nullptr;
  Progress* progress = nullptr;  // reports the work before training

  template <class Visitor>
  void fields(Visitor&& field) {
    field("model", model,
          R"(How form and context are combined into a vector. auto: balanced, or gated with the
             preset paper.)");
    field("preset", preset,
          "Defaults for options left on auto. paper follows the paper, best is tuned.", Range{},
          Effect::none);
    field("context-weights", context_weights,
          R"(Weights of context words by frequency. sif: frequent words count less. auto: uniform
             with the preset paper, otherwise sif.)");
    field("position-weights", position_weights,
          R"(Weights of context words by distance, for balanced. near: words near the target
             count up to five times as much. auto: near.)");
    field("form-words", form_words,
          R"(Words to learn the form from: those with contexts, or all words of the vectors. auto:
             contexts with the preset paper, otherwise all.)");
    field("epochs", epochs, "Passes over the training words. Not for balanced.", Range{1, 10000});
    field("learning-rate", learning_rate, "Learning rate of Adam. Not for balanced.",
          Range{1e-9, 10});
    field("batch", batch, "Training instances per step. Not for balanced.", Range{1, 1 << 16});
    field("sentences", sentences,
          R"(Use at most N contexts per training instance. 0: 60 for balanced, 20 for other
             models.)",
          Range{0, 1 << 16});
    field("min-count", min_count,
          R"(Ignore words seen fewer than N times when learning from contexts. For all models but
             balanced, a word seen c times gives ⌊c / N⌋ training instances per epoch, at most
             `max-instances`. 0: 20 for balanced, 100 for other models.)",
          at_least(0));
    field("max-instances", max_instances,
          "Use at most N training instances of a word per epoch. Not for balanced.", Range{1, 200});
    field("ngram-min", ngram_min,
          "Length of the shortest n-grams. 0: 3, or 1 if words are short (Chinese, Japanese).",
          Range{0, 64});
    field("ngram-max", ngram_max,
          R"(Length of the longest n-grams. 0: 6 for balanced, 5 for other models, less if words
             are short.)",
          Range{0, 64});
    field("ngram-words", ngram_words,
          R"(Keep n-grams that occur in at least N different words. 0: 2 for balanced, 3 for other
             models.)",
          at_least(0));
    field("sif", sif,
          R"(The constant a in the SIF weight a / (a + p) of a context word with relative
             frequency p.)",
          Range{1e-12, 1});
    field("ridge", ridge,
          R"(Ridge parameter of the regression on n-grams, for balanced. 0: choose from 0.4 to 6.4
             on held-out words.)",
          Range{0, 1e6});
    field("typos", typos,
          R"(Learn the form from a misspelling of each word, too, with N times the weight of the
             word, for balanced. 0: not at all.)",
          Range{0, 10});
    field("ngram-dropout", ngram_dropout,
          R"(Learn the form as if each n-gram of a word were left out with probability N, for
             balanced. 0: none.)",
          Range{0, 0.9});
    field("ranking-steps", ranking_steps,
          R"(After least squares, take N steps that make true vectors rank higher by contexts
             alone, for balanced. 0: none.)",
          Range{0, 1000});
    field("new-word-rank", new_word_rank,
          R"(Frequency rank to assume for a new word, for balanced. 0: 20,000, or a sixth of the
             vocabulary if that is less.)",
          at_least(0));
    field("context-limit", context_limit,
          R"(Count at most N context words when weighing contexts against form, for balanced. 0:
             no limit.)",
          at_least(0));
    field("contrast", contrast,
          R"(How strongly to down-weight contexts that repeat what the others say, for balanced.
             0: not at all. Below 0: give such contexts more weight (attention).)",
          Range{-10, 10});
    field("calibration", calibration,
          R"(Hold out N words to calibrate the confidence; balanced holds out another N for
             testing.)",
          at_least(0));
    field("seed", seed,
          "Seed of all random choices, such as initial parameters and held-out words.",
          at_least(0));
    field("checkpoint-every", checkpoint_every, "Seconds between checkpoints within an epoch.",
          at_least(0), Effect::none);
    field("memory", memory,
          R"(Memory in MB for caching sums of sentences. Less takes more time; the result is the
             same.)",
          Range{0, 1 << 20}, Effect::none);
    field("threads", threads, "Number of threads; 0: one per core.", at_least(0), Effect::none);
  }
};

// The options with all defaults of the preset filled in, except for the lengths of n-grams, which
// depend on the vectors. Throws Error(usage) for options that contradict each other.
[[nodiscard]] TrainOptions resolve(TrainOptions options);

// The options with all defaults filled in, including those that depend on the vectors
// (ngram_lengths.h).
[[nodiscard]] TrainOptions resolve(const TrainOptions& options, const Embeddings& vectors);

// Throws Error(usage) if an option is set that the model does not use.
void check_options_used(const TrainOptions& options);

// The options that affect the trained model, by name, as text.
[[nodiscard]] std::map<std::string, std::string> describe(const TrainOptions& options);

}  // namespace oovec::inline train
