#include "lab/experiment/plan.h"

#include <filesystem>
#include <set>

#include <fmt/format.h>

#include "lab/baselines/given_vectors.h"
#include "lab/eval/rare_words.h"
#include "lab/experiment/csv.h"
#include "lab/experiment/json_object.h"
#include "lab/experiment/latex.h"
#include "oovec/base/error.h"
#include "oovec/base/version.h"
#include "oovec/corpus/text_blocks.h"

namespace oovec::lab {
namespace {

std::optional<InferrerKind> kind_of(const SystemConfig& system) {
  switch (system.kind) {
    case SystemKind::baseline:
      return std::nullopt;
    case SystemKind::alacarte:
    case SystemKind::trained:
      return InferrerKind::model;
    case SystemKind::mimick:
      return InferrerKind::mimick;
    case SystemKind::fasttext:
      return InferrerKind::fasttext;
    case SystemKind::file:
      return recognise_inferrer(system.file);
  }
  return std::nullopt;
}

bool is_baseline(const Contender& contender, Baseline baseline) {
  return contender.system->kind == SystemKind::baseline && contender.system->baseline == baseline;
}

// As far as can be told from the config.
bool ignores_contexts(const Contender& contender) {
  const SystemConfig& system = *contender.system;
  return contender.kind == InferrerKind::mimick || contender.kind == InferrerKind::fasttext ||
         (system.kind == SystemKind::baseline && !uses_contexts(system.baseline)) ||
         (system.kind == SystemKind::trained && !uses_context(*system.train.model));
}

// fastText, and vectors with a space of their own, cannot be ranked among ours; made-up words have
// no form; and known words alone say nothing of unknown ones.
bool applies(Measure measure, const Contender& contender) {
  const bool own_space = contender.kind == InferrerKind::fasttext || contender.system->own_space;
  switch (measure) {
    case Measure::dn:
      return !own_space && !is_baseline(contender, Baseline::none);
    case Measure::crw:
      return !is_baseline(contender, Baseline::none);
    case Measure::chimeras:
      return !own_space && !ignores_contexts(contender);
    case Measure::wordsim:
    case Measure::sentences:
      // Vectors by the number of contexts are of no use where that is not known.
      return contender.kind != InferrerKind::vectors || !is_by_contexts(contender.system->file);
    default:
      return true;
  }
}

// To be raised whenever the files of steps change, so that they are not mistaken for those left
// before.
constexpr int work_format = 1;

// The same for evaluations alone, which take less time than training.
constexpr int evaluation_format = 2;

class Planner {
 public:
  Planner(const ExperimentConfig& config, Inputs& inputs) : config_(config), inputs_(inputs) {}

  Plan make() {
    vectors_ = inputs_.add("vectors", config_.vectors);
    if (!config_.context_vectors.empty())
      context_vectors_ = inputs_.add("context vectors", config_.context_vectors);
    add_data();
    plan_contexts();
    text_ = config_.contexts.empty()
                ? made_from({{"text", to_json(config_.index.text)}, {"vectors", vectors_}})
                : contexts_;
    for (const SystemConfig& system : config_.systems) add_contenders(system);
    for (std::size_t i = 0; i < plan_.contenders.size(); ++i) add_evaluations(i);
    if (plan_.evaluations.empty())
      throw Error(ErrorKind::usage, "there is nothing to evaluate: no system can be explained");
    add_outputs();
    return std::move(plan_);
  }

 private:
  // Another version of the program may give other results.
  static std::uint64_t made_from(Json parts) {
    parts["oovec"] = version();
    parts["format"] = work_format;
    return fingerprint_of(parts);
  }

