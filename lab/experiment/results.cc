#include "lab/experiment/results.h"

#include <algorithm>
#include <filesystem>

#include "lab/experiment/definition_results.h"
#include "lab/experiment/files.h"
#include "lab/experiment/measure_results.h"
#include "lab/experiment/outcome.h"
#include "oovec/base/version.h"

namespace oovec::lab {
namespace {

std::string file_name(const std::string& path) {
  return std::filesystem::path(path).filename().string();
}

std::vector<std::string> file_names(const std::vector<std::string>& paths) {
  std::vector<std::string> names;
  names.reserve(paths.size());
  for (const std::string& path : paths) names.push_back(file_name(path));
  return names;
}

// Whether a system has no vector for any test item, or of none of the items of a file.
bool answers_nothing(Measure measure, const Json& figures) {
  switch (measure) {
    case Measure::dn:
      return figures.at("not_inferred").at("words") == figures.at("words").size();
    case Measure::crw:
      return figures.at("answered") == 0;
    case Measure::chimeras:
      return std::any_of(figures.begin(), figures.end(), [](const Json& data) {
        return data.at("not_inferred").at("words") == data.at("correlations").size();
      });
    case Measure::wordsim:
      return std::any_of(figures.begin(), figures.end(), [](const Json& data) {
        const Json& cosines = data.at("cosines");
        return std::all_of(cosines.begin(), cosines.end(),
                           [](const Json& value) { return value.is_null(); });
      });
    case Measure::sentences:
    case Measure::examples:
      break;
  }
  return false;
}

std::string model_name(const Contender& contender) {
  const SystemConfig& system = *contender.system;
  switch (system.kind) {
    case SystemKind::baseline:
      return std::string(enum_name(system.baseline));
    case SystemKind::trained:
      return std::string(enum_name(system.train.model));
    case SystemKind::alacarte:
    case SystemKind::mimick:
    case SystemKind::fasttext:
      return std::string(enum_name(system.kind));
    case SystemKind::file:
      break;
  }
  if (contender.kind == InferrerKind::model || contender.kind == InferrerKind::vectors)
    return file_name(system.file);
  return std::string(enum_name(contender.kind == InferrerKind::mimick ? SystemKind::mimick
                                                                      : SystemKind::fasttext));
}

Json option_results(const SystemConfig& system) {
  const std::vector<std::string> elsewhere = {"model", "seed", "tokenizer", "lowercase", "language",
                                              "jsonl", "csv",  "strict",    "bad-lines"};
  switch (system.kind) {
    case SystemKind::alacarte:
      return to_json(system.alacarte, elsewhere);
    case SystemKind::trained: {
      const Json options = to_json(system.train, elsewhere);
      Json used = Json::object();
      const auto with_effect = describe(system.train);
      for (const auto& [name, value] : options.items())
        if (with_effect.contains(name)) used[name] = value;
      return used;
    }
    case SystemKind::mimick:
      return to_json(system.mimick, elsewhere);
    case SystemKind::fasttext:
      return to_json(system.fasttext, elsewhere);
    case SystemKind::baseline:
    case SystemKind::file:
      break;
  }
  return nullptr;
}

Json system_results(const ExperimentConfig& config, const Plan& plan) {
  Json list = Json::array();
  for (const Contender& contender : plan.contenders) {
    const SystemConfig& system = *contender.system;
    if (!list.empty() && list.back().at("name") == system.name) continue;  // another seed
    Json& json = list.emplace_back(Json{
        {"name", system.name}, {"kind", enum_name(system.kind)}, {"model", model_name(contender)}});
    if (system.has_seeds()) json["seeds"] = config.seeds;
    if (system.learns()) json["options"] = option_results(system);
  }
  return list;
}

Json input_results(const Inputs& inputs) {
  Json list = Json::array();
  for (const InputFile& file : inputs.files())
    list.push_back({{"role", file.role},
                    {"name", file.path},
                    {"bytes", file.size},
                    {"fingerprint", to_hex(file.fingerprint)}});
  return list;
}

class Collector {
 public:
  Collector(const ExperimentConfig& config, const Plan& plan, const Workspace& workspace,
            int threads)
      : config_(config), plan_(plan), workspace_(workspace), threads_(threads) {}

