#include "oovec/compare/read_contexts.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <tuple>

#include <fmt/format.h>

#include "oovec/base/error.h"
#include "oovec/base/hash.h"
#include "oovec/base/parallel.h"
#include "oovec/compare/covariate_value.h"
#include "oovec/compare/target_finder.h"
#include "oovec/corpus/bad_lines.h"
#include "oovec/corpus/priority.h"
#include "oovec/corpus/text_blocks.h"
#include "oovec/text/normalize.h"
#include "oovec/vectors/word_list.h"

namespace oovec::inline compare {
namespace {

constexpr std::size_t longest_shown = 400;  // bytes of a context
constexpr std::size_t shown_tokens = 25;    // to either side of the word, of a longer one
constexpr std::size_t most_strata = 1000;

struct BlockContext {
  std::size_t word;
  bool has_values;
  bool has_words;
  Stratum stratum;
  FoundContext context;
};

// What a block holds.
struct BlockContexts {
  std::vector<BlockContext> contexts;  // their rows count from 1 in the block
  std::uint64_t rows_without_value = 0;
  LineCounts lines;
};

std::string joined_tokens(const ContextTokens& tokens) {
  std::string text;
  for (std::size_t i = 0; i < tokens.tokens.size(); ++i) {
    if (i > 0) text += ' ';
    text += tokens.text_of(i);
  }
  return text;
}

// A long sentence is cut to its tokens around the word, with a sign where it was cut.
std::string shown_text(std::string_view sentence, const ContextTokens& tokens) {
  if (sentence.size() <= longest_shown || tokens.targets.empty()) return std::string(sentence);
  const auto [first, last] = tokens.targets.front();
  const std::size_t begin = first - std::min(first, shown_tokens);
  const std::size_t end = std::min(tokens.tokens.size(), last + shown_tokens);
  return fmt::format("{}{}{}", begin > 0 ? "… " : "", joined_tokens(tokens.slice(begin, end)),
                     end < tokens.tokens.size() ? " …" : "");
}

// Reads blocks on one thread.
class BlockReader {
 public:
  BlockReader(const Model& model, const std::vector<std::string>& targets,
              const ComparedColumns& columns, const CompareOptions& options)
      : weighted_(model.weighted_vectors()),
        columns_(columns),
        options_(options),
        tokenizer_(model.text()),
        finder_(targets, model.text()),
        found_(targets.size()),
        in_line_(targets.size()) {
    for (const std::string& target : targets)
      readers_.emplace_back(std::make_unique<ContextReader>(model.vectors(), model.text()))
          ->set_target(target);
  }

  BlockContexts read(const TextBlock& block, const LineRules& rules) {
    BlockContexts contexts;
    contexts_ = &contexts;
    last_row_ = 0;
    for_each_record(block, rules, contexts.lines,
                    [&](const TextRecord& record) { read_line(record); });
    return contexts;
  }

 private:
  void read_line(const TextRecord& record) {
    start_row(record);
    in_line_.assign(in_line_.size(), false);
    bool any = false;
    tokenizer_.start(record.text);
    while (const Sentence* sentence = tokenizer_.next()) {
      found_.assign(found_.size(), false);
      if (!finder_.find(sentence->tokens, found_)) continue;
      any = true;
      if (options_.context.window > 0)
        for (std::size_t word = 0; word < found_.size(); ++word)
          in_line_[word] = in_line_[word] || found_[word];
      else
        add_sentence(sentence->text);
    }
    if (any && options_.context.window > 0) add_windows(record.text);
  }

  void start_row(const TextRecord& record) {
    const std::size_t count = columns_.covariates.size();
    values_.assign(record.values.begin(),
                   record.values.begin() + static_cast<std::ptrdiff_t>(count));
    for (std::string& value : values_) value = std::string(trim(value));
    document_ = columns_.document.empty() ? "" : trim(record.values[count]);
    if (is_missing(document_)) document_.clear();
    row_ = record.number;
    stratum_ = {};
    has_values_ = std::ranges::none_of(values_, is_missing);
    if (has_values_ && !options_.over.empty()) {
      const auto time = parse_time(values_.front());
      has_values_ = time.has_value();
      if (time) stratum_.first = period_of(*time, options_.step);
    } else if (has_values_ && !options_.by.empty()) {
      stratum_.second = values_.front();
    }
    // Without a document, rows that differ in any word are different.
    identity_ = hash64(document_.empty() ? record.text : std::string_view(document_));
    for (const std::string& value : values_) identity_ = hash64(value, identity_);
    if (row_ != last_row_ && !has_values_) ++contexts_->rows_without_value;
    last_row_ = row_;
  }

