// Makes what contenders learn from, and their models. What can share a stream of contexts is
// trained together: systems that differ in composition and learning rate alone.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "oovec/corpus/context_index.h"
#include "oovec/experiment/plan.h"
#include "oovec/train/trainer.h"

namespace oovec {

class Learning {
 public:
  Learning(const ExperimentConfig& config, const Plan& plan, const Workspace& workspace,
           int threads, Progress* progress);

  void make_index();

  // Those whose models are to be made, in groups that can be trained together.
  std::vector<std::vector<const Contender*>> groups() const;

  // Returns whether the monitor asked to stop.
  bool train_group(const std::vector<const Contender*>& group, TrainMonitor* monitor);

  // A contender's model, whatever it is, to be used while this object lives.
  std::unique_ptr<const Inferrer> open(const Contender& contender);

 private:
  std::shared_ptr<const Embeddings> vectors();
  const ContextIndex* index();  // null if there is none
  TokenizerOptions text();
  std::vector<std::string> excluded();
  std::unique_ptr<const Model> open_model(const std::string& path);

  const ExperimentConfig& config_;
  const Plan& plan_;
  const Workspace& workspace_;
  int threads_;
  Progress* progress_;
  std::shared_ptr<const Embeddings> vectors_;  // once they are needed
  std::unique_ptr<const ContextIndex> index_;
};

}  // namespace oovec
