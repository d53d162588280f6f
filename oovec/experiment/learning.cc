#include "oovec/experiment/learning.h"

#include <map>

#include <fmt/format.h>

#include "oovec/base/error.h"
#include "oovec/eval/dev_set.h"
#include "oovec/train/alacarte.h"
#include "oovec/vectors/format.h"

namespace oovec {
namespace {

// Trainings with the same can be done together.
std::string shared_part(const Contender& contender) {
  TrainOptions options = resolve(contender.system->train);
  return fmt::format("{} {}", *contender.seed,
                     to_json(options, {"model", "learning-rate", "preset"}).dump());
}

}  // namespace

Learning::Learning(const ExperimentConfig& config, const Plan& plan, const Workspace& workspace,
                   int threads, Progress* progress)
    : config_(config), plan_(plan), workspace_(workspace), threads_(threads), progress_(progress) {}

std::shared_ptr<const Embeddings> Learning::vectors() {
  if (!vectors_) {
    ReadOptions options;
    options.threads = threads_;
    options.progress = progress_;
    vectors_ =
        std::make_shared<const Embeddings>(read_vectors(config_.vectors, options).embeddings);
  }
  return vectors_;
}

void Learning::make_index() {
  IndexOptions options = config_.index;
  options.threads = threads_;
  options.progress = progress_;
  index_corpus(*vectors(), config_.corpus, workspace_.path(*plan_.index), options);
}

const ContextIndex* Learning::index() {
  const std::string path = plan_.index ? workspace_.path(*plan_.index) : config_.contexts;
  if (!index_ && !path.empty()) index_ = std::make_unique<const ContextIndex>(path);
  return index_.get();
}

TokenizerOptions Learning::text() {
  const ContextIndex* contexts = index();
  if (!contexts) return resolve_text({}, *vectors());
  return contexts->settings().text();
}

std::vector<std::string> Learning::excluded() {
  std::vector<std::string> excluded;
  for (const std::string& path : {config_.dn, config_.crw}) {
    if (path.empty()) continue;
    const auto set = open_dev_set(path, {vectors().get(), {}}, text(), {.threads = threads_});
    for (const std::string& word : set->words()) excluded.push_back(word);
  }
  for (const ExampleWord& example : config_.examples)
    excluded.push_back(normal_word(example.word, text().lowercase == Lowercase::on));
  return excluded;
}

std::vector<std::vector<const Contender*>> Learning::groups() const {
  std::vector<std::vector<const Contender*>> groups;
  std::map<std::string, std::size_t> places;
  for (const Contender& contender : plan_.contenders) {
    if (!contender.model || workspace_.is_done(*contender.model)) continue;
    const std::string key = contender.seed ? shared_part(contender) : contender.id() + " alone";
    const auto [place, is_new] = places.try_emplace(key, groups.size());
    if (is_new) groups.emplace_back();
    groups[place->second].push_back(&contender);
  }
  return groups;
}

bool Learning::train_group(const std::vector<const Contender*>& group, TrainMonitor* monitor) {
  const SystemConfig& first = *group.front()->system;
  if (first.kind == SystemKind::alacarte) {
    AlacarteOptions options = first.alacarte;
    options.threads = threads_;
    write_model(learn_alacarte(vectors(), *index(), options, excluded()),
                workspace_.path(*group.front()->model), {.threads = threads_});
    return false;
  }
  TrainOptions options = first.train;
  options.seed = *group.front()->seed;
  options.threads = threads_;
  std::vector<TrainJob> jobs;
  jobs.reserve(group.size());
  for (const Contender* contender : group)
    jobs.push_back({workspace_.path(*contender->model), contender->system->train.model,
                    contender->system->train.learning_rate});
  TrainTask task;
  task.excluded = excluded();
  task.dev = config_.dev;
  task.monitor = monitor;
  task.write.threads = threads_;
  task.resume = true;
  return train_together(vectors(), *index(), jobs, options, task).front().stopped;
}

std::unique_ptr<const Model> Learning::open_model(const std::string& path) {
  auto model = std::make_unique<const Model>(path, config_.vectors);
  const std::uint64_t expected =
      index() ? index()->settings().vectors_fingerprint : fingerprint(*vectors(), threads_);
  if (model->settings().vectors_fingerprint != expected)
    throw Error(ErrorKind::usage,
                fmt::format("{} was made with other vectors than {}; ranks among different words "
                            "cannot be compared",
                            path, config_.vectors));
  return model;
}

std::unique_ptr<const Inferrer> Learning::open(const Contender& contender) {
  if (contender.model) return open_model(workspace_.path(*contender.model));
  if (contender.system->kind == SystemKind::file) return open_model(contender.system->file);
  return make_baseline(contender.system->baseline, vectors(), text());
}

}  // namespace oovec