  void plan_contexts() {
    if (!config_.contexts.empty())
      contexts_ = made_from(
          {{"vectors", vectors_}, {"contexts", inputs_.add("contexts", config_.contexts)}});
    if (config_.corpus.empty()) return;
    corpus_ = inputs_.add("corpus", expand_globs(config_.corpus));
    contexts_ =
        made_from({{"vectors", vectors_}, {"corpus", corpus_}, {"index", to_json(config_.index)}});
    // The index has the unknown words of sentences, too, which no system learns from.
    plan_.index = WorkStep{
        "work/contexts.ctx",
        made_from({{"contexts", contexts_}, {"sentences", data_.value("sentences", Json())}})};
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
    if (!config_.crw.empty()) data_["crw"] = inputs_.add("crw", with_contexts({config_.crw}));
    if (!config_.chimeras.empty()) data_["chimeras"] = inputs_.add("chimeras", config_.chimeras);
    if (!config_.wordsim.empty()) data_["wordsim"] = inputs_.add("wordsim", config_.wordsim);
    if (!config_.sentences.empty())
      data_["sentences"] = inputs_.add("sentences", config_.sentences);
    if (!config_.groups.empty()) groups_ = inputs_.add("groups", config_.groups);
  }

  Json examples() const { return config_.json.value("examples", Json()); }

  // Words that nothing is learned from.
  Json excluded() const {
    Json words = Json::array();
    for (const ExampleWord& example : config_.examples) words.push_back(example.word);
    return {data_.value("dn", Json()), data_.value("crw", Json()), words};
  }

  // What a system is made from, but for the seed.
  Json parts_of(const SystemConfig& system) {
    switch (system.kind) {
      case SystemKind::baseline: {
        Json parts = {{"baseline", enum_name(system.baseline)}};
        if (needs_context_vectors(system.baseline)) parts["context_vectors"] = context_vectors_;
        return parts;
      }
      case SystemKind::file:
        return {{"file", inputs_.add("model", system.file)}, {"own_space", system.own_space}};
      case SystemKind::alacarte:
        return {{"alacarte", to_json(system.alacarte, {"seed"})},
                {"contexts", contexts_},
                {"excluded", excluded()}};
      case SystemKind::trained:
        return {{"train", to_json(system.train, {"seed"})},
                {"dev", dev_},
                {"contexts", contexts_},
                {"excluded", excluded()}};
      case SystemKind::mimick:
        return {{"mimick", to_json(system.mimick, {"seed"})},
                {"text", text_},
                {"excluded", excluded()}};
      case SystemKind::fasttext:
        return {{"fasttext", to_json(system.fasttext, {"seed"})},
                {"corpus", corpus_},
                {"jsonl", config_.index.lines.jsonl},
                {"csv", config_.index.lines.csv},
                {"strict", config_.index.lines.strict},
                {"text", text_},
                {"excluded", excluded()}};
    }
    return {};
  }

  void add_contenders(const SystemConfig& system) {
    Json parts = parts_of(system);
    if (!system.has_seeds()) return add_contender(system, {}, parts);
    for (const std::uint64_t seed : config_.seeds) {
      parts["seed"] = seed;
      add_contender(system, seed, parts);
    }
  }

  void add_contender(const SystemConfig& system, std::optional<std::uint64_t> seed,
                     const Json& parts) {
    const std::uint64_t made = made_from(parts);
    Contender contender{&system, kind_of(system), seed,
                        made_from({{"made", made}, {"text", text_}}), std::nullopt};
    if (system.own_space && contender.kind != InferrerKind::vectors)
      throw Error(ErrorKind::usage,
                  fmt::format("{} holds no vectors that could have a space of their own; leave out "
                              "\"own-space\"",
                              system.file));
    if (system.learns())
      contender.model = WorkStep{"work/models/" + contender.id() +
                                     inferrer_suffixes[static_cast<std::size_t>(*contender.kind)],
                                 made};
    if (!ids_.insert(contender.id()).second)
      throw Error(ErrorKind::usage,
                  fmt::format("two systems are called {}; give one of them another \"name\"",
                              contender.id()));
    plan_.contenders.push_back(std::move(contender));
  }