  Json collect(const Inputs& inputs) {
    results_ = {{"oovec", version()},
                {"title", config_.title},
                {"config", config_.json},
                {"inputs", input_results(inputs)},
                {"fasttext_vectors", is_fasttext_model(config_.vectors)},
                {"systems", system_results(config_, plan_)},
                {"summary", Json::array()},
                {"unanswered", Json::array()}};
    for (const Measure measure : {Measure::dn, Measure::crw, Measure::chimeras, Measure::wordsim,
                                  Measure::sentences, Measure::examples})
      if (const auto found = outcomes(measure); !found.empty()) add(measure, found);
    results_["timings"] = timings();
    return std::move(results_);
  }

 private:
  void add(Measure measure, const std::vector<SystemOutcome>& found) {
    MeasureResults made = results_of(measure, found);
    for (Json& row : made.summary) results_["summary"].push_back(std::move(row));
    results_[std::string(enum_name(measure))] = std::move(made.results);
  }

  MeasureResults results_of(Measure measure, const std::vector<SystemOutcome>& found) const {
    const std::string& baseline = config_.baseline;
    switch (measure) {
      case Measure::dn:
        return definition_results(
            found, config_.groups.empty() ? WordGroups() : read_groups(config_.groups),
            file_name(config_.dn), baseline);
      case Measure::crw:
        return rare_word_results(found, file_name(config_.crw), config_.trials, baseline);
      case Measure::chimeras:
        return chimera_results(found, file_names(config_.chimeras), baseline);
      case Measure::wordsim:
        return similarity_results(found, file_names(config_.wordsim), baseline, threads_);
      case Measure::sentences:
        return sentence_results(found, file_name(config_.sentences), baseline);
      case Measure::examples:
        break;
    }
    const SystemOutcome& explained = found.front();
    MeasureResults made;
    made.results = {{"system", explained.system->name},
                    {"seed", seed_json(explained.seeds.front())},
                    {"words", explained.seeds.front().figures}};
    return made;
  }

  // Of all systems that have figures of that kind, in order. Vectors made elsewhere may be for
  // other tests only: these are noted, and left out unless nothing would be left.
  std::vector<SystemOutcome> outcomes(Measure measure) {
    std::vector<SystemOutcome> found, answering;
    for (const Evaluation& evaluation : plan_.evaluations) {
      if (evaluation.measure != measure) continue;
      const Contender& contender = plan_.contenders[evaluation.contender];
      if (found.empty() || found.back().system != contender.system)
        found.push_back({contender.system, {}});
      found.back().seeds.push_back({contender.seed, read_json(workspace_.path(evaluation.step))});
    }
    for (const SystemOutcome& outcome : found) {
      const bool is_given = outcome.system->kind == SystemKind::file;
      if (!is_given || !answers_nothing(measure, outcome.seeds.front().figures))
        answering.push_back(outcome);
      else
        results_["unanswered"].push_back(
            {{"system", outcome.system->name}, {"measure", enum_name(measure)}});
    }
    return answering.empty() ? found : answering;
  }

  Json timings() const {
    Json list = Json::array();
    const auto add = [&](const std::string& what, const std::string& of, const WorkStep& step) {
      list.push_back({{"step", what}, {"of", of}, {"seconds", workspace_.seconds(step)}});
    };
    if (plan_.index) add("index", "corpus", *plan_.index);
    for (const Contender& contender : plan_.contenders)
      if (contender.model) add("train", contender.id(), *contender.model);
    for (const Evaluation& evaluation : plan_.evaluations)
      add(std::string(enum_name(evaluation.measure)), plan_.contenders[evaluation.contender].id(),
          evaluation.step);
    return list;
  }

  const ExperimentConfig& config_;
  const Plan& plan_;
  const Workspace& workspace_;
  int threads_;
  Json results_;
};

}  // namespace

Json collect_results(const ExperimentConfig& config, const Plan& plan, const Workspace& workspace,
                     const Inputs& inputs, int threads) {
  return Collector(config, plan, workspace, threads).collect(inputs);
}

}  // namespace oovec::lab
