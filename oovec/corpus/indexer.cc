#include "oovec/corpus/indexer.h"

#include <algorithm>
#include <numeric>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "oovec/base/error.h"
#include "oovec/base/hash.h"
#include "oovec/base/parallel.h"
#include "oovec/corpus/bad_lines.h"
#include "oovec/corpus/block_worker.h"
#include "oovec/corpus/index_writer.h"
#include "oovec/corpus/sampler.h"
#include "oovec/corpus/text_blocks.h"
#include "oovec/text/normalize.h"
#include "oovec/vectors/resolve_text.h"
#include "oovec/vectors/word_list.h"

namespace oovec::inline corpus {
namespace {

constexpr std::size_t mebibyte = std::size_t{1} << 20;

// Words asked for by name, spelled as tokens are, each list in byte order, each word once.
struct ListedTargets {
  std::vector<std::string> novel;    // without a vector
  std::vector<std::string> phrases;  // of several tokens, with a vector
};

void sort_unique(std::vector<std::string>& words) {
  std::sort(words.begin(), words.end());
  words.erase(std::unique(words.begin(), words.end()), words.end());
}

std::string replaced(std::string word, char from, char to) {
  std::replace(word.begin(), word.end(), from, to);
  return word;
}

// Vectors have a word of several tokens as "ice cream" or as "ice_cream".
std::optional<std::size_t> find_row(const Embeddings& vectors, const std::string& word) {
  const auto row = vectors.find(word);
  return row ? row : vectors.find(replaced(word, ' ', '_'));
}

std::vector<std::string> split_target(const std::string& word, Tokenizer& tokenizer) {
  std::vector<std::string> tokens;
  tokenizer.start(word);
  while (const Sentence* sentence = tokenizer.next())
    for (const Token& token : sentence->tokens) tokens.emplace_back(token.text);
  if (tokens.size() > max_target_tokens)
    throw Error(ErrorKind::usage, fmt::format("\"{}\" has {} tokens; a word of a list may have up "
                                              "to {}",
                                              word, tokens.size(), max_target_tokens));
  return tokens;
}

// "ice  cream" is "ice cream".
void join_blanks(std::string& word) {
  const auto blanks = [](char a, char b) { return is_blank(a) && is_blank(b); };
  word.erase(std::unique(word.begin(), word.end(), blanks), word.end());
  std::ranges::replace_if(word, is_blank, ' ');
}

ListedTargets listed_targets(const Embeddings& vectors, const TokenizerOptions& text,
                             const IndexOptions& options) {
  ListedTargets listed;
  Tokenizer tokenizer(text);
  for (std::string& word : normal_words(options.words, text.casing())) {
    auto row = find_row(vectors, word);
    if (!row) {
      join_blanks(word);
      row = find_row(vectors, word);
    }
    if (row) {
      std::string spelled = replaced(std::string(vectors.word(*row)), '_', ' ');
      if (split_target(spelled, tokenizer).size() > 1)
        listed.phrases.emplace_back(vectors.word(*row));
    } else {
      listed.novel.push_back(std::move(word));
    }
  }
  sort_unique(listed.novel);
  sort_unique(listed.phrases);
  return listed;
}

// `targets` are the words of the vectors and then those asked for.
PhraseTable make_phrases(const VocabularyView& targets, const ListedTargets& listed,
                         const TokenizerOptions& text) {
  PhraseTable phrases(language_rules(text.language));
  Tokenizer tokenizer(text);
  const auto add = [&](const std::string& word, const std::string& spelled) {
    const std::vector<std::string> tokens = split_target(spelled, tokenizer);
    if (tokens.size() > 1) phrases.add(tokens, static_cast<std::uint32_t>(*targets.find(word)));
  };
  for (const std::string& word : listed.novel) add(word, word);
  for (const std::string& word : listed.phrases) add(word, replaced(word, '_', ' '));
  return phrases;
}

IndexSettings make_settings(const Embeddings& vectors, const TokenizerOptions& text,
                            const ListedTargets& listed, const IndexOptions& options) {
  IndexSettings settings;
  settings.vectors_fingerprint = vectors.fingerprint(options.threads);
  settings.vectors_size = vectors.size();
  settings.tokenizer = text.tokenizer;
  settings.lowercase = text.lowercase == Lowercase::on;
  settings.language = text.language;
  settings.per_word = options.per_word;
  settings.window = options.context.window;
  // A window is all there is of a context.
  settings.max_tokens = settings.window > 0 ? settings.window : options.max_tokens;
  settings.seed = options.seed;
  settings.novel_min = options.novel_min;
  settings.listed_size = listed.novel.size() + listed.phrases.size();
  for (const auto* words : {&listed.novel, &listed.phrases})
    for (const std::string& word : *words)
      settings.listed_fingerprint = hash64(word, settings.listed_fingerprint);
  return settings;
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
        text_(resolve_text(options.text, vectors)),
        listed_(listed_targets(vectors, text_, options)),
        targets_(make_targets(vectors, listed_.novel)),
        store_(output),
        sampler_(targets_.size(), options.per_word, options.memory * mebibyte, store_),
        context_{targets_.view(),
                 vectors.size(),
                 make_settings(vectors, text_, listed_, options),
                 options.lines,
                 make_phrases(targets_.view(), listed_, text_),
                 sampler_} {}

  void read(TextBlocks& blocks);
  IndexSummary write();

 private:
  void collect(const SampledBlock& block);
  std::uint32_t novel_target(std::string_view word);
  std::string_view word(std::uint32_t target) const;
  std::vector<std::uint32_t> number_targets() const;
  IndexTables make_tables(std::span<const std::uint32_t> numbers) const;

  const IndexOptions& options_;
  const std::string output_;
  const VocabularyView vectors_;
  const TokenizerOptions text_;
  const ListedTargets listed_;
  const Vocabulary targets_;
  SentenceStore store_;
  Sampler sampler_;
  const WorkerContext context_;

  Pool<BlockWorker> workers_{[this] { return std::make_unique<BlockWorker>(context_); }};

  Vocabulary novel_;
  std::vector<std::uint64_t> novel_counts_;
  std::vector<Hit> hits_;
};

void Indexer::read(TextBlocks& blocks) {
  BadLines bad_lines(options_.lines.bad_lines);
  Pool<SampledBlock> used([] { return std::make_unique<SampledBlock>(); });
  ordered_pipeline<TextBlock, std::unique_ptr<SampledBlock>>(
      options_.threads, [&] { return blocks.next(); },
      [&](TextBlock& block) {
        auto sampled = used.take();
        auto worker = workers_.take();
        worker->sample(block, *sampled);
        workers_.give_back(std::move(worker));
        return sampled;
      },
      [&](std::unique_ptr<SampledBlock>& sampled) {
        bad_lines.add(sampled->lines);
        collect(*sampled);
        used.give_back(std::move(sampled));
      });
  bad_lines.finish();
}

void Indexer::collect(const SampledBlock& block) {
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
    sampler_.offer({sentence.priority,
                    std::string_view(block.bytes).substr(bytes, sentence.bytes_end - bytes),
                    hits_});
    bytes = sentence.bytes_end;
    hits = sentence.hits_end;
  }
}

std::uint32_t Indexer::novel_target(std::string_view word) {
  if (const auto known = novel_.insert(word))
    return static_cast<std::uint32_t>(targets_.size() + *known);
  novel_counts_.push_back(0);
  return sampler_.add_target();
}

std::string_view Indexer::word(std::uint32_t target) const {
  return target < targets_.size() ? targets_.view().word(target)
                                  : novel_.view().word(target - targets_.size());
}

// Per target of the sampler, its number in the index: words without a vector go by their bytes.
std::vector<std::uint32_t> Indexer::number_targets() const {
  std::vector<std::uint32_t> extra(sampler_.targets() - context_.vectors_size);
  std::iota(extra.begin(), extra.end(), static_cast<std::uint32_t>(context_.vectors_size));
  std::sort(extra.begin(), extra.end(),
            [&](std::uint32_t a, std::uint32_t b) { return word(a) < word(b); });
  std::vector<std::uint32_t> numbers(sampler_.targets());
  std::iota(numbers.begin(), numbers.end(), 0);
  for (std::size_t i = 0; i < extra.size(); ++i)
    numbers[extra[i]] = static_cast<std::uint32_t>(context_.vectors_size + i);
  return numbers;
}

IndexTables Indexer::make_tables(std::span<const std::uint32_t> numbers) const {
  IndexTables tables;
  tables.settings = context_.settings;
  std::vector<std::uint64_t> counts(targets_.size());
  for (const auto& worker : workers_.all()) {
    tables.totals += worker->totals();
    worker->counts().add_counts(counts);
  }
  counts.insert(counts.end(), novel_counts_.begin(), novel_counts_.end());

  std::vector<std::uint32_t> order(numbers.size());  // the inverse of `numbers`
  for (std::uint32_t target = 0; target < order.size(); ++target) order[numbers[target]] = target;
  tables.words = Vocabulary(vectors_);
  for (const std::uint32_t target : order) {
    tables.counts.push_back(counts[target]);
    if (target < context_.vectors_size) continue;
    tables.words.insert(word(target));
    tables.listed.push_back(target < targets_.size() ? 1 : 0);
  }
  return tables;
}

IndexSummary Indexer::write() {
  const std::vector<std::uint32_t> numbers = number_targets();
  const IndexTables tables = make_tables(numbers);
  workers_.clear();  // their tables are large
  IndexWriter writer(output_, numbers.size(), options_.per_word);
  store_.for_each(
      options_.threads,
      [&](const StoredSentence& sentence) {
        hits_.assign(sentence.hits.begin(), sentence.hits.end());
        for (Hit& hit : hits_) hit.target = numbers[hit.target];
        writer.add({sentence.priority, sentence.bytes, hits_});
      },
      options_.progress);
  return writer.write(tables, options_.threads, options_.progress);
}

// What is there to index says that another file was meant.
std::optional<std::string> coverage_hint(const MatchCounts& tokens) {
  constexpr std::uint64_t enough = 10'000;  // tokens to judge by
  if (tokens.total() == 0) return "there is no word in the text; name a corpus that has some";
  const std::uint64_t known = tokens.total() - tokens[Match::none];
  if (tokens.total() < enough || 5 * known >= tokens.total()) return std::nullopt;
  return fmt::format(
      "only {:.1f} % of the tokens have a vector; is this text in the language of the vectors?",
      100 * static_cast<double>(known) / static_cast<double>(tokens.total()));
}

}  // namespace

IndexSummary index_corpus(const Embeddings& vectors, const TextSource& corpus,
                          const std::string& output, const IndexOptions& options) {
  check_index_output(output);
  Indexer indexer(vectors, output, options);
  std::vector<std::string> hints;
  {
    TextBlocks blocks(corpus, options.lines, "indexing", options.progress);
    indexer.read(blocks);
    hints = blocks.hints();
  }
  IndexSummary summary = indexer.write();
  summary.hints = std::move(hints);
  if (auto hint = coverage_hint(summary.totals.tokens)) summary.hints.push_back(std::move(*hint));
  return summary;
}

}  // namespace oovec::inline corpus
