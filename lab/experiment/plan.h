// The steps of an experiment, and what each is made from.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "lab/baselines/open.h"
#include "lab/experiment/config.h"
#include "lab/experiment/inputs.h"
#include "lab/experiment/measure.h"
#include "lab/experiment/workspace.h"

namespace oovec::lab {

// What is evaluated: a system or, if the system is trained, its model for one seed.
struct Contender {
  const SystemConfig* system;
  std::optional<InferrerKind> kind;  // of its model; none for a baseline
  std::optional<std::uint64_t> seed;
  std::uint64_t fingerprint;      // of everything that its vectors depend on
  std::optional<WorkStep> model;  // the step that makes its model, if it learns

  // For example, "gated-1".
  std::string id() const;
};

// The evaluation of one contender on one kind of data.
struct Evaluation {
  std::size_t contender;
  Measure measure;
  WorkStep step;
};

struct Plan {
  std::optional<WorkStep> index;  // if there is a corpus
  std::vector<Contender> contenders;
  std::vector<Evaluation> evaluations;  // ordered by contender
  WorkStep results;
  std::vector<WorkStep> outputs;  // made from the results: tables, and the report
};

constexpr const char* report_name = "report.html";

// The contender that explains the examples: the first trained balanced model or, if there is none,
// the first trained gated model; otherwise the first trained model that uses form and context, then
// any trained model, then any model. Null if there is no model.
const Contender* leading_contender(const std::vector<Contender>& contenders);

// The config must outlive the plan.
[[nodiscard]] Plan make_plan(const ExperimentConfig& config, Inputs& inputs);

}  // namespace oovec::lab
