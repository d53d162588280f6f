// Measures how near a model comes to the true vectors of held-out words, by the number of contexts.
//
//   const auto words = held_out_words({&model}, index, options);
//   for (const HeldOutRow& row : measure_held_out(model, index, words, options).rows)
//     use(row.contexts, row.model.mrr);
//
// Words are rows of the vectors; their contexts come from an index made with the same vectors. The
// measurement with n contexts covers the words that have at least n and gives each word n of them,
// chosen by the seed and the word alone; larger samples contain the smaller ones. The model is
// compared with itself given form alone and contexts alone, on the same words and contexts, for all
// words and by frequency. Results have the same bits for any number of threads.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "oovec/base/options.h"
#include "oovec/base/progress.h"
#include "oovec/corpus/context_index.h"
#include "oovec/model/lengths.h"
#include "oovec/model/model.h"

namespace oovec::inline train {

struct HeldOutOptions {
  std::vector<std::uint32_t> counts = {0, 1, 2, 4, 8, 16, 32, 64, 128};  // of contexts
  std::uint64_t max_words = 1000;
  std::uint64_t seed = 1;
  int threads = 0;
  Progress* progress = nullptr;

  template <class Visitor>
  void fields(Visitor&& field) {
    field("max-words", max_words, "Measure at most N words, drawn at random.", at_least(1));
    field("seed", seed, "Seed for drawing words and contexts.");
    field("threads", threads, "Number of threads; 0: one per core.", at_least(0), Effect::none);
  }
};

// Over the words of a row. A rank is that of the true vector among all rows, by cosine to the
// inferred one. Where nothing is inferred, or a vector without a direction, the rank is the worst,
// the size of the vocabulary, and the cosine 0. All are 0 if there is no word.
struct Quality {
  double median_rank = 0;
  double mrr = 0;  // mean reciprocal rank
  double cosine = 0;

  bool operator==(const Quality&) const = default;
};

// A group of words: the mean expected cosine and the mean actual cosine.
struct CalibrationPart {
  std::size_t words;
  double confidence, cosine;

  bool operator==(const CalibrationPart&) const = default;
};

struct HeldOutRow {
  std::uint32_t contexts;  // that each word got
  std::size_t words = 0;
  Quality model;
  std::optional<Quality> form;     // alone; nothing if the model does not use it
  std::optional<Quality> context;  // alone; nothing without contexts
  std::optional<Lengths> length;   // of what the model inferred, if anything
  std::optional<Lengths> true_length;
  // The words that have a confidence in ten parts, the least confident first; fewer if there are
  // fewer words.
  std::vector<CalibrationPart> calibration;
  std::optional<Lengths> alpha = {};  // how the weights of the contexts are distributed, if any

  bool operator==(const HeldOutRow&) const = default;
};

// The words that occur `low` to `high` times in the text of the index.
struct HeldOutBand {
  std::uint64_t low, high;
  std::vector<HeldOutRow> rows;  // one for each of `counts`

  bool operator==(const HeldOutBand&) const = default;
};

struct HeldOutReport {
  std::vector<HeldOutRow> rows;    // one for each of `counts`
  std::vector<HeldOutBand> bands;  // 1–9 times, 10–99 times, …; those that have words

  bool operator==(const HeldOutReport&) const = default;
};

// Those of these rows that have contexts in the index, at most `max_words`, in ascending order.
[[nodiscard]] std::vector<std::uint32_t> draw_words(std::span<const std::uint32_t> rows,
                                                    const ContextIndex& index,
                                                    const HeldOutOptions& options);

// The same for all words that none of the models, which have the same vectors, has learned from.
// Throws Error(usage) if a model does not record them, or has other vectors than the index.
[[nodiscard]] std::vector<std::uint32_t> held_out_words(const std::vector<const Model*>& models,
                                                        const ContextIndex& index,
                                                        const HeldOutOptions& options);

// Measures just these words. Throws Error(usage) if the index was made with other vectors.
[[nodiscard]] HeldOutReport measure_held_out(const Model& model, const ContextIndex& index,
                                             std::span<const std::uint32_t> words,
                                             const HeldOutOptions& options);

}  // namespace oovec::inline train
