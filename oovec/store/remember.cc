#include "oovec/store/remember.h"

#include <algorithm>
#include <compare>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <utility>

#include "oovec/base/parallel.h"
#include "oovec/corpus/bad_lines.h"
#include "oovec/corpus/novel_word.h"
#include "oovec/corpus/text_blocks.h"
#include "oovec/store/store_impl.h"
#include "oovec/text/lookup.h"

namespace oovec::inline store {
namespace {

// Finds the words of a block that have no vector. One per thread.
class NovelFinder {
 public:
  NovelFinder(const StoreSettings& settings, const Embeddings& vectors,
              const RememberOptions& options)
      : vectors_(vectors),
        options_(options),
        rules_(language_rules(settings.text.language)),
        tokenizer_(settings.text),
        reader_(settings),
        max_bytes_(settings.max_bytes) {}

  void read(const TextBlock& block) {
    found_.clear();
    lines_ = {};
    for_each_text(block, options_.lines, lines_, [&](std::string_view line) { read_line(line); });
    totals_.lines += lines_.lines;
    totals_.bad_lines += lines_.bad_lines;
  }

  const std::vector<ReadySighting>& found() const { return found_; }  // in the block
  const LineCounts& lines() const { return lines_; }                  // of the block
  const IndexTotals& totals() const { return totals_; }               // of all blocks

 private:
  struct Novel {
    std::string word;
    std::size_t place;  // among the tokens

    auto operator<=>(const Novel&) const = default;
  };

  void read_line(std::string_view line) {
    tokenizer_.start(line);
    while (const Sentence* sentence = tokenizer_.next()) {
      ++totals_.sentences;
      novel_.clear();
      for (std::size_t i = 0; i < sentence->tokens.size(); ++i) read_token(sentence->tokens[i], i);
      std::sort(novel_.begin(), novel_.end());
      for (std::size_t i = 0; i < novel_.size();) {
        std::uint64_t count = 1;
        while (i + count < novel_.size() && novel_[i + count].word == novel_[i].word) ++count;
        add(*sentence, novel_[i], count);
        i += count;
      }
    }
  }

  void read_token(const Token& token, std::size_t place) {
    const Match match = look_up(
        token, rules_, [&](std::string_view word) { return vectors_.find(word); },
        [](std::size_t) {});
    totals_.tokens.add(match);
    if (match == Match::none && may_be_novel(token.text))
      novel_.push_back({std::string(token.text), place});
  }

  // A sentence that is too long is cut here: to search it anew for each of its words takes too
  // long.
  void add(const Sentence& sentence, const Novel& novel, std::uint64_t count) {
    if (sentence.text.size() <= max_bytes_) {
      found_.push_back(reader_.read({novel.word, sentence.text, options_.time, count}));
    } else {
      const std::string window = token_window(sentence.tokens, novel.place, max_bytes_);
      found_.push_back(reader_.read({novel.word, window, options_.time, count}));
    }
  }

  const Embeddings& vectors_;
  const RememberOptions& options_;
  const LanguageRules& rules_;
  Tokenizer tokenizer_;
  SightingReader reader_;
  const std::size_t max_bytes_;
  std::vector<Novel> novel_;  // of the sentence
  std::vector<ReadySighting> found_;
  LineCounts lines_;
  IndexTotals totals_;
};

}  // namespace

RememberSummary remember_corpus(Store& store, const Embeddings& vectors, const TextSource& corpus,
                                const RememberOptions& options) {
  ScratchStore memory(store.settings());
  RememberSummary summary;
  Pool<NovelFinder> finders(
      [&] { return std::make_unique<NovelFinder>(store.settings(), vectors, options); });
  {
    TextBlocks blocks(corpus, options.lines, "reading", options.progress);
    BadLines bad_lines(options.lines.bad_lines);
    ordered_pipeline<TextBlock, std::unique_ptr<NovelFinder>>(
        options.threads, [&] { return blocks.next(); },
        [&](TextBlock& block) {
          auto finder = finders.take();
          finder->read(block);
          return finder;
        },
        [&](std::unique_ptr<NovelFinder>& finder) {
          bad_lines.add(finder->lines());
          memory.add(finder->found());
          finders.give_back(std::move(finder));
        });
    bad_lines.finish();
    summary.hints = blocks.hints();
  }
  for (const auto& finder : finders.all()) summary.totals += finder->totals();
  const StoreTotals added = memory.store().totals();
  summary.words = added.words;
  summary.sightings = added.sightings;
  store.merge(memory.store());
  return summary;
}

}  // namespace oovec::inline store
