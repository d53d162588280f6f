#include "oovec/eval/dev_set.h"

#include <algorithm>
#include <stdexcept>

#include "oovec/eval/definitions.h"
#include "oovec/eval/rare_words.h"

namespace oovec {

void DevSet::check_vectors(const Model& model, const Embeddings& vectors) {
  if (model.vectors().size() != vectors.size() || model.dimension() != vectors.dimension())
    throw std::logic_error("the model has other vectors than the development set");
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

}  // namespace oovec
