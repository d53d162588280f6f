#include "lab/eval/dev_set.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>

#include "lab/baselines/given_vectors.h"
#include "lab/eval/definitions.h"
#include "lab/eval/rare_words.h"
#include "oovec/base/error.h"

namespace oovec::lab {

void DevSet::check_vectors(const Inferrer& model, const Embeddings& vectors) {
  if (model.vectors().size() != vectors.size() || model.dimension() != vectors.dimension())
    throw std::logic_error("the model has other vectors than the development set");
}

void check_held_out(const DevSet& set, const Inferrer& model, const std::string& name,
                    const std::string& permission) {
  check_held_out(set.words(), model, name, permission);
}

void check_held_out(const std::vector<std::string>& words, const Inferrer& model,
                    const std::string& name, const std::string& permission) {
  if (as_given(model)) return;  // its author knows; reports say that we do not
  std::vector<std::string> seen;
  for (const std::string& word : words) {
    const std::optional<bool> learned = model.has_learned_from(word);
    if (!learned)
      throw Error(
          ErrorKind::usage,
          fmt::format("{} does not record which words it has learned from; {} evaluates it anyway",
                      name, permission));
    if (*learned) seen.push_back(word);
  }
  if (!seen.empty())
    throw Error(ErrorKind::usage,
                fmt::format("{} has learned from {} of the {} test words, such as \"{}\"; train it "
                            "with `exclude`, or evaluate it anyway with {}",
                            name, seen.size(), words.size(), seen.front(), permission));
}

std::unique_ptr<DevSet> open_dev_set(const std::string& path, const WeightedVectors& vectors,
                                     const TokenizerOptions& text, const DevSetOptions& options) {
  const std::string file_path = find_pairs_file(path);
  const DataFile file = read_items(file_path);
  const std::string& first = file.lines.front().text;
  switch (std::count(first.begin(), first.end(), '\t')) {
    case 1:
      return std::make_unique<Definitions>(file, vectors, text, options);
    case 2:
      return std::make_unique<RareWords>(file, find_contexts(file_path), vectors, text, options);
    default:
      file.refuse(file.lines.front(),
                  "neither a word and its definition nor two words and a score, separated by tabs");
  }
}

OpenScorers dev_scorers(std::vector<std::string> paths) {
  if (paths.empty()) return nullptr;
  return [paths = std::move(paths)](const WeightedVectors& vectors, const TokenizerOptions& text,
                                    int threads) {
    std::vector<std::unique_ptr<Scorer>> scorers;
    for (const std::string& path : paths)
      scorers.push_back(open_dev_set(path, vectors, text, {.threads = threads}));
    return scorers;
  };
}

}  // namespace oovec::lab