  void add_evaluations(std::size_t number) {
    const Contender& contender = plan_.contenders[number];
    const std::size_t before = plan_.evaluations.size();
    const auto add = [&](Measure measure, Json parts) {
      if (!applies(measure, contender)) return;
      parts["contender"] = contender.fingerprint;
      plan_.evaluations.push_back(
          {number, measure,
           WorkStep{fmt::format("work/{}/{}.json", enum_name(measure), contender.id()),
                    made_from(std::move(parts))}});
    };
    const bool allow_seen = config_.allow_seen;
    const int format = evaluation_format;
    if (data_.contains("dn"))
      add(Measure::dn, {{"dn", data_["dn"]}, {"allow_seen", allow_seen}, {"figures", format}});
    if (data_.contains("crw"))
      add(Measure::crw, {{"crw", data_["crw"]},
                         {"trials", config_.trials},
                         {"allow_seen", allow_seen},
                         {"figures", format}});
    if (data_.contains("chimeras"))
      add(Measure::chimeras, {{"chimeras", data_["chimeras"]}, {"figures", format}});
    if (data_.contains("wordsim"))
      add(Measure::wordsim, {{"wordsim", data_["wordsim"]}, {"figures", format}});
    if (data_.contains("sentences"))
      add(Measure::sentences, {{"sentences", data_["sentences"]},
                               {"name", std::filesystem::path(config_.sentences).filename()},
                               {"contexts", contexts_}});
    if (!config_.examples.empty() && leading_contender(plan_.contenders) == &contender)
      add(Measure::examples, {{"examples", examples()}, {"dn", data_.value("dn", Json())}});
    if (plan_.evaluations.size() == before && !data_.empty())
      throw Error(ErrorKind::usage, fmt::format("no test data apply to {}: add another kind (such "
                                                "as \"crw\" or \"wordsim\"), or leave it out",
                                                contender.system->name));
  }

  void add_outputs() {
    Json parts = {{"config", config_.json}, {"title", config_.title}, {"groups", groups_}};
    for (const Evaluation& evaluation : plan_.evaluations)
      parts["evaluations"].push_back(evaluation.step.fingerprint);
    plan_.results = WorkStep{"results.json", made_from(std::move(parts))};
    std::set<Measure> measures;
    for (const Evaluation& evaluation : plan_.evaluations) measures.insert(evaluation.measure);
    std::vector<std::string> names = csv_names(measures);
    names.emplace_back(latex_name);
    names.emplace_back(report_name);
    for (const std::string& name : names)
      plan_.outputs.push_back(WorkStep{name, plan_.results.fingerprint});
  }

  const ExperimentConfig& config_;
  Inputs& inputs_;
  std::uint64_t vectors_ = 0, context_vectors_ = 0, corpus_ = 0, contexts_ = 0, dev_ = 0,
                groups_ = 0;
  std::uint64_t text_ = 0;  // of the vectors and what else says how to read text
  Json data_ = Json::object();
  std::set<std::string> ids_;
  Plan plan_;
};

// How much there is to tell of a contender's inferences: nothing unless it is a model.
int how_telling(const Contender& contender) {
  const SystemConfig& system = *contender.system;
  if (contender.kind != InferrerKind::model) return 0;
  if (system.kind != SystemKind::trained) return 1;
  const Composition model = *system.train.model;
  if (model == Composition::balanced) return 5;
  if (model == Composition::gated) return 4;
  return uses_form(model) && uses_context(model) ? 3 : 2;
}

}  // namespace

std::string Contender::id() const {
  return seed ? fmt::format("{}-{}", system->name, *seed) : system->name;
}

const Contender* leading_contender(const std::vector<Contender>& contenders) {
  const Contender* leading = nullptr;
  for (const Contender& contender : contenders)
    if (!leading || how_telling(contender) > how_telling(*leading)) leading = &contender;
  return leading && how_telling(*leading) > 0 ? leading : nullptr;
}

Plan make_plan(const ExperimentConfig& config, Inputs& inputs) {
  return Planner(config, inputs).make();
}

}  // namespace oovec::lab
