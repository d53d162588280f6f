#include "oovec/compare/similarity.h"

#include <algorithm>

#include <fmt/format.h>

#include "oovec/base/error.h"
#include "oovec/base/kernels.h"
#include "oovec/base/parallel.h"
#include "oovec/compare/typical.h"
#include "oovec/search/nearest.h"
#include "oovec/vectors/word_list.h"

namespace oovec::inline compare {

std::vector<Anchor> find_anchors(const Model& model, const std::vector<std::string>& words) {
  std::vector<Anchor> anchors;
  for (const std::string& word : words) {
    const FoundWord found = find_word(model.vectors(), word, model.text());
    if (!found.word)
      throw Error(ErrorKind::usage,
                  fmt::format("`anchors`: \"{}\" has no vector; name another word", word));
    anchors.push_back({std::string(model.vectors().word(*found.word)), *found.word});
  }
  return anchors;
}

std::vector<float> vector_of_mean(const Model& model, std::span<const double> mean) {
  return model.vector_of_context(std::vector<float>(mean.begin(), mean.end()));
}

std::vector<std::vector<WordCosine>> nearest_words(const Model& model,
                                                   const std::vector<std::vector<float>>& vectors,
                                                   std::size_t k, std::optional<std::size_t> itself,
                                                   int threads) {
  std::vector<std::vector<WordCosine>> words(vectors.size());
  std::vector<float> queries;
  std::vector<std::size_t> places;
  for (std::size_t i = 0; i < vectors.size(); ++i) {
    if (!(length_of(vectors[i]) > 0)) continue;
    queries.insert(queries.end(), vectors[i].begin(), vectors[i].end());
    places.push_back(i);
  }
  const std::vector<std::optional<std::size_t>> excluded(places.size(), itself);
  const auto found = nearest(rows_of(model.vectors(), threads), queries, k, excluded, threads);
  for (std::size_t i = 0; i < places.size(); ++i)
    for (const Neighbor& neighbor : found[i])
      words[places[i]].push_back({std::string(model.vectors().word(neighbor.row)), neighbor.score});
  return words;
}

std::vector<AnchorCosine> anchor_cosines(const Model& model, const std::vector<Anchor>& anchors,
                                         std::span<const float> vector,
                                         const std::vector<std::vector<float>>& samples) {
  std::vector<AnchorCosine> cosines;
  for (const Anchor& anchor : anchors) {
    const std::span<const float> row = model.vectors().row(anchor.row);
    std::vector<std::optional<double>> drawn;
    drawn.reserve(samples.size());
    for (const std::vector<float>& sample : samples)
      drawn.emplace_back(sample.empty() ? std::nullopt : cosine(sample, row));
    cosines.push_back({anchor.word, {cosine(vector, row).value_or(0), interval_of(drawn)}});
  }
  return cosines;
}

void describe_groups(const Model& model, const WordTable& table,
                     const std::vector<SampledMean>& means, const std::vector<Anchor>& anchors,
                     std::optional<std::size_t> itself, const CompareOptions& options,
                     std::vector<CompareGroup>& groups) {
  std::vector<std::vector<float>> vectors;
  vectors.reserve(means.size());
  for (const SampledMean& mean : means) vectors.push_back(vector_of_mean(model, mean.all.mean));
  const auto nearest = nearest_words(model, vectors, options.neighbors, itself, options.threads);
  const TypicalFinder typical(model, table, means, nearest, options);
  parallel_for(options.threads, groups.size(), [&](std::size_t g) {
    groups[g].vector = vectors[g];
    groups[g].nearest = nearest[g];
    std::vector<std::vector<float>> samples;
    if (!anchors.empty())
      for (const GroupMean& sample : means[g].samples)
        samples.push_back(vector_of_mean(model, sample.mean));
    groups[g].anchors = anchor_cosines(model, anchors, vectors[g], samples);
    groups[g].typical_words = typical.words(g);
    groups[g].typical_contexts = typical.contexts(g);
  });
}

}  // namespace oovec::inline compare
