#include "oovec/experiment/plan.h"

#include <filesystem>

#include <fmt/format.h>

#include "oovec/base/version.h"
#include "oovec/corpus/text_blocks.h"
#include "oovec/eval/rare_words.h"
#include "oovec/experiment/csv.h"
#include "oovec/experiment/json_object.h"

namespace oovec {
namespace {

// What changes nothing in the result.
const std::vector<std::string> incidental = {"threads", "checkpoint-every", "memory", "preset",
                                             "seed"};

class Planner {
 public:
  Planner(const ExperimentConfig& config, Inputs& inputs) : config_(config), inputs_(inputs) {}

  Plan make() {
    vectors_ = inputs_.add("vectors", config_.vectors);
    plan_contexts();
    add_data();
    for (const SystemConfig& system : config_.systems) add_contenders(system);
    for (std::size_t i = 0; i < plan_.contenders.size(); ++i) add_evaluations(i);
    add_outputs();
    return std::move(plan_);
  }

 private:
  // Another version of the program may come to other results.
  static std::uint64_t made_from(Json parts) {
    parts["oovec"] = version();
    return fingerprint_of(parts);
  }

  void plan_contexts() {
    if (!config_.contexts.empty()) contexts_ = inputs_.add("contexts", config_.contexts);
    if (config_.corpus.empty()) return;
    const std::uint64_t corpus = inputs_.add("corpus", expand_globs(config_.corpus));
    contexts_ = made_from({{"vectors", vectors_},
                           {"corpus", corpus},
                           {"index", to_json(config_.index, {"threads", "memory"})}});
    plan_.index = WorkStep{"work/contexts.ctx", contexts_};
  }

  // Files of test data and, where they are there, the folders of contexts that belong to them.
  static std::vector<std::string> with_contexts(const std::vector<std::string>& paths) {
    std::vector<std::string> all;
    for (const std::string& path : paths) {
      all.push_back(find_pairs_file(path));
      std::error_code ignored;
      const std::string contexts = find_contexts(all.back());
      if (std::filesystem::is_directory(contexts, ignored)) all.push_back(contexts);
    }
    return all;
  }

  void add_data() {
    if (!config_.dev.empty()) dev_ = inputs_.add("dev", with_contexts(config_.dev));
    if (!config_.dn.empty()) data_["dn"] = inputs_.add("dn", config_.dn);
    if (!config_.crw.empty()) {
      data_["crw"] = inputs_.add("crw", with_contexts({config_.crw}));
    }
    if (!config_.chimeras.empty()) data_["chimeras"] = inputs_.add("chimeras", config_.chimeras);
    if (!config_.wordsim.empty()) data_["wordsim"] = inputs_.add("wordsim", config_.wordsim);
    if (!config_.groups.empty()) groups_ = inputs_.add("groups", config_.groups);
  }

  Json examples() const { return config_.json.value("examples", Json()); }

  void add_contenders(const SystemConfig& system) {
    switch (system.kind) {
      case SystemKind::baseline:
        return add({{"baseline", enum_name(system.baseline)}}, system, {});
      case SystemKind::file:
        return add({{"file", inputs_.add("model", system.file)}}, system, {});
      case SystemKind::alacarte:
        return add({{"alacarte", to_json(system.alacarte, incidental)}}, system, {});
      case SystemKind::trained:
        for (const std::uint64_t seed : config_.seeds)
          add({{"train", to_json(resolve(system.train), incidental)}, {"dev", dev_}}, system, seed);
    }
  }

  void add(Json parts, const SystemConfig& system, std::optional<std::uint64_t> seed) {
    const bool learns = system.kind == SystemKind::alacarte || system.kind == SystemKind::trained;
    parts["vectors"] = vectors_;
    parts["contexts"] = contexts_;  // they say how to read text
    if (seed) parts["seed"] = *seed;
    if (learns)
      parts["excluded"] = {data_.value("dn", Json()), data_.value("crw", Json()), examples()};
    Contender contender{&system, seed, std::nullopt, made_from(parts)};
    if (learns)
      contender.model = WorkStep{"work/models/" + contender.id() + ".oovec", contender.fingerprint};
    plan_.contenders.push_back(std::move(contender));
  }

  void add_evaluations(std::size_t number) {
    const Contender& contender = plan_.contenders[number];
    const auto add = [&](Measure measure, Json parts) {
      parts["contender"] = contender.fingerprint;
      plan_.evaluations.push_back(
          {number, measure,
           WorkStep{fmt::format("work/{}/{}.json", enum_name(measure), contender.id()),
                    made_from(std::move(parts))}});
    };
    if (data_.contains("dn")) add(Measure::dn, {{"dn", data_["dn"]}});
    if (data_.contains("crw"))
      add(Measure::crw, {{"crw", data_["crw"]}, {"trials", config_.trials}});
    if (data_.contains("chimeras")) add(Measure::chimeras, {{"chimeras", data_["chimeras"]}});
    if (data_.contains("wordsim")) add(Measure::wordsim, {{"wordsim", data_["wordsim"]}});
    if (!config_.examples.empty() && leading_contender(plan_.contenders) == &contender)
      add(Measure::examples, {{"examples", examples()}, {"dn", data_.value("dn", Json())}});
  }

  void add_outputs() {
    Json parts = {{"config", config_.json}, {"groups", groups_}};
    for (const Evaluation& evaluation : plan_.evaluations)
      parts["evaluations"].push_back(evaluation.step.fingerprint);
    plan_.results = WorkStep{"results.json", made_from(std::move(parts))};
    std::vector<std::string> names = csv_names(config_);
    names.emplace_back(report_name);
    for (const std::string& name : names)
      plan_.outputs.push_back(WorkStep{name, plan_.results.fingerprint});
  }

  const ExperimentConfig& config_;
  Inputs& inputs_;
  std::uint64_t vectors_ = 0, contexts_ = 0, dev_ = 0, groups_ = 0;
  Json data_ = Json::object();
  Plan plan_;
};

// How much there is to tell of a system's inferences: nothing of baselines.
int how_telling(const SystemConfig& system) {
  if (system.kind == SystemKind::baseline) return 0;
  if (system.kind != SystemKind::trained) return 1;
  if (system.train.model == Composition::gated) return 4;
  return uses_form(system.train.model) && uses_context(system.train.model) ? 3 : 2;
}

}  // namespace

std::string Contender::id() const {
  return seed ? fmt::format("{}-{}", system->name, *seed) : system->name;
}

const Contender* leading_contender(const std::vector<Contender>& contenders) {
  const Contender* leading = nullptr;
  for (const Contender& contender : contenders)
    if (!leading || how_telling(*contender.system) > how_telling(*leading->system))
      leading = &contender;
  return leading && how_telling(*leading->system) > 0 ? leading : nullptr;
}

Plan make_plan(const ExperimentConfig& config, Inputs& inputs) {
  return Planner(config, inputs).make();
}

}  // namespace oovec
