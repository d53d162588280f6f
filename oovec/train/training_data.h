// What a model learns from: words, their n-grams, and for every epoch the instances (word,
// contexts) in a new order with newly drawn contexts. All of it follows from the seed, so any part
// can be made by any thread at any time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "oovec/base/random.h"
#include "oovec/corpus/context_index.h"
#include "oovec/model/context.h"
#include "oovec/train/ngram_table.h"
#include "oovec/train/options.h"
#include "oovec/train/sentence_sums.h"
#include "oovec/vectors/embeddings.h"

namespace oovec::inline train {

struct Instance {
  static constexpr std::uint16_t form_only = 0xFFFF;

  std::uint32_t row;   // of the target in the vectors
  std::uint16_t copy;  // number of this instance of the word in the epoch; form_only: no contexts
};

// Instances of one step, with their contexts.
struct Batch {
  std::vector<Instance> instances;
  std::vector<ContextEvidence> contexts;  // of each
};

// 1 … most, small numbers as likely as large ones on a logarithmic scale.
[[nodiscard]] std::size_t draw_log_uniform(std::size_t most, Random& random);

// The weights of the words of the vectors in contexts; empty if all are the same. `options` must be
// resolved.
std::vector<float> word_weights(const ContextIndex& index, const TrainOptions& options);

// The weights of distances from the target (model/context.h); empty if all are the same. `options`
// must be resolved.
std::vector<float> position_weights(const TrainOptions& options);

class TrainingData {
 public:
  // `options` must be resolved. Words of `excluded` are no targets; neither are some more, drawn to
  // calibrate the confidence with. `progress`, if set, receives the sentences summed.
  TrainingData(const Embeddings& vectors, const ContextIndex& index, const TrainOptions& options,
               const std::vector<std::string>& excluded, Progress* progress = nullptr);

  const Embeddings& vectors() const { return vectors_; }
  const ContextIndex& index() const { return index_; }
  const TrainOptions& options() const { return options_; }
  const NgramTable& ngrams() const { return ngrams_; }
  // Rows of targets that the form is also learned from misspelled: the misspelling of the i-th of
  // them is row i + vectors().size() of the n-grams.
  const std::vector<std::uint32_t>& misspelled() const { return misspelled_; }

  // Those of a model that learns from this, without how it was made.
  [[nodiscard]] ModelSettings model_settings(Composition composition) const;
  const std::vector<float>& word_weights() const { return word_weights_; }
  const std::vector<float>& position_weights() const { return position_weights_; }

  // Rows held out to calibrate the confidence and, for a solved model, to choose what must not be
  // chosen on training words.
  const std::vector<std::uint32_t>& calibration_words() const { return calibration_words_; }
  // Rows that measure how good the model is: nothing was learned from them or chosen by them,
  // except the confidence of models that are not solved.
  const std::vector<std::uint32_t>& test_words() const {
    return is_solved() ? test_words_ : calibration_words_;
  }

  // Rows of the words that are targets.
  const std::vector<std::uint32_t>& targets() const { return form_words_; }
  // Those of them that have contexts to learn from.
  const std::vector<std::uint32_t>& context_words() const { return context_words_; }
  std::size_t instances_per_epoch() const { return instances_.size(); }
  std::size_t batches_per_epoch() const;

  // The instances of an epoch, counted from 0, in order.
  std::vector<Instance> epoch(std::size_t epoch) const;
  // Keeps as much of contexts as `detail` says.
  [[nodiscard]] Batch make_batch(std::span<const Instance> epoch_instances, std::size_t epoch,
                                 std::size_t batch, Detail detail = Detail::totals) const;

  // Sums `count` contexts of a word, or all if there are not as many, drawn by `seed`.
  void sum_contexts(std::uint32_t row, std::size_t count, std::uint64_t seed,
                    ContextEvidence& sum) const;

 private:
  bool is_solved() const { return oovec::is_solved(*options_.model); }
  void choose_words(const std::vector<std::string>& excluded);
  std::vector<std::uint32_t> seen_at_least(std::uint64_t count,
                                           const std::vector<bool>& is_target) const;
  void hold_out(std::vector<bool>& is_target);
  void add_misspellings();

  const Embeddings& vectors_;
  const ContextIndex& index_;
  TrainOptions options_;
  std::vector<Instance> instances_;  // of an epoch, not shuffled
  std::vector<std::uint32_t> context_words_;
  std::vector<std::uint32_t> form_words_;  // rows whose n-grams are learned
  std::vector<std::uint32_t> calibration_words_, test_words_;
  std::vector<float> word_weights_, position_weights_;
  SentenceSums sentence_sums_;
  NgramTable ngrams_;
  std::vector<std::uint32_t> misspelled_;
};

}  // namespace oovec::inline train
