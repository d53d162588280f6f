#include "oovec/train/sentence_sums.h"

#include <algorithm>
#include <cstring>
#include <stdexcept>
#include <string_view>

#include "oovec/base/kernels.h"
#include "oovec/base/parallel.h"

namespace oovec::inline train {
namespace {

// How a record begins; the tokens and the sum follow.
struct Header {
  float weight;
  std::uint16_t words, length;
};

// The last byte of a number, and only that, has no eighth bit.
std::size_t count_tokens(std::string_view bytes) {
  return static_cast<std::size_t>(std::count_if(bytes.begin(), bytes.end(), [](char byte) {
    return static_cast<unsigned char>(byte) < 0x80;
  }));
}

}  // namespace

// Its tokens, and the sum over those that have a vector.
struct SentenceSums::Sentence {
  std::span<const IndexToken> tokens;
  const float* sum;
  float weight;
  std::size_t words;
};

// Buffers that a thread needs again and again.
struct SentenceSums::Scratch {
  std::vector<IndexToken> tokens;        // of a sentence
  std::vector<std::uint32_t> rows;       // of those that have a vector
  ContextEvidence sum{0};                // of that sentence
  std::vector<std::uint32_t> sentences;  // numbers of the contexts' sentences
  std::vector<const float*> sums;        // of each
  std::vector<float> further_sums;       // of those that are not held
  std::vector<std::uint32_t> outside;    // rows of words too far away
  ContextEvidence removed{0};            // sum of all that is no context

