#include "oovec/corpus/indexer.h"

#include <algorithm>
#include <mutex>
#include <numeric>

#include <fmt/format.h>

#include "oovec/base/error.h"
#include "oovec/base/hash.h"
#include "oovec/base/parallel.h"
#include "oovec/corpus/block_worker.h"
#include "oovec/corpus/context_index.h"
#include "oovec/corpus/sampler.h"
#include "oovec/corpus/text_blocks.h"
#include "oovec/io/output.h"
#include "oovec/io/temporary.h"

namespace oovec {
namespace {

IndexSettings make_settings(const Embeddings& vectors, const std::vector<std::string>& listed,
                            const IndexOptions& options) {
  IndexSettings settings;
  settings.vectors_fingerprint = fingerprint(vectors);
  settings.vectors_size = vectors.size();
  settings.tokenizer = options.text.tokenizer;
  settings.lowercase = options.text.lowercase == Lowercase::on;
  if (options.text.lowercase == Lowercase::automatic) {
    std::vector<std::string_view> words(vectors.size());
    for (std::size_t i = 0; i < words.size(); ++i) words[i] = vectors.word(i);
    settings.lowercase = decide_lowercase(words) == Lowercase::on;
  }
  settings.per_word = options.per_word;
  settings.max_tokens = options.max_tokens;
  settings.seed = options.seed;
  settings.novel_min = options.novel_min;
  settings.listed_size = listed.size();
  for (const std::string& word : listed)
    settings.listed_fingerprint = hash64(word, settings.listed_fingerprint);
  return settings;
}

// Words asked for that have no vector, in byte order, each once.
std::vector<std::string> listed_words(const Embeddings& vectors, const IndexOptions& options) {
  std::vector<std::string> listed;
  for (const std::string& word : options.words)
    if (!word.empty() && !vectors.find(word)) listed.push_back(word);
  std::sort(listed.begin(), listed.end());
  listed.erase(std::unique(listed.begin(), listed.end()), listed.end());
  return listed;
}

Vocabulary make_targets(const Embeddings& vectors, const std::vector<std::string>& listed) {
  Vocabulary targets(vectors.words());
  for (const std::string& word : listed) targets.insert(word);
  return targets;
}

class Indexer {
 public:
  Indexer(const Embeddings& vectors, const std::string& output, const IndexOptions& options)
      : options_(options),
        output_(output),
        vectors_(vectors.words()),
        listed_(listed_words(vectors, options)),
        targets_(make_targets(vectors, listed_)),
        sampler_(targets_.size(), options.per_word),
        context_{targets_.view(),
                 vectors.size(),
                 make_settings(vectors, listed_, options),
                 {options.jsonl, options.strict},
                 sampler_} {}

  void read(TextBlocks& corpus);
  IndexData finish();

 private:
  std::unique_ptr<BlockWorker> take_worker();
  void give_back(std::unique_ptr<BlockWorker> worker);
  void collect(SampledBlock& block);
  std::uint32_t novel_target(std::string_view word);
  IndexData take_index();
  void spill();

  const IndexOptions& options_;
  const std::string output_;
  const VocabularyView vectors_;
  const std::vector<std::string> listed_;
  const Vocabulary targets_;
  Sampler sampler_;
  const WorkerContext context_;

  std::mutex workers_mutex_;
  std::vector<std::unique_ptr<BlockWorker>> workers_;  // those not at work

