// What a system's contenders, one for each seed, came to in one evaluation.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "lab/eval/metrics.h"
#include "lab/experiment/config.h"
#include "lab/experiment/json_object.h"

namespace oovec::lab {

struct SeedOutcome {
  std::optional<std::uint64_t> seed;  // none if the system does not depend on it
  Json figures;
};

struct SystemOutcome {
  const SystemConfig* system;
  std::vector<SeedOutcome> seeds;  // at least one
};

inline Json seed_json(const SeedOutcome& outcome) {
  return outcome.seed ? Json(*outcome.seed) : Json();
}

inline Json interval_json(const Interval& interval) { return {interval.low, interval.high}; }

// What a kind of test came to: what results say of it, and its rows of the summary (comparison.h).
struct MeasureResults {
  Json results = Json::object();
  Json summary = Json::array();
};

}  // namespace oovec::lab
