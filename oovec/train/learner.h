// A model while it learns: its parameters and their optimisers. One step takes a batch through the
// model and back, by the paper's loss
//
//   L = 1/|B| · Σ ‖v − e(w)‖²
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "oovec/io/tensor_file.h"
#include "oovec/model/composer.h"
#include "oovec/model/model.h"
#include "oovec/train/adam.h"
#include "oovec/train/training_data.h"

namespace oovec::inline train {

// Σ ‖v − e(w)‖² and the number of instances it is the sum over.
struct Loss {
  double sum = 0;
  std::uint64_t instances = 0;

  double mean() const { return instances == 0 ? 0 : sum / static_cast<double>(instances); }
  Loss& operator+=(const Loss& other);
};

class Learner {
 public:
  // First parameters after Glorot and Bengio (2010). `steps` is how many there can be.
  Learner(const TrainingData& data, Composition composition, double learning_rate,
          std::uint64_t steps);

  double learning_rate() const { return learning_rate_; }

  // Learns from the instances that the composition can use: a context model skips instances without
  // contexts.
  Loss step(const Batch& batch);

  // The model as it is now. It borrows the n-grams' vectors, which the next step will change.
  ModelParts model(std::shared_ptr<const Embeddings> vectors);

  // All that step() depends on, in tensors whose names begin with `prefix`.
  void save(TensorFileWriter& writer, const std::string& prefix);
  void restore(const TensorFile& file, const std::string& prefix);

 private:
  bool has_form(std::uint32_t row) const;
  bool has_context(const Batch& batch, std::size_t i) const;
  bool can_use(const Batch& batch, std::size_t i) const;
  void read_ngrams(const Batch& batch);
  double learn(const Batch& batch, std::size_t i, float scale);
  std::span<const float> form_of(std::span<const std::uint32_t> ngrams);
  void add_form_gradient(std::span<const std::uint32_t> ngrams);
  void write_ngrams();
  template <class Visitor>
  void visit_state(const Visitor& visit);

  const TrainingData& data_;
  Composition composition_;
  double learning_rate_;
  std::span<const float> vectors_;
  std::size_t k_;
  std::uint64_t steps_;     // how many there can be
  std::uint64_t step_ = 0;  // the last
  Vocabulary ngram_names_;
  RowAdam ngrams_;
  std::unique_ptr<const Composer<float>> composer_;
  std::vector<float> parameters_;  // as the composer lays them out
  Gradient<float> gradient_;       // of a batch
  Adam adam_;

  // N-grams of the batch: their numbers and gradients, and per n-gram its place among them.
  std::vector<std::uint32_t> touched_;
  std::vector<float> ngram_gradients_;
  std::vector<std::uint32_t> place_;

  // Of the instance at hand.
  Composed<float> composed_;
  std::vector<float> form_, context_, vector_gradient_;
};

}  // namespace oovec::inline train
