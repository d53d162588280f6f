// The config of an experiment: a JSON file that users write (docs/experiment.md).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "lab/baselines/alacarte.h"
#include "lab/baselines/baseline.h"
#include "lab/baselines/mimick/training.h"
#include "lab/experiment/json_object.h"
#include "oovec/corpus/indexer.h"
#include "oovec/skipgram/skipgram.h"
#include "oovec/train/options.h"

namespace oovec::lab {

enum class SystemKind { baseline, alacarte, trained, mimick, fasttext, file };

constexpr auto enum_names(SystemKind) {
  return std::array<std::string_view, 6>{"baseline", "alacarte", "trained",
                                         "mimick",   "fasttext", "file"};
}

// A system that makes vectors for words. Options that its kind does not use keep their defaults.
struct SystemConfig {
  std::string name;
  SystemKind kind = SystemKind::baseline;
  Baseline baseline = Baseline::avg;
  AlacarteOptions alacarte;
  TrainOptions train;  // these and the following options are used for every seed
  MimickOptions mimick;
  SkipgramOptions fasttext;
  std::string file;        // a model, or vectors made elsewhere
  bool own_space = false;  // whether the vectors are only compared with each other

  // Whether the system is trained once for each seed.
  bool has_seeds() const {
    return kind == SystemKind::trained || kind == SystemKind::mimick ||
           kind == SystemKind::fasttext;
  }
  bool learns() const { return kind == SystemKind::alacarte || has_seeds(); }
};

// The options that trained systems must share to be trained together. Systems that share them are
// also compared as the same model with and without form or context.
inline Json shared_options(const SystemConfig& system) {
  return to_json(system.train, {"model", "learning-rate"});
}

struct ExampleWord {
  std::string word;
  std::vector<std::string> contexts;  // empty: the word's definition, if there is one
};

// Paths can be opened as they are; a file that the config does not name has an empty path.
struct ExperimentConfig {
  std::string path;
  std::string title;     // of the report; by default, the name of the config without its suffix
  std::string baseline;  // the system that others are tested against; empty: the best of each table
  Json json;             // the whole config as it was read
  std::string vectors, context_vectors;
  std::vector<std::string> corpus;
  IndexOptions index;  // how to index the corpus
  std::string contexts;
  std::vector<std::uint64_t> seeds;
  std::vector<SystemConfig> systems;
  std::vector<std::string> dev;
  std::string dn, crw, groups, sentences;
  std::vector<std::string> chimeras, wordsim;
  std::vector<ExampleWord> examples;
  std::uint64_t trials = 1;
  bool allow_seen = false;
};

// Reads a config. Throws Error(malformed), which names the key, for an unknown key, an invalid
// value or a contradiction. `groups` replaces the config's unless it is empty.
[[nodiscard]] ExperimentConfig read_config(const std::string& path, const std::string& groups = "");

}  // namespace oovec::lab
