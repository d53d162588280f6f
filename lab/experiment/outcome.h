// The results of a system on one kind of data: one result for each seed.
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

// The results on one kind of data, and the rows that they add to the summary (comparison.h).
struct MeasureResults {
  Json results = Json::object();
  Json summary = Json::array();
};

}  // namespace oovec::lab
