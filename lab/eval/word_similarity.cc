#include "lab/eval/word_similarity.h"

#include "oovec/base/correlation.h"
#include "oovec/base/kernels.h"

namespace oovec::lab {
namespace {

// The vector of a word, and whether it had to be inferred.
struct Found {
  std::vector<float> vector;
  bool inferred;
};

std::optional<Found> find_vector(const Inferrer& model, const std::string& text) {
  const std::string word = normal_word(text, model.text().lowercase == Lowercase::on);
  const Embeddings& vectors = model.vectors();
  if (const auto row = vectors.find(word)) {
    const auto values = vectors.row(*row);
    return Found{{values.begin(), values.end()}, false};
  }
  auto vector = model.infer_vector(word, model.weighted_vectors().no_contexts());
  if (!vector) return std::nullopt;
  return Found{std::move(*vector), true};
}

}  // namespace

WordSimilarity::WordSimilarity(const DataFile& file) {
  for (const DataLine& line : file.lines) pairs_.push_back(parse_pair(file, line));
}

WordSimilarity::Result WordSimilarity::evaluate(const Inferrer& model) const {
  Result result;
  std::vector<double> scores, cosines;
  for (const JudgedPair& pair : pairs_) {
    const auto first = find_vector(model, pair.first);
    const auto second = find_vector(model, pair.second);
    const auto near = first && second ? cosine(first->vector, second->vector) : std::nullopt;
    if (!near) {
      ++result.left_out;
      continue;
    }
    result.inferred += first->inferred || second->inferred ? 1 : 0;
    scores.push_back(pair.score);
    cosines.push_back(*near);
  }
  result.pairs = scores.size();
  if (scores.empty()) return result;
  result.rho = spearman(scores, cosines).value_or(0);
  const auto of_sample = [&](std::span<const std::size_t> items) {
    return spearman(choose(scores, items), choose(cosines, items)).value_or(0);
  };
  result.samples = resample(scores.size(), of_sample);
  result.interval = middle_of(result.samples);
  return result;
}

}  // namespace oovec::lab
