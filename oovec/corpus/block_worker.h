// Turns blocks of text into sentences of numbers and hits for the sampler: the part of indexing
// that runs on many threads. Not part of the public interface.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "oovec/corpus/block_texts.h"
#include "oovec/corpus/index_data.h"
#include "oovec/corpus/line_rules.h"
#include "oovec/corpus/line_tokens.h"
#include "oovec/corpus/phrase_table.h"
#include "oovec/corpus/priority.h"
#include "oovec/corpus/sampler.h"
#include "oovec/corpus/target_table.h"
#include "oovec/text/tokenizer.h"
#include "oovec/vectors/vocabulary.h"

namespace oovec::inline corpus {

// Shared by all workers; nothing in it changes except the sampler's bounds.
struct WorkerContext {
  VocabularyView targets;  // the words of the vectors, then the listed ones
  std::size_t vectors_size;
  IndexSettings settings;
  LineRules rules;
  const PhraseTable& phrases;  // the targets of several tokens
  const Sampler& sampler;
};

// A word without a vector that is not listed.
struct NovelHit {
  std::uint32_t text_begin;  // in SampledBlock::novel_text
  std::uint32_t text_size;
  std::uint16_t position;
  bool first_in_sentence;
};

struct SampledSentence {
  std::uint64_t priority;
  std::uint32_t bytes_end, hits_end,
      novel_end;  // they begin where those of the sentence before end
};

// The sentences of a block that some target may keep.
struct SampledBlock {
  std::vector<SampledSentence> sentences;
  std::string bytes;  // varints
  std::vector<Hit> hits;
  std::string novel_text;
  std::vector<NovelHit> novel;
  LineCounts lines;

  void clear();
};

// One per thread.
class BlockWorker {
 public:
  explicit BlockWorker(const WorkerContext& context);

  // Replaces the contents of `sampled` and reuses its memory.
  void sample(const TextBlock& block, SampledBlock& sampled);

  // How often each target was seen.
  const TargetTable& counts() const { return table_; }
  const IndexTotals& totals() const { return totals_; }

 private:
  struct Novel {
    std::string_view text;
    std::uint16_t position;
  };

  void sample_line(std::string_view line);
  void sample_pieces(std::span<const Token> tokens);
  void sample_sentence(std::span<const Token> tokens);
  void sample_windows();
  void sample_window(TargetTable::Slot& slot, TargetPlace place);
  std::pair<std::size_t, std::size_t> window_of(TargetPlace place) const;
  std::uint64_t window_priority(std::size_t begin, std::size_t end, TargetPlace place) const;
  void add_window(std::size_t begin, std::size_t end, std::uint64_t priority);
  void add_token(const Token& token, std::uint64_t hash);
  void add_phrases(std::span<const Token> tokens);
  void add_hits(std::uint64_t priority);
  void add_hit(TargetTable::Slot& slot, TargetPlace place, std::uint64_t priority);
  void add_novel_hits();
  void finish_sentence();
  void append_words(std::span<TargetTable::Slot* const> words);
  void add_sampled(std::uint64_t priority);

  const WorkerContext& context_;
  Tokenizer tokenizer_;
  const LanguageRules& rules_;
  TargetTable table_;
  IndexTotals totals_;
  SampledBlock* block_ = nullptr;  // the current one

  // The current sentence.
  SentencePriority priority_{0};
  std::vector<std::uint64_t> hashes_;        // per token
  std::vector<TargetTable::Slot*> targets_;  // per word: a token may be several; null if unknown
  std::vector<Novel> novel_;
  LineTokens line_tokens_;                  // of the line, where contexts are windows
  std::vector<std::uint64_t> word_hashes_;  // per word of its token, likewise

  // The same where there are targets of several tokens.
  struct Phrase {
    TargetTable::Slot* slot;
    TargetPlace place;  // in words
  };
  std::vector<std::size_t> word_begins_;  // per token: its first word
  std::vector<PhraseMatch> matches_;
  std::vector<Phrase> phrases_;
};

}  // namespace oovec::inline corpus
