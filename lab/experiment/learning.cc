#include "lab/experiment/learning.h"

#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "lab/baselines/alacarte.h"
#include "lab/baselines/given_vectors.h"
#include "lab/baselines/mimick/mimick.h"
#include "lab/baselines/open.h"
#include "lab/eval/chimeras.h"
#include "lab/eval/definitions.h"
#include "lab/eval/dev_set.h"
#include "lab/eval/rare_words.h"
#include "lab/eval/sentence_classification.h"
#include "lab/eval/word_similarity.h"
#include "lab/experiment/definition_results.h"
#include "oovec/base/error.h"
#include "oovec/train/train.h"
#include "oovec/vectors/format.h"
#include "oovec/vectors/resolve_text.h"

namespace oovec::lab {
namespace {

// Trainings with the same can be done together.
std::string shared_part(const Contender& contender) {
  return fmt::format("{} {}", *contender.seed, shared_options(*contender.system).dump());
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

void Learning::check_inputs() {
  check_data();
  if (!config_.contexts.empty()) index();
  for (const Contender& contender : plan_.contenders)
    if (!contender.model) (void)open(contender);
}

void Learning::check_data() {
  test_sets();
  for (const std::string& path : config_.chimeras)
    Chimeras(read_items(path), {vectors().get(), {}}, text());
  for (const std::string& path : config_.wordsim) WordSimilarity{read_items(path)};
  if (!config_.sentences.empty())
    for (const SentenceTask& task : read_sentence_tasks(config_.sentences)) check_classes(task);
  if (!config_.groups.empty())
    check_groups(read_groups(config_.groups), test_sets().at(Measure::dn)->words());
}

void Learning::make_index() {
  IndexOptions options = config_.index;
  options.threads = threads_;
  options.progress = progress_;
  if (!config_.sentences.empty())
    options.words = unknown_words(read_sentence_tasks(config_.sentences), *vectors(), text());
  index_corpus(*vectors(), config_.corpus, workspace_.path(*plan_.index), options);
}

const ContextIndex* Learning::index() {
  const std::string path = plan_.index ? workspace_.path(*plan_.index) : config_.contexts;
  if (index_ || path.empty()) return index_.get();
  index_ = std::make_unique<const ContextIndex>(path);
  index_->check_vectors(*vectors());
  return index_.get();
}

TokenizerOptions Learning::text() {
  if (config_.contexts.empty()) return resolve_text(config_.index.text, *vectors());
  return index()->settings().text();
}

const std::map<Measure, std::unique_ptr<const DevSet>>& Learning::test_sets() {
  if (test_sets_) return *test_sets_;
  test_sets_.emplace();
  const WeightedVectors weighted{vectors().get(), {}};
  const DevSetOptions options{.threads = threads_};
  if (!config_.dn.empty())
    (*test_sets_)[Measure::dn] =
        std::make_unique<const Definitions>(read_items(config_.dn), weighted, text(), options);
  if (config_.crw.empty()) return *test_sets_;
  const std::string pairs = find_pairs_file(config_.crw);
  (*test_sets_)[Measure::crw] = std::make_unique<const RareWords>(
      read_items(pairs), find_contexts(pairs), weighted, text(), options);
  return *test_sets_;
}

std::vector<std::string> Learning::excluded() {
  std::vector<std::string> words;
  for (const auto& [measure, set] : test_sets())
    for (const std::string& word : set->words()) words.push_back(word);
  for (const ExampleWord& example : config_.examples)
    words.push_back(normal_word(example.word, text().casing()));
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
    options.progress = progress_;
    write_model(learn_alacarte(vectors(), *index(), options, excluded()).model, path,
                {.threads = threads_, .progress = progress_});
  } else if (system.kind == SystemKind::mimick) {
    MimickOptions options = system.mimick;
    options.seed = *contender.seed;
    options.threads = threads_;
    options.progress = progress_;
    write_mimick(train_mimick(vectors(), options, excluded()).parts, path, threads_);
  } else {
    SkipgramOptions options = system.fasttext;
    options.text = text();
    options.lines = config_.index.lines;
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
    jobs.push_back({workspace_.path(*contender->model),
                    {*contender->system->train.model, contender->system->train.learning_rate}});
  options.excluded = excluded();
  options.dev = dev_scorers(config_.dev);
  options.monitor = monitor;
  options.progress = progress_;
  options.write.threads = threads_;
  options.resume = true;
  return std::ranges::any_of(train_together(vectors(), *index(), jobs, options),
                             &TrainSummary::stopped);
}

std::unique_ptr<const Inferrer> Learning::open_given(const std::string& path, bool own_space) {
  auto given = std::make_unique<const GivenVectors>(path, own_space ? nullptr : vectors(), text(),
                                                    progress_);
  if (given->has_own_space() && !own_space)
    throw Error(ErrorKind::usage,
                fmt::format("{} has {} dimensions, but {} has {}; with \"own-space\": true its "
                            "words are only compared with each other",
                            path, given->dimension(), config_.vectors, vectors()->dimension()));
  return given;
}

std::unique_ptr<const Inferrer> Learning::open_file(const std::string& path, InferrerKind kind,
                                                    bool own_space) {
  TokenizerOptions given = text();
  if (kind == InferrerKind::fasttext) {  // it has vectors of its own
    given.lowercase = Lowercase::automatic;
    given.language = automatic_language;
  }
  if (kind == InferrerKind::vectors) return open_given(path, own_space);
  auto inferrer = open_inferrer(path, config_.vectors, given);
  const auto* model = dynamic_cast<const Model*>(inferrer.get());
  if (model && model->settings().vectors_fingerprint != vectors()->fingerprint(threads_))
    throw Error(ErrorKind::usage,
                fmt::format("{} was made with other vectors than {}; ranks among different words "
                            "cannot be compared",
                            path, config_.vectors));
  return inferrer;
}

std::unique_ptr<const Inferrer> Learning::make(const Contender& contender) {
  if (contender.kind)
    return open_file(contender.model ? workspace_.path(*contender.model) : contender.system->file,
                     *contender.kind, contender.system->own_space);
  const Baseline baseline = contender.system->baseline;
  BaselineOptions options;
  if (needs_context_vectors(baseline)) options.context_vectors = context_vectors();
  return make_baseline(baseline, vectors(), text(), options);
}

// Against the words that it is evaluated on.
void Learning::check_held_out(const Contender& contender, const Inferrer& model) {
  for (const Evaluation& evaluation : plan_.evaluations) {
    const auto set = test_sets().find(evaluation.measure);
    if (&plan_.contenders[evaluation.contender] == &contender && set != test_sets().end())
      lab::check_held_out(*set->second, model, contender.id(), R"("allow-seen": true)");
  }
}

std::unique_ptr<const Inferrer> Learning::open(const Contender& contender) {
  auto model = make(contender);
  if (!config_.allow_seen) check_held_out(contender, *model);
  return model;
}

const ContextIndex* Learning::contexts_of_unknown(const Contender& contender) {
  const bool has_own_words =
      contender.kind == InferrerKind::fasttext || contender.system->own_space;
  return plan_.index && !has_own_words ? index() : nullptr;
}

}  // namespace oovec::lab
