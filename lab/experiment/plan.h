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

// What is evaluated: a system or, of one that is trained, what it becomes with a seed.
struct Contender {
  const SystemConfig* system;
  std::optional<InferrerKind> kind;  // of its model; none: it is a baseline
  std::optional<std::uint64_t> seed;
  std::uint64_t fingerprint;      // of all that what it infers depends on
  std::optional<WorkStep> model;  // that makes its model, if it learns

  // "gated-1"
  std::string id() const;
};

// One kind of figures of one contender.
struct Evaluation {
  std::size_t contender;
  Measure measure;
  WorkStep step;
};

struct Plan {
  std::optional<WorkStep> index;  // if there is a corpus
  std::vector<Contender> contenders;
  std::vector<Evaluation> evaluations;  // by contender
  WorkStep results;
  std::vector<WorkStep> outputs;  // made from the results: tables, and the report
};

constexpr const char* report_name = "report.html";

// The contender whose examples are shown: the first that is trained and gated or, where there is
// none, made of form and context, or else trained, or else a model at all. Null if there is none.
const Contender* leading_contender(const std::vector<Contender>& contenders);

// The config must outlive the plan.
[[nodiscard]] Plan make_plan(const ExperimentConfig& config, Inputs& inputs);

}  // namespace oovec::lab
