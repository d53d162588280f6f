// Merging indexes. Each target takes the best of all inputs' sentences for it, then the sentences
// still in use are numbered anew.
#include <algorithm>
#include <limits>

#include <fmt/format.h>

#include "oovec/base/error.h"
#include "oovec/corpus/index_data.h"

namespace oovec {
namespace {

constexpr std::size_t absent = std::numeric_limits<std::size_t>::max();

void require_same(const IndexSettings& a, const IndexSettings& b) {
  const auto require = [](const char* what, auto x, auto y) {
    if (x != y)
      throw Error(ErrorKind::usage,
                  fmt::format("the indexes cannot be merged: they were made with different {} ({} "
                              "and {}); index the corpora again with the same",
                              what, x, y));
  };
  require("vectors", a.vectors_fingerprint, b.vectors_fingerprint);
  require("numbers of vectors", a.vectors_size, b.vectors_size);
  require("tokenizers", enum_name(a.tokenizer), enum_name(b.tokenizer));
  require("--lowercase", a.lowercase, b.lowercase);
  require("--per-word", a.per_word, b.per_word);
  require("--max-tokens", a.max_tokens, b.max_tokens);
  require("--seed", a.seed, b.seed);
  require("--novel-min", a.novel_min, b.novel_min);
  require("--words", a.listed_fingerprint, b.listed_fingerprint);
}

// One input's posting for the target at hand.
struct Posting {
  std::size_t input;
  std::size_t posting;
  std::uint32_t sentence;
};

class Merger {
 public:
  explicit Merger(std::span<const IndexView> inputs) : inputs_(inputs) {
    for (const IndexView& input : inputs_) numbers_.emplace_back(input.sentences(), unused);
  }

  IndexData merge();

 private:
  static constexpr std::uint32_t unused = 0xFFFFFFFF;
  static constexpr std::uint32_t used = 0;

  void collect_targets();
  void insert_word(std::string_view word);
  void add_novel_words();
  void select_postings(std::size_t target);
  void number_sentences();
  bool sentence_before(std::size_t a, std::uint32_t x, std::size_t b, std::uint32_t y) const;
  bool same_sentence(std::size_t a, std::uint32_t x, std::size_t b, std::uint32_t y) const;

