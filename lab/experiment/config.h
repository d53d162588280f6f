// What an experiment consists of, as people write it: a JSON file (docs/experiment.md).
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

// Something that makes vectors of words; what its kind has no use for is left as it is.
struct SystemConfig {
  std::string name;
  SystemKind kind = SystemKind::baseline;
  Baseline baseline = Baseline::avg;
  AlacarteOptions alacarte;
  TrainOptions train;  // of every seed, as the others
  MimickOptions mimick;
  SkipgramOptions fasttext;
  std::string file;        // a model, or vectors made elsewhere
  bool own_space = false;  // whether these vectors are compared with each other only

  // Whether it is made anew for each seed.
  bool has_seeds() const {
    return kind == SystemKind::trained || kind == SystemKind::mimick ||
           kind == SystemKind::fasttext;
  }
  bool learns() const { return kind == SystemKind::alacarte || has_seeds(); }
};

// Of one that is trained, what it has to have in common with others to be trained together with
// them, and to be held against them as the same model with or without form or context.
inline Json shared_options(const SystemConfig& system) {
  return to_json(system.train, {"model", "learning-rate"});
}

struct ExampleWord {
  std::string word;
  std::vector<std::string> contexts;  // none: its definition, if there is one
};

// Paths are as they can be opened, or empty for what is not there.
struct ExperimentConfig {
  std::string path;
  std::string title;     // of the report; the name of the file without its ending, if none is given
  std::string baseline;  // the system that others are tested against; empty: the best of each table
  Json json;             // all of it, as it was read
  std::string vectors, context_vectors;
  std::vector<std::string> corpus;
  IndexOptions index;  // of the corpus
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

// Throws Error(malformed) that names the key for what makes no sense. `groups`, unless empty, is
// taken instead of the config's.
[[nodiscard]] ExperimentConfig read_config(const std::string& path, const std::string& groups = "");

}  // namespace oovec::lab
