#include "oovec/corpus/block_worker.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "oovec/base/hash.h"
#include "oovec/corpus/novel_word.h"
#include "oovec/corpus/varint.h"
#include "oovec/text/lookup.h"

namespace oovec::inline corpus {

void SampledBlock::clear() {
  sentences.clear();
  bytes.clear();
  hits.clear();
  novel_text.clear();
  novel.clear();
  lines = {};
}

BlockWorker::BlockWorker(const WorkerContext& context)
    : context_(context),
      tokenizer_(context.settings.text()),
      rules_(language_rules(context.settings.language)),
      table_(context.targets) {}

void BlockWorker::sample(const TextBlock& block, SampledBlock& sampled) {
  sampled.clear();
  block_ = &sampled;
  for_each_text(block, context_.rules, sampled.lines,
                [&](std::string_view line) { sample_line(line); });
  totals_.lines += sampled.lines.lines;
  totals_.bad_lines += sampled.lines.bad_lines;
}

void BlockWorker::sample_line(std::string_view line) {
  tokenizer_.start(line);
  line_tokens_.clear();
  while (const Sentence* sentence = tokenizer_.next()) {
    if (context_.settings.window == 0) {
      sample_pieces(sentence->tokens);
    } else {
      ++totals_.sentences;
      line_tokens_.add(sentence->tokens);
    }
  }
  if (context_.settings.window > 0) sample_pieces(line_tokens_.tokens());
}

void BlockWorker::sample_pieces(std::span<const Token> tokens) {
  while (!tokens.empty()) {
    // Half, because a token may be several words: hardly ever is a place wanting.
    const std::size_t size = std::min(tokens.size(), max_sentence_tokens / 2);
    sample_sentence(tokens.first(size));
    tokens = tokens.subspan(size);
  }
}

void BlockWorker::sample_sentence(std::span<const Token> tokens) {
  const bool windows = context_.settings.window > 0;
  if (!windows) ++totals_.sentences;
  priority_ = SentencePriority(context_.settings.seed);
  targets_.clear();
  novel_.clear();
  hashes_.clear();
  for (const Token& token : tokens) {  // all at first, to prefetch what they need
    hashes_.push_back(hash64(token.text));
    table_.prefetch(hashes_.back());
    priority_.add(hashes_.back());
  }
  word_begins_.clear();
  phrases_.clear();
  word_hashes_.clear();
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    if (!context_.phrases.empty()) word_begins_.push_back(targets_.size());
    add_token(tokens[i], hashes_[i]);
    if (windows) word_hashes_.resize(targets_.size(), hashes_[i]);
  }
  if (!context_.phrases.empty()) add_phrases(tokens);
  if (windows)
    sample_windows();
  else if (!targets_.empty())
    finish_sentence();
}

// Every occurrence has a context of its own.
void BlockWorker::sample_windows() {
  for (std::size_t i = 0; i < targets_.size(); ++i)
    if (targets_[i]) sample_window(*targets_[i], {i, 1});
  for (const Phrase& phrase : phrases_) sample_window(*phrase.slot, phrase.place);
  for (const Novel& novel : novel_) {
    const auto [begin, end] = window_of({novel.position, 1});
    block_->novel.push_back({static_cast<std::uint32_t>(block_->novel_text.size()),
                             static_cast<std::uint32_t>(novel.text.size()),
                             static_cast<std::uint16_t>(novel.position - begin), true});
    block_->novel_text += novel.text;
    add_window(begin, end, window_priority(begin, end, {novel.position - begin, 1}));
  }
}

void BlockWorker::sample_window(TargetTable::Slot& slot, TargetPlace place) {
  const auto [begin, end] = window_of(place);
  place.position -= begin;
  const std::uint64_t priority = window_priority(begin, end, place);
  const std::size_t hits_before = block_->hits.size();
  add_hit(slot, place, priority);
  slot.has_hit = false;
  if (block_->hits.size() > hits_before) add_window(begin, end, priority);
}

std::pair<std::size_t, std::size_t> BlockWorker::window_of(TargetPlace place) const {
  const std::size_t window = context_.settings.window;
  return {place.position - std::min(place.position, window),
          std::min(place.end() + window, targets_.size())};
}

// Contexts of different targets differ, even with the same words.
std::uint64_t BlockWorker::window_priority(std::size_t begin, std::size_t end,
                                           TargetPlace place) const {
  SentencePriority priority(context_.settings.seed);
  for (std::size_t i = begin; i < end; ++i) priority.add(word_hashes_[i]);
  priority.add(place.code());
  return priority.value();
}