  void set_dimension(std::size_t dimension) {
    sum.sum.resize(dimension);
    removed.sum.resize(dimension);
  }
};

SentenceSums::SentenceSums(const ContextIndex& index, const WeightedVectors& vectors,
                           std::uint64_t memory, int threads, Progress* progress)
    : index_(index), view_(index.view(threads)), vectors_(vectors), records_{0} {
  for (std::size_t i = 0; i < view_.sentences(); ++i) {
    const std::size_t numbers = count_tokens(view_.sentence(i)) + vectors.vectors->dimension();
    const std::uint64_t end = records_.back() + sizeof(Header) + 4 * numbers;
    if (end > memory) break;
    records_.push_back(end);
  }
  bytes_ = std::make_unique_for_overwrite<std::byte[]>(records_.back());

  constexpr std::size_t part = 4096, round = 64 * part;
  const std::size_t sentences = records_.size() - 1;
  ProgressTask task(progress, "adding up sentences", records_.back());
  for (std::size_t begin = 0; begin < sentences; begin += round) {
    const std::size_t end = std::min(begin + round, sentences);
    parallel_for(threads, (end - begin + part - 1) / part, [&](std::size_t p) {
      Scratch scratch;
      scratch.set_dimension(vectors_.vectors->dimension());
      const std::size_t first = begin + p * part;
      for (std::size_t i = first; i < std::min(first + part, end); ++i)
        hold(static_cast<std::uint32_t>(i), scratch);
    });
    task.advance(records_[end] - records_[begin]);
  }
}

void SentenceSums::hold(std::uint32_t sentence, Scratch& scratch) {
  std::byte* record = bytes_.get() + records_[sentence];
  std::byte* sum =
      bytes_.get() + records_[sentence + 1] - vectors_.vectors->dimension() * sizeof(float);
  const Sentence summed = sum_up(sentence, scratch, reinterpret_cast<float*>(sum));
  const Header header{summed.weight, static_cast<std::uint16_t>(summed.words),
                      static_cast<std::uint16_t>(summed.tokens.size())};
  std::memcpy(record, &header, sizeof(Header));
  std::memcpy(record + sizeof(Header), summed.tokens.data(), summed.tokens.size_bytes());
}

SentenceSums::Sentence SentenceSums::held(std::uint32_t sentence) const {
  const std::byte* record = bytes_.get() + records_[sentence];
  Header header;
  std::memcpy(&header, record, sizeof(Header));
  const auto* tokens = reinterpret_cast<const IndexToken*>(record + sizeof(Header));
  return {{tokens, header.length},
          reinterpret_cast<const float*>(tokens + header.length),
          header.weight,
          header.words};
}

SentenceSums::Sentence SentenceSums::sum_up(std::uint32_t sentence, Scratch& scratch,
                                            float* sum) const {
  index_.sentence(sentence, scratch.tokens);
  scratch.rows.clear();
  append_rows(scratch.tokens, scratch.rows);
  scratch.sum.clear();
  vectors_.add(scratch.rows, scratch.sum);
  std::copy(scratch.sum.sum.begin(), scratch.sum.sum.end(), sum);
  return {scratch.tokens, sum, static_cast<float>(scratch.sum.weight), scratch.rows.size()};
}

// Sentences lie all over memory: asks for all before the first is waited for.
void SentenceSums::prefetch(std::span<const std::uint32_t> sentences) const {
  for (const std::uint32_t sentence : sentences)
    if (is_held(sentence)) __builtin_prefetch(&records_[sentence]);
  for (const std::uint32_t sentence : sentences) {
    if (!is_held(sentence)) continue;
    __builtin_prefetch(bytes_.get() + records_[sentence]);
    __builtin_prefetch(bytes_.get() + records_[sentence] + 64);
  }
}

void SentenceSums::add(std::uint32_t word, std::span<const std::uint32_t> contexts,
                       ContextEvidence& evidence) const {
  if (evidence.detail == Detail::words)
    throw std::logic_error("sentences are summed up: their single words are not known");
  if (!vectors_.positions.empty()) return add_by_position(word, contexts, evidence);
  add_total(word, contexts, evidence);
  if (evidence.detail == Detail::totals) return;
  ContextEvidence one(vectors_.vectors->dimension());
  for (const std::uint32_t& context : contexts) {
    one.clear();
    add_total(word, {&context, 1}, one);
    if (one.words > 0) std::ranges::copy(one.sum, evidence.keep({one.weight, one.words}).begin());
  }
}

// Where words weigh by their distance from the target, sums of sentences are of no use.
void SentenceSums::add_by_position(std::uint32_t word, std::span<const std::uint32_t> contexts,
                                   ContextEvidence& evidence) const {
  thread_local Context context;
  for (const std::uint32_t number : contexts) {
    index_.context(word, number, context);
    vectors_.add(context, word, evidence);
  }
}

void SentenceSums::add_total(std::uint32_t word, std::span<const std::uint32_t> contexts,
                             ContextEvidence& total) const {
  const std::size_t k = vectors_.vectors->dimension();
  thread_local Scratch scratch;
  scratch.set_dimension(k);
  const std::size_t first_posting = view_.posting_offsets[word];
  scratch.sentences.clear();
  for (const std::uint32_t context : contexts)
    scratch.sentences.push_back(view_.posting_sentences[first_posting + context]);
  prefetch(scratch.sentences);

  scratch.outside.clear();
  scratch.sums.clear();
  scratch.further_sums.resize(contexts.size() * k);
  std::size_t words = 0, occurrences = 0, with_words = 0;
  double weight = 0;
  for (std::size_t i = 0; i < contexts.size(); ++i) {
    const std::uint32_t number = scratch.sentences[i];
    Sentence sentence;
    if (is_held(number)) {
      sentence = held(number);
    } else {
      sentence = sum_up(number, scratch, &scratch.further_sums[i * k]);
    }
    scratch.sums.push_back(sentence.sum);
    words += sentence.words;
    weight += sentence.weight;
    const auto place = TargetPlace::of_code(view_.posting_positions[first_posting + contexts[i]]);
    const auto [begin, end] = index_.window(place, sentence.tokens.size());
    const std::size_t outside_before = scratch.outside.size();
    append_rows(sentence.tokens.first(begin), scratch.outside);
    append_rows(sentence.tokens.subspan(end), scratch.outside);
    if (place.tokens > 1)
      append_rows(sentence.tokens.subspan(place.position, place.tokens), scratch.outside);
    const auto inside = sentence.tokens.subspan(begin, end - begin);
    const auto here = static_cast<std::size_t>(
        std::count(inside.begin(), inside.end(), IndexToken::of_row(word)));
    occurrences += here;
    if (sentence.words > here + scratch.outside.size() - outside_before) ++with_words;
  }
  words -= occurrences + scratch.outside.size();
  if (words == 0) return;

  add_all(scratch.sums, total.sum);
  scratch.removed.clear();
  vectors_.add(scratch.outside, scratch.removed);
  const float target_weight = static_cast<float>(occurrences) * vectors_.weight(word);
  axpy(target_weight, vectors_.vectors->row(word), scratch.removed.sum);
  axpy(-1, scratch.removed.sum, total.sum);
  total.weight += weight - scratch.removed.weight - target_weight;
  total.words += words;
  total.contexts += with_words;
}

}  // namespace oovec::inline train