  void add_sentence(std::string_view sentence) {
    for (std::size_t word = 0; word < found_.size(); ++word) {
      if (!found_[word]) continue;
      const ContextTokens& tokens = readers_[word]->read(sentence);
      add(word, tokens, shown_text(sentence, tokens));
    }
  }

  void add_windows(std::string_view line) {
    for (std::size_t word = 0; word < in_line_.size(); ++word) {
      if (!in_line_[word]) continue;
      const ContextTokens& tokens = readers_[word]->read(line);
      if (tokens.targets.empty()) continue;  // its tokens were in two sentences
      for (const ContextTokens& window : target_windows(tokens, options_.context.window))
        add(word, window, joined_tokens(window));
    }
  }

  void add(std::size_t word, const ContextTokens& tokens, std::string text) {
    ContextEvidence evidence(weighted_.vectors->dimension());
    weighted_.add(tokens, evidence);
    BlockContext& added = contexts_->contexts.emplace_back();
    added.word = word;
    added.has_values = has_values_;
    added.has_words = !evidence.empty();
    if (!added.has_values || !added.has_words) return;
    added.stratum = stratum_;
    SentencePriority priority(options_.seed);
    for (std::size_t i = 0; i < tokens.tokens.size(); ++i) priority.add(hash64(tokens.text_of(i)));
    priority.add(identity_);
    added.context = {priority.value(),
                     std::move(text),
                     std::vector<float>(evidence.sum.size()),
                     {},
                     document_,
                     row_};
    // A group is of one value, and a document is one unit of it, whatever years a period spans.
    if (!options_.formula.empty()) added.context.values = values_;
    evidence.mean(added.context.mean);
  }

  const WeightedVectors weighted_;
  const ComparedColumns& columns_;
  const CompareOptions& options_;
  Tokenizer tokenizer_;
  const TargetFinder finder_;
  std::vector<std::unique_ptr<ContextReader>> readers_;  // per target
  std::vector<bool> found_, in_line_;                    // per target: in the sentence, in the line
  BlockContexts* contexts_ = nullptr;

  // The row at hand.
  std::vector<std::string> values_;
  std::string document_;
  std::uint64_t row_ = 0, last_row_ = 0, identity_ = 0;
  bool has_values_ = false;
  Stratum stratum_;
};

bool is_before(const FoundContext& a, const FoundContext& b) {
  return std::tie(a.priority, a.text, a.values, a.document, a.row) <
         std::tie(b.priority, b.text, b.values, b.document, b.row);
}

// Keeps those of lowest priority: twice as many are let in before the others go.
class SampleCollector {
 public:
  SampleCollector(std::size_t words, const CompareOptions& options)
      : options_(options), bad_lines_(options.lines.bad_lines) {
    sample_.words.resize(words);
  }

  void add(BlockContexts& block) {
    bad_lines_.add(block.lines);
    for (BlockContext& found : block.contexts) {
      WordSample& word = sample_.words[found.word];
      ++word.found;
      if (!found.has_values) ++word.without_value;
      if (found.has_values && !found.has_words) ++word.without_words;
      if (!found.has_values || !found.has_words) continue;
      found.context.row += sample_.rows;
      keep(word, found);
    }
    sample_.rows += block.lines.lines;
    sample_.bad_rows += block.lines.bad_lines;
    sample_.rows_without_value += block.rows_without_value;
  }

  CorpusSample finish() {
    bad_lines_.finish();
    for (WordSample& word : sample_.words)
      for (auto& [key, stratum] : word.strata) cut(stratum);
    return std::move(sample_);
  }

