#include "oovec/experiment/learning.h"

#include <map>

#include <fmt/format.h>

#include "oovec/base/error.h"
#include "oovec/baselines/mimick.h"
#include "oovec/baselines/open.h"
#include "oovec/eval/chimeras.h"
#include "oovec/eval/dev_set.h"
#include "oovec/eval/sentences.h"
#include "oovec/eval/word_similarity.h"
#include "oovec/experiment/definition_results.h"
#include "oovec/train/alacarte.h"
#include "oovec/vectors/format.h"

namespace oovec {
namespace {

// Trainings with the same can be done together.
std::string shared_part(const Contender& contender) {
  return fmt::format("{} {}", *contender.seed,
                     to_json(contender.system->train, {"model", "learning-rate", "preset"}).dump());
}

}  // namespace

Learning::Learning(const ExperimentConfig& config, const Plan& plan, const Workspace& workspace,
                   int threads, Progress* progress)
    : config_(config), plan_(plan), workspace_(workspace), threads_(threads), progress_(progress) {}

std::shared_ptr<const Embeddings> Learning::read(const std::string& path) const {
  ReadOptions options;
  options.threads = threads_;
  options.progress = progress_;
  return std::make_shared<const Embeddings>(read_vectors(path, options).embeddings);
}

std::shared_ptr<const Embeddings> Learning::vectors() {
  if (!vectors_) vectors_ = read(config_.vectors);
  return vectors_;
}

std::shared_ptr<const Embeddings> Learning::context_vectors() {
  if (!context_vectors_ && !config_.context_vectors.empty())
    context_vectors_ = read(config_.context_vectors);
  return context_vectors_;
}

void Learning::check_data() {
  excluded();  // reads definitions and pairs
  for (const std::string& path : config_.chimeras)
    Chimeras(read_items(path), {vectors().get(), {}}, text());
  for (const std::string& path : config_.wordsim) WordSimilarity{read_items(path)};
  if (!config_.sentences.empty()) read_sentence_tasks(config_.sentences);
  if (!config_.groups.empty()) read_groups(config_.groups);
}

void Learning::make_index() {
  IndexOptions options = config_.index;
  options.threads = threads_;
  options.progress = progress_;
  if (!config_.sentences.empty())
    options.words = unknown_words(read_sentence_tasks(config_.sentences), *vectors(), text());
  index_corpus(*vectors(), config_.corpus, workspace_.path(*plan_.index), options);
}

void Learning::check_model_files() {
  for (const Contender& contender : plan_.contenders)
    if (contender.system->kind == SystemKind::file) open(contender);
}

const ContextIndex* Learning::index() {
  const std::string path = plan_.index ? workspace_.path(*plan_.index) : config_.contexts;
  if (!index_ && !path.empty()) index_ = std::make_unique<const ContextIndex>(path);
  return index_.get();
}

TokenizerOptions Learning::text() {
  if (config_.contexts.empty()) return resolve_text(config_.index.text, *vectors());
  return index()->settings().text();
}

const std::vector<std::string>& Learning::excluded() {
  if (!excluded_) excluded_ = test_words();
  return *excluded_;
}

std::vector<std::string> Learning::test_words() {
  std::vector<std::string> words;
  for (const std::string& path : {config_.dn, config_.crw}) {
    if (path.empty()) continue;
    const auto set = open_dev_set(path, {vectors().get(), {}}, text(), {.threads = threads_});
    for (const std::string& word : set->words()) words.push_back(word);
  }
  for (const ExampleWord& example : config_.examples)
    words.push_back(normal_word(example.word, text().lowercase == Lowercase::on));
  return words;
}

std::vector<std::vector<const Contender*>> Learning::groups() const {
  std::vector<std::vector<const Contender*>> groups;
  std::map<std::string, std::size_t> places;
  for (const Contender& contender : plan_.contenders) {
    if (!contender.model || workspace_.is_done(*contender.model)) continue;
    const bool shares = contender.system->kind == SystemKind::trained;
    const std::string key = shares ? shared_part(contender) : contender.id() + " alone";
    const auto [place, is_new] = places.try_emplace(key, groups.size());
    if (is_new) groups.emplace_back();
    groups[place->second].push_back(&contender);
  }
  return groups;
}

bool Learning::can_stop(const std::vector<const Contender*>& group) {
  return group.front()->system->kind == SystemKind::trained;
}

bool Learning::train_group(const std::vector<const Contender*>& group, TrainMonitor* monitor) {
  if (can_stop(group)) return train_models(group, monitor);
  make_model(*group.front());
  return false;
}

void Learning::make_model(const Contender& contender) {
  const SystemConfig& system = *contender.system;
  const std::string path = workspace_.path(*contender.model);
  if (system.kind == SystemKind::alacarte) {
    AlacarteOptions options = system.alacarte;
    options.threads = threads_;
    write_model(learn_alacarte(vectors(), *index(), options, excluded()), path,
                {.threads = threads_});
  } else if (system.kind == SystemKind::mimick) {
    MimickOptions options = system.mimick;
    options.seed = *contender.seed;
    options.threads = threads_;
    write_mimick(train_mimick(vectors(), options, excluded()), path, threads_);
  } else {
    SkipgramOptions options = system.fasttext;
    options.text = text();
    options.jsonl = config_.index.jsonl;
    options.strict = config_.index.strict;
    options.excluded = excluded();
    options.seed = *contender.seed;
    options.threads = threads_;
    options.progress = progress_;
    write_fasttext_model(*train_skipgram(config_.corpus, options).model, path);
  }
}

bool Learning::train_models(const std::vector<const Contender*>& group, TrainMonitor* monitor) {
  TrainOptions options = group.front()->system->train;
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

std::unique_ptr<const Inferrer> Learning::open_file(const std::string& path, InferrerKind kind) {
  TokenizerOptions given = text();
  if (kind == InferrerKind::fasttext)
    given.lowercase = Lowercase::automatic;  // it has vectors of its own
  auto inferrer = open_inferrer(path, config_.vectors, given);
  const auto* model = dynamic_cast<const Model*>(inferrer.get());
  if (!model) return inferrer;
  const std::uint64_t expected =
      index() ? index()->settings().vectors_fingerprint : fingerprint(*vectors(), threads_);
  if (model->settings().vectors_fingerprint != expected)
    throw Error(ErrorKind::usage,
                fmt::format("{} was made with other vectors than {}; ranks among different words "
                            "cannot be compared",
                            path, config_.vectors));
  return inferrer;
}

std::unique_ptr<const Inferrer> Learning::open(const Contender& contender) {
  if (contender.kind)
    return open_file(contender.model ? workspace_.path(*contender.model) : contender.system->file,
                     *contender.kind);
  const Baseline baseline = contender.system->baseline;
  BaselineOptions options;
  if (needs_context_vectors(baseline)) options.context_vectors = context_vectors();
  return make_baseline(baseline, vectors(), text(), options);
}

const ContextIndex* Learning::contexts_of_unknown(const Contender& contender) {
  return plan_.index && contender.kind != InferrerKind::fasttext ? index() : nullptr;
}

}  // namespace oovec
