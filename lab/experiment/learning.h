// Makes the index that contenders learn from, and their models. Systems that differ only in
// composition and learning rate are trained together, on one stream of contexts.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "lab/eval/dev_set.h"
#include "lab/experiment/plan.h"
#include "oovec/corpus/context_index.h"
#include "oovec/train/monitor.h"

namespace oovec::lab {

class Learning {
 public:
  Learning(const ExperimentConfig& config, const Plan& plan, const Workspace& workspace,
           int threads, Progress* progress);

  // Reads the test data and opens the models that are not trained here, so that errors in them are
  // reported before any work is done.
  void check_inputs();

  void make_index();

  // The contenders whose models have to be made, in groups that are trained together.
  std::vector<std::vector<const Contender*>> groups() const;

  // Makes the models of a group, and returns whether the monitor stopped it. The monitor is only
  // asked about groups that can_stop().
  static bool can_stop(const std::vector<const Contender*>& group);
  [[nodiscard]] bool train_group(const std::vector<const Contender*>& group, TrainMonitor* monitor);

  // Opens the model of a contender, which is valid as long as this object. Throws Error(usage) if
  // the model has learned from test words, unless the config allows that.
  [[nodiscard]] std::unique_ptr<const Inferrer> open(const Contender& contender);

  // The index of the unknown words of the sentence tasks in the corpus. Null if there is no corpus,
  // or if the contender has vectors of its own and thus other unknown words.
  const ContextIndex* contexts_of_unknown(const Contender& contender);

 private:
  std::shared_ptr<const Embeddings> read(const std::string& path) const;
  std::shared_ptr<const Embeddings> vectors();
  std::shared_ptr<const Embeddings> context_vectors();  // null if there are none
  const ContextIndex* index();                          // null if there is none
  TokenizerOptions text();
  const std::map<Measure, std::unique_ptr<const DevSet>>& test_sets();
  std::vector<std::string> excluded();
  void check_data();
  void check_held_out(const Contender& contender, const Inferrer& model);
  std::unique_ptr<const Inferrer> make(const Contender& contender);
  bool train_models(const std::vector<const Contender*>& group, TrainMonitor* monitor);
  void make_model(const Contender& contender);
  std::unique_ptr<const Inferrer> open_file(const std::string& path, InferrerKind kind,
                                            bool own_space);
  std::unique_ptr<const Inferrer> open_given(const std::string& path, bool own_space);

  const ExperimentConfig& config_;
  const Plan& plan_;
  const Workspace& workspace_;
  int threads_;
  Progress* progress_;
  std::shared_ptr<const Embeddings> vectors_, context_vectors_;  // read when first needed
  std::unique_ptr<const ContextIndex> index_;
  std::optional<std::map<Measure, std::unique_ptr<const DevSet>>> test_sets_;
};

}  // namespace oovec::lab