void BlockWorker::add_window(std::size_t begin, std::size_t end, std::uint64_t priority) {
  append_words(std::span(targets_).subspan(begin, end - begin));
  add_sampled(priority);
}

// A token is mostly one word; one that only matches in parts is several.
void BlockWorker::add_token(const Token& token, std::uint64_t hash) {
  const bool has_room = targets_.size() < max_sentence_tokens;
  const auto find = [&](std::string_view word) {
    const bool whole = word.data() == token.text.data() && word.size() == token.text.size();
    return table_.find(word, whole ? hash : hash64(word));
  };
  const auto found = [&](TargetTable::Slot& slot) {
    table_.count(slot);
    if (targets_.size() < max_sentence_tokens) targets_.push_back(&slot);
  };
  const Match match = look_up(token, rules_, find, found);
  totals_.tokens.add(match);
  if (match != Match::none || !has_room) return;
  if (context_.settings.novel_min > 0 && may_be_novel(token.text))
    novel_.push_back({token.text, static_cast<std::uint16_t>(targets_.size())});
  targets_.push_back(nullptr);
}

// Counts targets of several tokens. Those that are many words, or are not stored as the sentence
// has too many, have no place.
void BlockWorker::add_phrases(std::span<const Token> tokens) {
  context_.phrases.find(tokens, matches_);
  word_begins_.push_back(targets_.size());
  for (const PhraseMatch& match : matches_) {
    const std::string_view word = context_.targets.word(match.target);
    TargetTable::Slot* const slot = table_.find(word, hash64(word));
    table_.count(*slot);
    const std::size_t begin = word_begins_[match.begin];
    const std::size_t words = word_begins_[match.end] - begin;
    if (words > 0 && words <= max_target_tokens) phrases_.push_back({slot, {begin, words}});
  }
}

// A hit for each target that may keep the sentence, where it occurs first.
void BlockWorker::add_hits(std::uint64_t priority) {
  for (std::size_t i = 0; i < targets_.size(); ++i)
    if (targets_[i]) add_hit(*targets_[i], {i, 1}, priority);
  for (const Phrase& phrase : phrases_) add_hit(*phrase.slot, phrase.place, priority);
  for (TargetTable::Slot* const slot : targets_)
    if (slot) slot->has_hit = false;
  for (const Phrase& phrase : phrases_) phrase.slot->has_hit = false;
}

void BlockWorker::add_hit(TargetTable::Slot& slot, TargetPlace place, std::uint64_t priority) {
  if (slot.has_hit || priority > slot.bound) return;
  slot.bound = context_.sampler.bound(slot.target());
  if (priority > slot.bound) return;
  slot.has_hit = true;
  block_->hits.push_back({slot.target(), place.code()});
}

void BlockWorker::add_novel_hits() {
  for (const Novel& novel : novel_) {
    const auto same = [&](const Novel& other) { return other.text == novel.text; };
    const bool first = std::find_if(novel_.begin(), novel_.end(), same)->position == novel.position;
    block_->novel.push_back({static_cast<std::uint32_t>(block_->novel_text.size()),
                             static_cast<std::uint32_t>(novel.text.size()), novel.position, first});
    block_->novel_text += novel.text;
  }
}

void BlockWorker::finish_sentence() {
  const std::uint64_t priority = priority_.value();
  const std::size_t hits_before = block_->hits.size();
  add_hits(priority);
  add_novel_hits();
  if (block_->hits.size() == hits_before && novel_.empty()) return;

  append_words(targets_);
  add_sampled(priority);
}

void BlockWorker::append_words(std::span<TargetTable::Slot* const> words) {
  for (const TargetTable::Slot* slot : words) {
    const bool has_vector = slot && slot->target() < context_.vectors_size;
    const IndexToken token = has_vector ? IndexToken::of_row(slot->target()) : IndexToken();
    append_varint(block_->bytes, token.code());
  }
}

void BlockWorker::add_sampled(std::uint64_t priority) {
  block_->sentences.push_back({priority, static_cast<std::uint32_t>(block_->bytes.size()),
                               static_cast<std::uint32_t>(block_->hits.size()),
                               static_cast<std::uint32_t>(block_->novel.size())});
}

}  // namespace oovec::inline corpus
