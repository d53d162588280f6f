// What a system's contenders, one for each seed, came to in one evaluation.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "oovec/experiment/config.h"
#include "oovec/experiment/json_object.h"

namespace oovec {

struct SeedOutcome {
  std::optional<std::uint64_t> seed;  // none if the system does not depend on it
  Json figures;
};

struct SystemOutcome {
  const SystemConfig* system;
  std::vector<SeedOutcome> seeds;  // at least one
};

}  // namespace oovec
