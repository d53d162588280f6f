#include "lab/experiment/results.h"

#include <filesystem>

#include "lab/eval/metrics.h"
#include "lab/eval/rare_words.h"
#include "lab/experiment/definition_results.h"
#include "lab/experiment/files.h"
#include "lab/experiment/outcome.h"
#include "oovec/base/version.h"

namespace oovec::lab {
namespace {

using Samples = std::vector<double>;

// The mean over the seeds of numbers that each has.
template <class Get>
double mean_over_seeds(const SystemOutcome& outcome, const Get& get) {
  double sum = 0;
  for (const SeedOutcome& seed : outcome.seeds) sum += get(seed.figures);
  return sum / static_cast<double>(outcome.seeds.size());
}

// Samples are of the same words for every seed, so that they can be averaged one by one.
template <class Get>
Samples mean_samples(const SystemOutcome& outcome, const Get& get) {
  Samples mean;
  for (const SeedOutcome& seed : outcome.seeds) {
    const Samples samples = get(seed.figures).template get<Samples>();
    mean.resize(samples.size());
    for (std::size_t i = 0; i < samples.size(); ++i) mean[i] += samples[i];
  }
  for (double& value : mean) value /= static_cast<double>(outcome.seeds.size());
  return mean;
}

std::vector<RareWords::Correlations> correlations_of(const Json& figures) {
  return figures.at("correlations").get<std::vector<RareWords::Correlations>>();
}

Json rare_word_system(const SystemOutcome& outcome) {
  Json rho = Json::array(), intervals = Json::array(), seeds = Json::array();
  for (std::size_t c = 0; c < RareWords::counts.size(); ++c) {
    rho.push_back(mean_over_seeds(
        outcome, [&](const Json& figures) { return summarize(correlations_of(figures))[c].mean; }));
    intervals.push_back(interval_json(middle_of(
        mean_samples(outcome, [&](const Json& figures) { return figures.at("samples").at(c); }))));
  }
  for (const SeedOutcome& seed : outcome.seeds) {
    Json means = Json::array(), deviations = Json::array();
    for (const Spread& spread : summarize(correlations_of(seed.figures))) {
      means.push_back(spread.mean);
      deviations.push_back(spread.deviation);
    }
    seeds.push_back({{"seed", seed_json(seed)}, {"rho", means}, {"deviation", deviations}});
  }
  const auto mean = [](const Json& figures) { return figures.at("mean").get<double>(); };
  const auto samples = [](const Json& figures) { return figures.at("mean_samples"); };
  return {{"name", outcome.system->name},
          {"seen", outcome.seeds.front().figures.at("seen")},
          {"rho", rho},
          {"rho_95", intervals},
          {"mean_rho", mean_over_seeds(outcome, mean)},
          {"mean_rho_95", interval_json(middle_of(mean_samples(outcome, samples)))},
          {"seeds", seeds}};
}

Json rare_word_results(const std::vector<SystemOutcome>& outcomes, std::uint64_t trials) {
  Json systems = Json::array();
  for (const SystemOutcome& outcome : outcomes) systems.push_back(rare_word_system(outcome));
  return {{"pairs", outcomes.front().seeds.front().figures.at("pairs")},
          {"trials", trials},
          {"contexts", RareWords::counts},
          {"systems", systems}};
}

// The mean over the seeds of what each item has, `get` of the figures, and over the items.
template <class Get>
Json item_means(const SystemOutcome& outcome, const std::string& name, const Get& get) {
  const auto named = [&](const Estimate& estimate) {
    return Json{{name, estimate.value}, {name + "_95", interval_json(estimate.interval)}};
  };
  Json system = {{"name", outcome.system->name}};
  system.update(named(estimate_mean(mean_samples(outcome, get))));
  system["seeds"] = Json::array();
  for (const SeedOutcome& seed : outcome.seeds) {
    Json& figures = system["seeds"].emplace_back(Json{{"seed", seed_json(seed)}});
    figures.update(named(estimate_mean(get(seed.figures).template get<Samples>())));
  }
  return system;
}

std::string file_name(const std::string& path) {
  return std::filesystem::path(path).filename().string();
}

Json chimera_results(const std::vector<SystemOutcome>& outcomes,
                     const std::vector<std::string>& paths) {
  const Json& first = outcomes.front().seeds.front().figures;
  Json list = Json::array();
  for (std::size_t data = 0; data < first.size(); ++data) {
    const auto correlations = [&](const Json& figures) {
      return figures.at(data).at("correlations");
    };
    Json systems = Json::array();
    for (const SystemOutcome& outcome : outcomes)
      systems.push_back(item_means(outcome, "rho", correlations));
    list.push_back({{"data", file_name(paths[data])},
                    {"words", first[data].at("correlations").size()},
                    {"left_out", first[data].at("left_out")},
                    {"systems", systems}});
  }
  return list;
}

Json similarity_system(const SystemOutcome& outcome, std::size_t data) {
  const auto rho = [&](const Json& figures) { return figures.at(data).at("rho").get<double>(); };
  const auto samples = [&](const Json& figures) { return figures.at(data).at("samples"); };
  Json seeds = Json::array();
  for (const SeedOutcome& seed : outcome.seeds)
    seeds.push_back({{"seed", seed_json(seed)},
                     {"rho", rho(seed.figures)},
                     {"rho_95", interval_json(middle_of(samples(seed.figures).get<Samples>()))}});
  const Json& first = outcome.seeds.front().figures.at(data);
  return {{"name", outcome.system->name},
          {"rho", mean_over_seeds(outcome, rho)},
          {"rho_95", interval_json(middle_of(mean_samples(outcome, samples)))},
          {"pairs", first.at("pairs")},
          {"inferred", first.at("inferred")},
          {"left_out", first.at("left_out")},
          {"seeds", seeds}};
}

Json similarity_results(const std::vector<SystemOutcome>& outcomes,
                        const std::vector<std::string>& paths) {
  Json list = Json::array();
  for (std::size_t data = 0; data < paths.size(); ++data) {
    Json systems = Json::array();
    for (const SystemOutcome& outcome : outcomes)
      systems.push_back(similarity_system(outcome, data));
    list.push_back({{"data", file_name(paths[data])}, {"systems", systems}});
  }
  return list;
}

Json sentence_system(const SystemOutcome& outcome, std::size_t task) {
  const auto correct = [&](const Json& figures) { return figures.at(task).at("correct"); };
  Json system = item_means(outcome, "accuracy", correct);
  const Json& first = outcome.seeds.front().figures.at(task);
  system["unknown"] = first.at("unknown");
  system["inferred"] = first.at("inferred");
  return system;
}

Json sentence_results(const std::vector<SystemOutcome>& outcomes) {
  const Json& first = outcomes.front().seeds.front().figures;
  Json tasks = Json::array(), means = Json::array();
  std::vector<double> sums(outcomes.size());
  for (std::size_t task = 0; task < first.size(); ++task) {
    Json systems = Json::array();
    for (std::size_t i = 0; i < outcomes.size(); ++i) {
      systems.push_back(sentence_system(outcomes[i], task));
      sums[i] += systems.back().at("accuracy").get<double>();
    }
    tasks.push_back({{"task", first[task].at("task")},
                     {"tested", first[task].at("correct").size()},
                     {"systems", systems}});
  }
  for (std::size_t i = 0; i < outcomes.size(); ++i)
    means.push_back({{"name", outcomes[i].system->name},
                     {"accuracy", sums[i] / static_cast<double>(first.size())}});
  return {{"tasks", tasks}, {"means", means}};
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
  if (contender.kind == InferrerKind::model) return file_name(system.file);
  return std::string(enum_name(contender.kind == InferrerKind::mimick ? SystemKind::mimick
                                                                      : SystemKind::fasttext));
}

Json option_results(const SystemConfig& system) {
  const std::vector<std::string> elsewhere = {"model",     "seed",  "tokenizer",
                                              "lowercase", "jsonl", "strict"};
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
  Collector(const ExperimentConfig& config, const Plan& plan, const Workspace& workspace)
      : config_(config), plan_(plan), workspace_(workspace) {}

  Json collect(const Inputs& inputs) const {
    Json results = {{"oovec", version()},
                    {"config", config_.json},
                    {"inputs", input_results(inputs)},
                    {"fasttext_vectors", is_fasttext_model(config_.vectors)},
                    {"systems", system_results(config_, plan_)}};
    const WordGroups groups = config_.groups.empty() ? WordGroups() : read_groups(config_.groups);
    if (const auto found = outcomes(Measure::dn); !found.empty())
      results["dn"] = definition_results(found, groups);
    if (const auto found = outcomes(Measure::crw); !found.empty())
      results["crw"] = rare_word_results(found, config_.trials);
    if (const auto found = outcomes(Measure::chimeras); !found.empty())
      results["chimeras"] = chimera_results(found, config_.chimeras);
    if (const auto found = outcomes(Measure::wordsim); !found.empty())
      results["wordsim"] = similarity_results(found, config_.wordsim);
    if (const auto found = outcomes(Measure::sentences); !found.empty())
      results["sentences"] = sentence_results(found);
    if (const auto found = outcomes(Measure::examples); !found.empty())
      results["examples"] = {{"system", found.front().system->name},
                             {"seed", seed_json(found.front().seeds.front())},
                             {"words", found.front().seeds.front().figures}};
    results["timings"] = timings();
    return results;
  }

 private:
  // Of all systems that have figures of that kind, in order.
  std::vector<SystemOutcome> outcomes(Measure measure) const {
    std::vector<SystemOutcome> outcomes;
    for (const Evaluation& evaluation : plan_.evaluations) {
      if (evaluation.measure != measure) continue;
      const Contender& contender = plan_.contenders[evaluation.contender];
      if (outcomes.empty() || outcomes.back().system != contender.system)
        outcomes.push_back({contender.system, {}});
      outcomes.back().seeds.push_back(
          {contender.seed, read_json(workspace_.path(evaluation.step))});
    }
    return outcomes;
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
};

}  // namespace

Json collect_results(const ExperimentConfig& config, const Plan& plan, const Workspace& workspace,
                     const Inputs& inputs) {
  return Collector(config, plan, workspace).collect(inputs);
}

}  // namespace oovec::lab
