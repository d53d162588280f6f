// A La Carte (Khodak et al. 2018): vectors from contexts, by a linear map that is learned by least
// squares in closed form.
//
//   A = argmin Σ α(c(w))·‖A·v_context(w) − e(w)‖²       over the words w of the index
//
// v_context(w) is the mean of the context words over all sentences of w in the index, c(w) the
// count of w. The result is a model with the composition `context`.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "oovec/base/options.h"
#include "oovec/base/progress.h"
#include "oovec/corpus/context_index.h"
#include "oovec/model/model.h"
#include "oovec/train/options.h"
#include "oovec/vectors/word_list.h"

namespace oovec::lab {

enum class CountWeights { log, uniform };

constexpr auto enum_names(CountWeights) {
  return std::array<std::string_view, 2>{"log", "uniform"};
}

struct AlacarteOptions {
  CountWeights count_weights = CountWeights::log;
  std::uint64_t min_count = 100;
  ContextWeights context_weights = ContextWeights::uniform;
  double sif = 1e-3;
  int threads = 0;
  Progress* progress = nullptr;

  template <class Visitor>
  void fields(Visitor&& field) {
    field("count-weights", count_weights,
          "Weight of a word seen c times in the regression. log: ln c. uniform: 1.");
    field("min-count", min_count, "Learn from words seen at least N times.", at_least(1));
    field("context-weights", context_weights,
          "Weights of context words by frequency. sif: frequent words count less. auto: uniform.");
    field("sif", sif,
          R"(The constant a in the SIF weight a / (a + p) of a context word with relative
             frequency p.)",
          Range{1e-12, 1});
    field("threads", threads, "Number of threads; 0: one per core.", at_least(0), Effect::none);
  }
};

struct LearnedAlacarte {
  ModelParts model;
  ListedWords excluded;  // not found: words without a vector
};

// Learns from all words but `excluded` (vectors/word_list.h). Throws Error(usage) if these are too
// few to determine the map.
[[nodiscard]] LearnedAlacarte learn_alacarte(std::shared_ptr<const Embeddings> vectors,
                                             const ContextIndex& index,
                                             const AlacarteOptions& options = {},
                                             const std::vector<std::string>& excluded = {});

// Makes a model of a matrix learned elsewhere, such as those published with the paper: k × k raw
// 32-bit floats, row by row, little-endian. Throws Error(malformed) if the size is wrong or a
// number is not finite.
[[nodiscard]] ModelParts read_alacarte(std::shared_ptr<const Embeddings> vectors,
                                       const std::string& path, const TokenizerOptions& text = {});

// Writes the map of such a model in the same format, which R's readBin and NumPy's fromfile read.
void write_alacarte_matrix(const ModelParts& model, const std::string& path);

}  // namespace oovec::lab
