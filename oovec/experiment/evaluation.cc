#include "oovec/experiment/evaluation.h"

#include <filesystem>

#include "oovec/eval/chimeras.h"
#include "oovec/eval/definitions.h"
#include "oovec/eval/rare_words.h"
#include "oovec/eval/word_similarity.h"
#include "oovec/experiment/examples.h"
#include "oovec/model/model.h"

namespace oovec {
namespace {

// The share of the context in each word's vector, null where there is no vector; nothing for models
// that have no such thing.
Json alphas(const Definitions& definitions, const Inferrer& inferrer) {
  const auto* model = dynamic_cast<const Model*>(&inferrer);
  if (!model) return nullptr;
  const Composition composition = model->settings().composition;
  if (!uses_form(composition) || !uses_context(composition)) return nullptr;
  Json alphas = Json::array();
  for (std::size_t i = 0; i < definitions.size(); ++i) {
    const auto inferred = model->infer(definitions.word(i), definitions.context(i));
    alphas.push_back(inferred ? Json(inferred->alpha) : Json());
  }
  return alphas;
}

Json evaluate_dn(const Definitions& definitions, const Inferrer& model) {
  Json words = Json::array();
  for (std::size_t i = 0; i < definitions.size(); ++i) words.push_back(definitions.word(i));
  return {{"words", words},
          {"left_out", definitions.left_out()},
          {"ranks", definitions.ranks(model)},
          {"alphas", alphas(definitions, model)}};
}

Json evaluate_crw(const RareWords& rare, const Inferrer& model) {
  const std::vector<RareWords::Similarities> similarities = rare.similarities(model);
  return {{"pairs", rare.size()},
          {"correlations", rare.correlations(similarities)},
          {"mean", rare.mean_correlation(similarities)},
          {"mean_samples", rare.resample(similarities)},
          {"samples", rare.resample_each(similarities)}};
}

Json evaluate_chimeras(const ExperimentConfig& config, const Inferrer& model) {
  Json list = Json::array();
  for (const std::string& path : config.chimeras) {
    const Chimeras chimeras(read_items(path), model.weighted_vectors(), model.text());
    list.push_back({{"data", std::filesystem::path(path).filename().string()},
                    {"left_out", chimeras.left_out()},
                    {"correlations", chimeras.correlations(model)}});
  }
  return list;
}

Json evaluate_wordsim(const ExperimentConfig& config, const Inferrer& model) {
  Json list = Json::array();
  for (const std::string& path : config.wordsim) {
    const WordSimilarity::Result result = WordSimilarity(read_items(path)).evaluate(model);
    list.push_back({{"data", std::filesystem::path(path).filename().string()},
                    {"rho", result.rho},
                    {"rho_95", {result.interval.low, result.interval.high}},
                    {"pairs", result.pairs},
                    {"inferred", result.inferred},
                    {"left_out", result.left_out}});
  }
  return list;
}

}  // namespace

Json evaluate(Measure measure, const ExperimentConfig& config, const Inferrer& model,
              const std::string& name, int threads) {
  const DevSetOptions options{.trials = static_cast<int>(config.trials), .threads = threads};
  switch (measure) {
    case Measure::dn: {
      const Definitions definitions(read_items(config.dn), model.weighted_vectors(), model.text(),
                                    options);
      if (!config.allow_seen) check_held_out(definitions, model, name);
      return evaluate_dn(definitions, model);
    }
    case Measure::crw: {
      const std::string pairs = find_pairs_file(config.crw);
      const RareWords rare(read_items(pairs), find_contexts(pairs), model.weighted_vectors(),
                           model.text(), options);
      if (!config.allow_seen) check_held_out(rare, model, name);
      return evaluate_crw(rare, model);
    }
    case Measure::chimeras:
      return evaluate_chimeras(config, model);
    case Measure::wordsim:
      return evaluate_wordsim(config, model);
    case Measure::examples:
      return explain_examples(config, dynamic_cast<const Model&>(model), threads);
  }
  return nullptr;
}

}  // namespace oovec
