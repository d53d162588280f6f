#include "lab/experiment/evaluation.h"

#include <algorithm>
#include <optional>

#include "lab/baselines/stems.h"
#include "lab/eval/chimeras.h"
#include "lab/eval/definitions.h"
#include "lab/eval/rare_words.h"
#include "lab/eval/sentence_classification.h"
#include "lab/eval/word_similarity.h"
#include "lab/experiment/examples.h"
#include "oovec/model/model.h"

namespace oovec::lab {
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

// How many test words the model has learned from; null if it does not tell.
Json count_seen(const DevSet& set, const Inferrer& model) {
  std::size_t seen = 0;
  for (const std::string& word : set.words()) {
    const std::optional<bool> learned = model.has_learned_from(word);
    if (!learned) return nullptr;
    seen += *learned ? 1 : 0;
  }
  return seen;
}

// Words that a system has no vector for.
Json not_inferred_json(const std::vector<std::string>& words) {
  constexpr std::size_t shown = 3;
  const auto end = words.begin() + static_cast<std::ptrdiff_t>(std::min(shown, words.size()));
  return {{"words", words.size()}, {"examples", std::vector<std::string>(words.begin(), end)}};
}

Json evaluate_dn(const Definitions& definitions, const Inferrer& model) {
  const Stems stems(model.vectors());
  Json words = Json::array(), related = Json::array();
  for (std::size_t i = 0; i < definitions.size(); ++i) {
    words.push_back(definitions.word(i));
    related.push_back(!stems.relatives(definitions.word(i)).empty());
  }
  const auto [ranks, not_inferred] = definitions.rank(model);
  return {{"words", words},
          {"related", related},
          {"left_out", definitions.left_out()},
          {"seen", count_seen(definitions, model)},
          {"not_inferred", not_inferred_json(not_inferred)},
          {"ranks", ranks},
          {"alphas", alphas(definitions, model)}};
}

Json evaluate_crw(const RareWords& rare, const Inferrer& model) {
  const auto [similarities, not_inferred, answered] = rare.answer(model);
  return {{"pairs", rare.size()},
          {"answered", answered},
          {"not_inferred", not_inferred_json(not_inferred)},
          {"seen", count_seen(rare, model)},
          {"correlations", rare.correlations(similarities)},
          {"mean", rare.mean_correlation(similarities)},
          {"mean_samples", rare.resample(similarities)},
          {"samples", rare.resample_each(similarities)}};
}

Json evaluate_chimeras(const ExperimentConfig& config, const Inferrer& model) {
  Json list = Json::array();
  for (const std::string& path : config.chimeras) {
    const Chimeras chimeras(read_items(path), model.weighted_vectors(), model.text());
    const auto [correlations, not_inferred] = chimeras.score(model);
    list.push_back({{"left_out", chimeras.left_out()},
                    {"not_inferred", not_inferred_json(not_inferred)},
                    {"correlations", correlations}});
  }
  return list;
}

Json evaluate_wordsim(const ExperimentConfig& config, const Inferrer& model) {
  Json list = Json::array();
  for (const std::string& path : config.wordsim) {
    const WordSimilarity pairs(read_items(path));
    const WordSimilarity::Cosines found = pairs.cosines(model);
    Json cosines = Json::array();
    for (const std::optional<double>& value : found.values)
      cosines.push_back(value ? Json(*value) : Json());
    list.push_back({{"scores", pairs.scores()},
                    {"cosines", cosines},
                    {"inferred", found.inferred},
                    {"not_inferred", not_inferred_json(found.not_inferred)}});
  }
  return list;
}

Json evaluate_sentences(const ExperimentConfig& config, const Inferrer& model,
                        const SentenceOptions& options) {
  Json list = Json::array();
  for (const SentenceTask& task : read_sentence_tasks(config.sentences)) {
    const SentenceResult result = evaluate(task, model, options);
    list.push_back({{"task", task.name},
                    {"correct", result.correct},
                    {"unknown", result.unknown},
                    {"inferred", result.inferred}});
  }
  return list;
}

}  // namespace

Json evaluate(Measure measure, const ExperimentConfig& config, const Inferrer& model,
              const ContextIndex* contexts, int threads, Progress* progress) {
  const DevSetOptions options{
      .trials = static_cast<int>(config.trials), .threads = threads, .progress = progress};
  switch (measure) {
    case Measure::dn: {
      const Definitions definitions(read_items(config.dn), model.weighted_vectors(), model.text(),
                                    options);
      return evaluate_dn(definitions, model);
    }
    case Measure::crw: {
      const std::string pairs = find_pairs_file(config.crw);
      const RareWords rare(read_items(pairs), find_contexts(pairs), model.weighted_vectors(),
                           model.text(), options);
      return evaluate_crw(rare, model);
    }
    case Measure::chimeras:
      return evaluate_chimeras(config, model);
    case Measure::wordsim:
      return evaluate_wordsim(config, model);
    case Measure::sentences:
      return evaluate_sentences(config, model,
                                {.threads = threads, .progress = progress, .contexts = contexts});
    case Measure::examples:
      return explain_examples(config, dynamic_cast<const Model&>(model), threads);
  }
  return nullptr;
}

}  // namespace oovec::lab
