// Merging indexes: their sentences go to one store, as if they had just been sampled, with targets
// numbered as in the result.
#include <algorithm>
#include <memory>
#include <numeric>

#include <fmt/format.h>

#include "oovec/base/error.h"
#include "oovec/corpus/context_index.h"
#include "oovec/corpus/index_writer.h"
#include "oovec/corpus/indexer.h"
#include "oovec/io/tensor_file.h"

namespace oovec::inline corpus {
namespace {

constexpr std::size_t release_interval = std::size_t{1} << 18;  // targets or sentences

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
  require("`lowercase`", a.lowercase, b.lowercase);
  if (!same_language_rules(a.language, b.language)) require("`language`", a.language, b.language);
  require("`per-word`", a.per_word, b.per_word);
  require("`max-tokens`", a.max_tokens, b.max_tokens);
  require("`window`", a.window, b.window);
  require("`seed`", a.seed, b.seed);
  require("`novel-min`", a.novel_min, b.novel_min);
  require("`words`", a.listed_fingerprint, b.listed_fingerprint);
}

// The same whatever their order.
std::string merge_languages(std::span<const IndexView> inputs) {
  std::string merged(undetermined_language);
  for (const IndexView& input : inputs) {
    const std::string& language = input.settings.language;
    if (language == undetermined_language) continue;
    if (merged == undetermined_language || language < merged) merged = language;
  }
  return merged;
}

void insert_word(Vocabulary& words, std::string_view word) {
  if (words.insert(word))
    throw Error(ErrorKind::malformed, "an index lists a word twice; index the corpus again");
}

// The words of the vectors, then the novel words of all inputs in byte order.
Vocabulary merge_words(std::span<const IndexView> inputs) {
  const std::size_t vectors_size = inputs[0].settings.vectors_size;
  std::vector<std::string_view> novel;
  for (const IndexView& input : inputs)
    for (std::size_t i = vectors_size; i < input.words.size(); ++i)
      novel.push_back(input.words.word(i));
  std::sort(novel.begin(), novel.end());
  novel.erase(std::unique(novel.begin(), novel.end()), novel.end());

  Vocabulary words;
  for (std::size_t i = 0; i < vectors_size; ++i) insert_word(words, inputs[0].words.word(i));
  for (const std::string_view word : novel) insert_word(words, word);
  return words;
}

// What number each target of the input has in the result.
std::vector<std::uint32_t> number_targets(const IndexView& input, const Vocabulary& words) {
  std::vector<std::uint32_t> numbers(input.words.size());
  std::iota(numbers.begin(), numbers.end(), 0);
  for (std::size_t i = input.settings.vectors_size; i < numbers.size(); ++i)
    numbers[i] = static_cast<std::uint32_t>(*words.find(input.words.word(i)));
  return numbers;
}

void add_counts(const IndexView& input, std::span<const std::uint32_t> numbers,
                IndexTables& merged) {
  const std::size_t vectors_size = input.settings.vectors_size;
  merged.totals += input.totals;
  for (std::size_t i = 0; i < numbers.size(); ++i) merged.counts[numbers[i]] += input.counts[i];
  for (std::size_t i = vectors_size; i < numbers.size(); ++i)
    merged.listed[numbers[i] - vectors_size] |= input.listed[i - vectors_size];
}

void release(const IndexView& input, std::size_t step) {
  if (step % release_interval == 0 && input.words.file) input.words.file->release();
}

void add_sentences(const IndexView& input, std::span<const std::uint32_t> numbers,
                   const std::string& output, int threads, SentenceStore& store,
                   ProgressTask& progress) {
  PostingGroups postings(output, input.sentences());
  for (std::size_t target = 0; target < numbers.size(); ++target) {
    for (std::size_t p = input.posting_offsets[target]; p < input.posting_offsets[target + 1]; ++p)
      postings.add({input.posting_sentences[p], numbers[target], input.posting_positions[p]});
    release(input, target);
  }
  std::vector<Hit> hits;
  postings.for_each(threads, [&](std::uint32_t sentence, std::span<const Posting> of_sentence) {
    hits.clear();
    for (const Posting& posting : of_sentence) hits.push_back({posting.value, posting.position});
    store.add({input.priorities[sentence], input.sentence(sentence), hits});
    progress.advance(input.sentence(sentence).size());
    release(input, sentence);
  });
}

}  // namespace

IndexSummary merge_indexes(std::span<const IndexView> inputs, const std::string& output,
                           int threads, Progress* progress) {
  if (inputs.empty()) throw Error(ErrorKind::usage, "no index to merge");
  for (const IndexView& input : inputs) require_same(inputs[0].settings, input.settings);
  IndexTables merged;
  merged.settings = inputs[0].settings;
  merged.settings.language = merge_languages(inputs);
  merged.words = merge_words(inputs);
  merged.counts.resize(merged.words.size());
  merged.listed.resize(merged.words.size() - merged.settings.vectors_size);
  SentenceStore store(output);
  std::uint64_t bytes = 0;
  for (const IndexView& input : inputs) bytes += input.sentence_bytes.size();
  {
    ProgressTask task(progress, "merging", bytes);
    for (const IndexView& input : inputs) {
      const std::vector<std::uint32_t> numbers = number_targets(input, merged.words);
      add_counts(input, numbers, merged);
      add_sentences(input, numbers, output, threads, store, task);
    }
  }
  IndexWriter writer(output, merged.words.size(), merged.settings.per_word);
  store.for_each(
      threads, [&](const StoredSentence& sentence) { writer.add(sentence); }, progress);
  return writer.write(merged, threads, progress);
}

IndexSummary merge_index_files(const std::vector<std::string>& files, const std::string& output,
                               int threads, Progress* progress) {
  check_index_output(output);
  std::vector<std::unique_ptr<ContextIndex>> indexes;
  std::vector<IndexView> views;
  for (const std::string& file : files) {
    indexes.push_back(std::make_unique<ContextIndex>(file));
    views.push_back(indexes.back()->view(threads));
  }
  return merge_indexes(views, output, threads, progress);
}

}  // namespace oovec::inline corpus