  std::span<const IndexView> inputs_;
  IndexData merged_;
  std::vector<std::vector<std::size_t>> origins_;    // per input: of each novel word, or absent
  std::vector<std::vector<std::uint32_t>> numbers_;  // per input: of each sentence in the result
  std::vector<Posting> selected_;                    // for the target at hand
};

bool Merger::sentence_before(std::size_t a, std::uint32_t x, std::size_t b, std::uint32_t y) const {
  if (inputs_[a].priorities[x] != inputs_[b].priorities[y])
    return inputs_[a].priorities[x] < inputs_[b].priorities[y];
  return inputs_[a].sentence(x) < inputs_[b].sentence(y);
}

bool Merger::same_sentence(std::size_t a, std::uint32_t x, std::size_t b, std::uint32_t y) const {
  return inputs_[a].priorities[x] == inputs_[b].priorities[y] &&
         inputs_[a].sentence(x) == inputs_[b].sentence(y);
}

void Merger::insert_word(std::string_view word) {
  if (merged_.words.insert(word))
    throw Error(ErrorKind::malformed, "an index lists a word twice; index the corpus again");
}

// Novel words are sorted in each input, so the smallest not yet taken is next.
void Merger::add_novel_words() {
  std::vector<std::size_t> next(inputs_.size(), merged_.settings.vectors_size);
  origins_.assign(inputs_.size(), {});
  while (true) {
    std::optional<std::string_view> word;
    for (std::size_t i = 0; i < inputs_.size(); ++i)
      if (next[i] < inputs_[i].words.size())
        word =
            std::min(word.value_or(inputs_[i].words.word(next[i])), inputs_[i].words.word(next[i]));
    if (!word) return;
    char listed = 0;
    for (std::size_t i = 0; i < inputs_.size(); ++i) {
      const bool here =
          next[i] < inputs_[i].words.size() && inputs_[i].words.word(next[i]) == *word;
      origins_[i].push_back(here ? next[i] : absent);
      if (here) listed |= inputs_[i].listed[next[i]++ - merged_.settings.vectors_size];
    }
    insert_word(*word);
    merged_.listed.push_back(listed);
  }
}

void Merger::collect_targets() {
  merged_.settings = inputs_[0].settings;
  for (const IndexView& input : inputs_) {
    require_same(merged_.settings, input.settings);
    merged_.totals += input.totals;
  }
  for (std::size_t i = 0; i < merged_.settings.vectors_size; ++i)
    insert_word(inputs_[0].words.word(i));
  add_novel_words();
  merged_.counts.assign(merged_.words.size(), 0);
}

// The best sentences of the target, in order and without repetition.
void Merger::select_postings(std::size_t target) {
  selected_.clear();
  for (std::size_t i = 0; i < inputs_.size(); ++i) {
    const std::size_t vectors_size = merged_.settings.vectors_size;
    const std::size_t origin = target < vectors_size ? target : origins_[i][target - vectors_size];
    if (origin == absent) continue;
    for (std::size_t p = inputs_[i].posting_offsets[origin];
         p < inputs_[i].posting_offsets[origin + 1]; ++p)
      selected_.push_back({i, p, inputs_[i].posting_sentences[p]});
  }
  std::sort(selected_.begin(), selected_.end(), [&](const Posting& a, const Posting& b) {
    return sentence_before(a.input, a.sentence, b.input, b.sentence);
  });
  const auto end =
      std::unique(selected_.begin(), selected_.end(), [&](const Posting& a, const Posting& b) {
        return same_sentence(a.input, a.sentence, b.input, b.sentence);
      });
  selected_.erase(end, selected_.end());
  if (selected_.size() > merged_.settings.per_word) selected_.resize(merged_.settings.per_word);
}

// Gives every sentence in use its number in the result, equal ones of several inputs the same.
void Merger::number_sentences() {
  std::vector<std::uint32_t> next(inputs_.size());
  const auto skip_unused = [&](std::size_t i) {
    while (next[i] < inputs_[i].sentences() && numbers_[i][next[i]] == unused) ++next[i];
    return next[i] < inputs_[i].sentences();
  };
  while (true) {
    std::size_t best = absent;
    for (std::size_t i = 0; i < inputs_.size(); ++i)
      if (skip_unused(i) && (best == absent || sentence_before(i, next[i], best, next[best])))
        best = i;
    if (best == absent) return;
    const std::uint32_t sentence = next[best];
    const auto number = static_cast<std::uint32_t>(merged_.priorities.size());
    if (number == max_sentences)
      throw Error(ErrorKind::unsupported,
                  "more than 4,294,967,294 sentences; use a lower --per-word");
    for (std::size_t i = 0; i < inputs_.size(); ++i)
      if (skip_unused(i) && same_sentence(i, next[i], best, sentence))
        numbers_[i][next[i]++] = number;
    const std::string_view text = inputs_[best].sentence(sentence);
    merged_.priorities.push_back(inputs_[best].priorities[sentence]);
    merged_.sentence_bytes.insert(merged_.sentence_bytes.end(), text.begin(), text.end());
    merged_.sentence_offsets.push_back(merged_.sentence_bytes.size());
  }
}

IndexData Merger::merge() {
  collect_targets();
  const std::size_t vectors_size = merged_.settings.vectors_size;
  for (std::size_t target = 0; target < merged_.words.size(); ++target) {
    for (std::size_t i = 0; i < inputs_.size(); ++i) {
      const std::size_t origin =
          target < vectors_size ? target : origins_[i][target - vectors_size];
      if (origin != absent) merged_.counts[target] += inputs_[i].counts[origin];
    }
    select_postings(target);
    for (const Posting& posting : selected_) numbers_[posting.input][posting.sentence] = used;
  }
  number_sentences();
  for (std::size_t target = 0; target < merged_.words.size(); ++target) {
    select_postings(target);
    for (const Posting& posting : selected_) {
      merged_.posting_sentences.push_back(numbers_[posting.input][posting.sentence]);
      merged_.posting_positions.push_back(
          inputs_[posting.input].posting_positions[posting.posting]);
    }
    merged_.posting_offsets.push_back(merged_.posting_sentences.size());
  }
  return std::move(merged_);
}

}  // namespace

IndexData merge_indexes(std::span<const IndexView> indexes) {
  if (indexes.empty()) throw Error(ErrorKind::usage, "no index to merge");
  return Merger(indexes).merge();
}

}  // namespace oovec
