// What candidates that learn together have in common: the data, the development sets, and how a
// learner becomes a model file.
#pragma once

#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "oovec/corpus/context_index.h"
#include "oovec/model/model.h"
#include "oovec/train/candidate.h"
#include "oovec/train/learner.h"
#include "oovec/train/monitor.h"
#include "oovec/train/options.h"
#include "oovec/train/scorer.h"
#include "oovec/train/training_data.h"
#include "oovec/vectors/word_list.h"

namespace oovec::inline train {

class Training {
 public:
  Training(std::shared_ptr<const Embeddings> vectors, const ContextIndex& index,
           const TrainOptions& options, std::span<const Candidate> candidates);

  const TrainOptions& options() const { return options_; }
  const TrainingData& data() const { return *data_; }
  // What the training consists of, by name: inputs, options.
  const std::map<std::string, std::string>& identity() const { return identity_; }
  // Of the words that the options exclude.
  const ListedWords& excluded() const { return excluded_; }
  bool has_dev() const { return !dev_.empty(); }
  // The most that any candidate needs to know of contexts.
  Detail detail() const { return detail_; }

  [[nodiscard]] Learner make_learner(const Candidate& candidate) const;

  // A model with everything that does not depend on learning.
  [[nodiscard]] ModelParts empty_model() const;

  // Scores on the development sets, if there are any.
  void score(const ModelParts& model, EpochResult& result) const;
  void score(Learner& learner, EpochResult& result) const {
    if (has_dev()) score(learner.model(vectors_), result);
  }

  // Calibrates the model and writes it, with what is known of its training.
  void write(ModelParts model, const EpochResult& result, const std::string& path) const;
  void write(Learner& learner, const EpochResult& result, const std::string& path) const;

 private:
  std::shared_ptr<const Embeddings> vectors_;
  TrainOptions options_;  // resolved
  Detail detail_ = Detail::totals;
  std::vector<float> weights_, positions_;
  ListedWords excluded_;
  std::vector<std::unique_ptr<Scorer>> dev_;
  std::unique_ptr<const TrainingData> data_;
  std::map<std::string, std::string> identity_;
};

}  // namespace oovec::inline train
