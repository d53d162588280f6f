// What an experiment consists of, as people write it: a JSON file (docs/experiment.md).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "oovec/baselines/baseline.h"
#include "oovec/corpus/indexer.h"
#include "oovec/experiment/json_object.h"
#include "oovec/train/alacarte.h"
#include "oovec/train/options.h"

namespace oovec {

enum class SystemKind { baseline, alacarte, trained, file };

constexpr auto enum_names(SystemKind) {
  return std::array<std::string_view, 4>{"baseline", "alacarte", "trained", "file"};
}

// Something that makes vectors of words; what its kind has no use for is left as it is.
struct SystemConfig {
  std::string name;
  SystemKind kind = SystemKind::baseline;
  Baseline baseline = Baseline::avg;
  AlacarteOptions alacarte;
  TrainOptions train;  // of every seed
  std::string file;    // a model
};

struct ExampleWord {
  std::string word;
  std::vector<std::string> contexts;  // none: its definition, if there is one
};

// Paths are as they can be opened, or empty for what is not there.
struct ExperimentConfig {
  std::string path;
  Json json;  // all of it, as it was read
  std::string vectors;
  std::vector<std::string> corpus;
  IndexOptions index;  // of the corpus
  std::string contexts;
  std::vector<std::uint64_t> seeds;
  std::vector<SystemConfig> systems;
  std::vector<std::string> dev;
  std::string dn, crw, groups;
  std::vector<std::string> chimeras, wordsim;
  std::vector<ExampleWord> examples;
  std::uint64_t trials = 1;
  bool allow_seen = false;
};

// Throws Error(malformed) that names the key for what makes no sense.
ExperimentConfig read_config(const std::string& path);

}  // namespace oovec