  Vocabulary novel_;
  std::vector<std::uint64_t> novel_counts_;
  std::vector<Hit> hits_;
  std::vector<std::unique_ptr<ContextIndex>> spilled_;
};

std::unique_ptr<BlockWorker> Indexer::take_worker() {
  const std::lock_guard lock(workers_mutex_);
  if (workers_.empty()) return std::make_unique<BlockWorker>(context_);
  auto worker = std::move(workers_.back());
  workers_.pop_back();
  return worker;
}

void Indexer::give_back(std::unique_ptr<BlockWorker> worker) {
  const std::lock_guard lock(workers_mutex_);
  workers_.push_back(std::move(worker));
}

void Indexer::read(TextBlocks& corpus) {
  ordered_pipeline<TextBlock, SampledBlock>(
      options_.threads, [&] { return corpus.next(); },
      [&](TextBlock& block) {
        auto worker = take_worker();
        SampledBlock sampled = worker->sample(block);
        give_back(std::move(worker));
        return sampled;
      },
      [&](SampledBlock& block) { collect(block); });
}

void Indexer::collect(SampledBlock& block) {
  std::size_t bytes = 0;
  std::size_t hits = 0;
  std::size_t novel = 0;
  for (const SampledSentence& sentence : block.sentences) {
    hits_.assign(block.hits.begin() + static_cast<std::ptrdiff_t>(hits),
                 block.hits.begin() + sentence.hits_end);
    for (; novel < sentence.novel_end; ++novel) {
      const NovelHit& hit = block.novel[novel];
      const std::uint32_t target =
          novel_target(std::string_view(block.novel_text).substr(hit.text_begin, hit.text_size));
      ++novel_counts_[target - targets_.size()];
      if (hit.first_in_sentence) hits_.push_back({target, hit.position});
    }
    sampler_.offer(sentence.priority,
                   std::string_view(block.bytes).substr(bytes, sentence.bytes_end - bytes), hits_);
    bytes = sentence.bytes_end;
    hits = sentence.hits_end;
  }
  if (sampler_.memory() > options_.memory * (std::uint64_t{1} << 20)) spill();
}

std::uint32_t Indexer::novel_target(std::string_view word) {
  if (const auto known = novel_.insert(word))
    return static_cast<std::uint32_t>(targets_.size() + *known);
  novel_counts_.push_back(0);
  return sampler_.add_target();
}

// What has been sampled so far, as an index with the counts of novel words only.
IndexData Indexer::take_index() {
  IndexData index;
  index.settings = context_.settings;
  // Targets that are not in the vectors, in byte order.
  std::vector<std::uint32_t> extra(listed_.size() + novel_.size());
  std::iota(extra.begin(), extra.end(), static_cast<std::uint32_t>(context_.vectors_size));
  const VocabularyView targets = targets_.view();
  const VocabularyView novel = novel_.view();
  const auto word = [&](std::uint32_t target) {
    return target < targets.size() ? targets.word(target) : novel.word(target - targets.size());
  };
  std::sort(extra.begin(), extra.end(),
            [&](std::uint32_t a, std::uint32_t b) { return word(a) < word(b); });

  std::vector<std::uint32_t> order(context_.vectors_size);
  std::iota(order.begin(), order.end(), 0);
  order.insert(order.end(), extra.begin(), extra.end());
  index.words = Vocabulary(vectors_);
  index.counts.resize(vectors_.size());
  for (const std::uint32_t target : extra) {
    index.words.insert(word(target));
    index.counts.push_back(target < targets.size() ? 0 : novel_counts_[target - targets.size()]);
  }
  for (const std::uint32_t target : extra) index.listed.push_back(target < targets.size() ? 1 : 0);
  sampler_.move_to(index, order);
  novel_ = Vocabulary();
  novel_counts_.clear();
  return index;
}

// The file loses its name at once, so it vanishes with the process, whatever ends it.
void Indexer::spill() {
  const Temporary part(output_);
  write_index(take_index().view(), part.path(), options_.threads);
  spilled_.push_back(std::make_unique<ContextIndex>(part.path()));
}

IndexData Indexer::finish() {
  std::vector<std::uint64_t> counts(targets_.size());
  IndexTotals totals;
  for (const auto& worker : workers_) {
    totals += worker->totals();
    worker->counts().add_counts(counts);
  }
  IndexData index = take_index();
  index.totals = totals;
  std::copy_n(counts.begin(), context_.vectors_size, index.counts.begin());
  for (std::size_t i = context_.vectors_size; i < targets_.size(); ++i)
    index.counts[*index.words.find(targets_.view().word(i))] = counts[i];
  if (spilled_.empty()) return index;

  std::vector<IndexView> parts = {index.view()};
  for (const auto& part : spilled_) parts.push_back(part->view(options_.threads));
  return merge_indexes(parts);
}

void check_output(const std::string& path) {
  if (path == "-" || path == "/dev/stdout")
    throw Error(ErrorKind::usage, "an index is mapped, so it must be a file, not standard output");
  const Output probe(path);  // what cannot be written shows now, not after hours of reading
}

}  // namespace

IndexSummary index_corpus(const Embeddings& vectors, const std::vector<std::string>& files,
                          const std::string& output, const IndexOptions& options) {
  check_output(output);
  Indexer indexer(vectors, output, options);
  {
    TextBlocks corpus(expand_globs(files), !options.jsonl.empty(), "indexing", options.progress);
    indexer.read(corpus);
  }
  const IndexData index = indexer.finish();
  write_index(index.view(), output, options.threads, options.progress);
  return summarize(index.view());
}

IndexSummary merge_index_files(const std::vector<std::string>& files, const std::string& output,
                               int threads) {
  check_output(output);
  std::vector<std::unique_ptr<ContextIndex>> indexes;
  std::vector<IndexView> views;
  for (const std::string& file : files) {
    indexes.push_back(std::make_unique<ContextIndex>(file));
    views.push_back(indexes.back()->view(threads));
  }
  const IndexData merged = merge_indexes(views);
  write_index(merged.view(), output, threads);
  return summarize(merged.view());
}

IndexSummary summarize(const IndexView& index) {
  IndexSummary summary{index.settings, index.totals, 0, 0, index.sentences()};
  const std::size_t vectors_size = index.settings.vectors_size;
  for (std::size_t i = 0; i < vectors_size; ++i)
    summary.targets_seen += index.counts[i] > 0 ? 1 : 0;
  for (std::size_t i = vectors_size; i < index.counts.size(); ++i)
    if (index.listed[i - vectors_size] != 0 || index.counts[i] >= index.settings.novel_min)
      ++summary.novel_words;
  return summary;
}

std::uint64_t fingerprint(const Embeddings& vectors) {
  vectors.verify();
  const VocabularyView& words = vectors.words();
  std::uint64_t hash = hash64(std::as_bytes(words.bytes), vectors.dimension());
  hash = hash64(std::as_bytes(words.offsets), hash);
  return hash64(std::as_bytes(vectors.values()), hash);
}

}  // namespace oovec
