#include "lab/eval/word_similarity.h"

#include <set>
#include <utility>

#include "oovec/base/correlation.h"
#include "oovec/base/kernels.h"
#include "oovec/vectors/word_list.h"

namespace oovec::lab {
namespace {

// The vector of a word, and whether it had to be inferred.
struct Found {
  std::vector<float> vector;
  bool inferred;
};

std::optional<Found> find_vector(const Inferrer& model, const std::string& text) {
  const TokenizerOptions reading = model.text();
  const std::string word = normal_word(text, reading.casing());
  const Embeddings& vectors = model.vectors();
  if (const auto row = find_word(vectors, text, reading).word) {
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

std::vector<double> WordSimilarity::scores() const {
  std::vector<double> scores;
  scores.reserve(pairs_.size());
  for (const JudgedPair& pair : pairs_) scores.push_back(pair.score);
  return scores;
}

std::size_t WordSimilarity::words() const {
  std::set<std::string> words;
  for (const JudgedPair& pair : pairs_) words.insert({pair.first, pair.second});
  return words.size();
}

WordSimilarity::Cosines WordSimilarity::cosines(const Inferrer& model) const {
  Cosines result;
  result.values.reserve(pairs_.size());
  std::set<std::string> known_to_lack;
  for (const JudgedPair& pair : pairs_) {
    const auto first = find_vector(model, pair.first);
    const auto second = find_vector(model, pair.second);
    for (const auto& [word, found] : {std::pair(&pair.first, &first), {&pair.second, &second}})
      if (!*found && known_to_lack.insert(*word).second) result.not_inferred.push_back(*word);
    result.values.push_back(first && second ? cosine(first->vector, second->vector) : std::nullopt);
    if (result.values.back()) result.inferred += first->inferred || second->inferred ? 1 : 0;
  }
  return result;
}

WordSimilarity::Result WordSimilarity::evaluate(const Inferrer& model) const {
  Cosines found = cosines(model);
  std::vector<double> judged, near;
  judged.reserve(pairs_.size());
  near.reserve(pairs_.size());
  for (std::size_t i = 0; i < pairs_.size(); ++i) {
    if (!found.values[i]) continue;
    judged.push_back(pairs_[i].score);
    near.push_back(*found.values[i]);
  }
  const SampledCorrelation correlation = correlate(judged, near);
  return {correlation.rho, middle_of(correlation.samples), judged.size(),
          found.inferred,  pairs_.size() - judged.size(),  std::move(found.not_inferred)};
}

SampledCorrelation correlate(std::span<const double> scores, std::span<const double> cosines) {
  if (scores.empty()) return {};
  const auto of_sample = [&](std::span<const std::size_t> items) {
    return spearman(choose(scores, items), choose(cosines, items)).value_or(0);
  };
  return {spearman(scores, cosines).value_or(0), resample(scores.size(), of_sample)};
}

}  // namespace oovec::lab