 private:
  void keep(WordSample& word, BlockContext& found) {
    StratumSample& stratum = word.strata[found.stratum];
    if (word.strata.size() > most_strata) refuse();
    ++stratum.found;
    stratum.contexts.push_back(std::move(found.context));
    if (stratum.contexts.size() >= 2 * std::size_t{options_.max_contexts}) cut(stratum);
  }

  void cut(StratumSample& stratum) const {
    std::sort(stratum.contexts.begin(), stratum.contexts.end(), is_before);
    if (stratum.contexts.size() > options_.max_contexts)
      stratum.contexts.resize(options_.max_contexts);
  }

  [[noreturn]] void refuse() const {
    if (!options_.over.empty())
      throw Error(ErrorKind::usage, fmt::format("there are more than {} periods of {}; make `step` "
                                                "longer",
                                                most_strata, options_.step));
    throw Error(
        ErrorKind::usage,
        fmt::format("\"{}\" has more than {} values, too many to be groups; name a column of "
                    "categories with `by`, or of numbers with `over` or `formula`",
                    options_.by, most_strata));
  }

  const CompareOptions& options_;
  BadLines bad_lines_;
  CorpusSample sample_;
};

bool is_json_name(std::string_view name) {
  for (const std::string_view suffix : {".gz", ".bz2", ".zst"})
    if (name.ends_with(suffix)) name.remove_suffix(suffix.size());
  return name.ends_with(".jsonl") || name.ends_with(".ndjson") || name.ends_with(".json");
}

// Where the text is: `text` names it in files of either kind.
LineRules record_rules(const TextSource& corpus, const ComparedColumns& columns,
                       const CompareOptions& options) {
  LineRules rules = options.lines;
  rules.values = columns.names();
  if (!rules.is_plain()) return rules;
  if (options.text.empty())
    throw Error(ErrorKind::usage, "which column holds the text? Name it with `text`");
  const auto json = std::ranges::count_if(corpus.files(), is_json_name);
  if (json > 0 && static_cast<std::size_t>(json) < corpus.files().size())
    throw Error(ErrorKind::usage,
                "the corpus has files of JSON lines and of CSV; give files of one kind");
  (json > 0 || corpus.next() ? rules.jsonl : rules.csv) = options.text;
  return rules;
}

}  // namespace

std::vector<std::string> ComparedColumns::names() const {
  std::vector<std::string> all = covariates;
  if (!document.empty()) all.push_back(document);
  return all;
}

std::vector<std::string> compared_words(const Model& model, const std::vector<std::string>& words) {
  std::vector<std::string> spelled;
  for (const std::string& word : words) {
    std::string normal = normal_word(word, model.text().casing());
    const FoundWord found = find_word(model.vectors(), normal, model.text());
    if (found.word) {
      normal = model.vectors().word(*found.word);
      std::ranges::replace(normal, '_', ' ');
    }
    if (TargetFinder({normal}, model.text()).tokens_of(0) == 0)
      throw Error(ErrorKind::usage,
                  fmt::format("\"{}\" has no letter or digit, so no text has it as a word", word));
    if (std::ranges::find(spelled, normal) == spelled.end()) spelled.push_back(std::move(normal));
  }
  return spelled;
}

CorpusSample sample_contexts(const Model& model, const TextSource& corpus,
                             const std::vector<std::string>& targets,
                             const ComparedColumns& columns, const CompareOptions& options) {
  const LineRules rules = record_rules(corpus, columns, options);
  Pool<BlockReader> readers(
      [&] { return std::make_unique<BlockReader>(model, targets, columns, options); });
  SampleCollector collector(targets.size(), options);
  TextBlocks blocks(corpus, rules, "reading", options.progress);
  ordered_pipeline<TextBlock, BlockContexts>(
      options.threads, [&] { return blocks.next(); },
      [&](TextBlock& block) {
        auto reader = readers.take();
        BlockContexts contexts = reader->read(block, rules);
        readers.give_back(std::move(reader));
        return contexts;
      },
      [&](BlockContexts& contexts) { collector.add(contexts); });
  CorpusSample sample = collector.finish();
  sample.hints = blocks.hints();
  return sample;
}

}  // namespace oovec::inline compare
