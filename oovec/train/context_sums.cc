#include "oovec/train/context_sums.h"

#include <algorithm>

#include "oovec/base/kernels.h"
#include "oovec/base/parallel.h"

namespace oovec {
namespace {

constexpr std::size_t part_size = 4096;  // sentences, for a thread to take at a time

// How many sentences, from the first on, take no more than `memory`, if each takes `bytes_each` and
// four for a token. A token has a byte at least in the index.
std::size_t count_fitting(const IndexView& index, std::uint64_t bytes_each, std::uint64_t memory) {
  std::size_t low = 0, high = index.sentences();
  while (low < high) {
    const std::size_t middle = high - (high - low) / 2;
    const bool fits = middle * bytes_each + 4 * index.sentence_offsets[middle] <= memory;
    (fits ? low : high) = fits ? middle : middle - 1;
  }
  return low;
}

// The last byte of a number, and only that, has no eighth bit.
std::size_t count_tokens(std::span<const char> bytes) {
  return static_cast<std::size_t>(std::count_if(bytes.begin(), bytes.end(), [](char byte) {
    return static_cast<unsigned char>(byte) < 0x80;
  }));
}

}  // namespace

// Buffers that a thread needs again and again.
struct ContextSums::Scratch {
  std::vector<std::uint32_t> sentences;  // their numbers
  std::vector<const float*> sums;        // of each
  std::vector<float> further_sums;       // of those that are not held
  std::vector<std::uint32_t> tokens;     // of one of these
  std::vector<std::uint32_t> outside;    // rows of words too far away
  std::vector<float> removed;            // sum of all that is no context
};

double WeightedRows::add(std::span<const std::uint32_t> rows, std::span<float> sum) const {
  if (weights.empty()) {
    add_rows(values.data(), rows, sum);
    return static_cast<double>(rows.size());
  }
  add_weighted_rows(values.data(), rows, weights.data(), sum);
  double weight = 0;
  for (const std::uint32_t row : rows) weight += weights[row];
  return weight;
}

ContextSums::ContextSums(const ContextIndex& index, const WeightedRows& vectors,
                         std::uint64_t memory, int threads)
    : index_(index),
      view_(index.view(threads)),
      vectors_(vectors),
      held_(count_fitting(view_, vectors.dimension * sizeof(float) + sizeof(Sentence), memory)),
      sums_(std::make_unique_for_overwrite<float[]>(held_.size() * vectors.dimension)),
      tokens_(count_tokens(view_.sentence_bytes.first(view_.sentence_offsets[held_.size()]))) {
  const std::size_t parts = (held_.size() + part_size - 1) / part_size;
  const auto first_sentence = [&](std::size_t part) {
    return std::min(part * part_size, held_.size());
  };
  std::vector<std::size_t> first_token(parts + 1);
  for (std::size_t part = 0; part < parts; ++part) {
    const std::size_t begin = view_.sentence_offsets[first_sentence(part)];
    const std::size_t end = view_.sentence_offsets[first_sentence(part + 1)];
    first_token[part + 1] =
        first_token[part] + count_tokens(view_.sentence_bytes.subspan(begin, end - begin));
  }
  parallel_for(threads, parts, [&](std::size_t part) {
    hold(first_sentence(part), first_sentence(part + 1), &tokens_[first_token[part]]);
  });
}

void ContextSums::hold(std::size_t begin, std::size_t end, std::uint32_t* tokens) {
  std::vector<std::uint32_t> sentence;
  for (std::size_t i = begin; i < end; ++i) {
    index_.sentence(i, sentence);
    std::copy(sentence.begin(), sentence.end(), tokens);
    held_[i] = sum_up({tokens, sentence.size()}, &sums_[i * vectors_.dimension]);
    tokens += sentence.size();
  }
}

ContextSums::Sentence ContextSums::sum_up(std::span<const std::uint32_t> tokens, float* sum) const {
  thread_local std::vector<std::uint32_t> rows;
  rows.clear();
  for (const std::uint32_t token : tokens)
    if (token != 0) rows.push_back(token - 1);
  std::fill_n(sum, vectors_.dimension, 0.0F);
  const double weight = vectors_.add(rows, {sum, vectors_.dimension});
  return {tokens.data(), static_cast<float>(weight), static_cast<std::uint16_t>(tokens.size()),
          static_cast<std::uint16_t>(rows.size())};
}

// Sentences lie all over memory: asks for all before the first is waited for.
void ContextSums::prefetch(std::span<const std::uint32_t> sentences) const {
  for (const std::uint32_t sentence : sentences)
    if (sentence < held_.size()) __builtin_prefetch(&held_[sentence]);
  for (const std::uint32_t sentence : sentences)
    if (sentence < held_.size()) __builtin_prefetch(held_[sentence].tokens);
}

void ContextSums::add(std::uint32_t word, std::span<const std::uint32_t> contexts,
                      ContextSum& sum) const {
  thread_local Scratch scratch;
  const std::size_t k = vectors_.dimension;
  const std::size_t first_posting = view_.posting_offsets[word];
  scratch.sentences.clear();
  for (const std::uint32_t context : contexts)
    scratch.sentences.push_back(view_.posting_sentences[first_posting + context]);
  prefetch(scratch.sentences);

  scratch.outside.clear();
  scratch.sums.clear();
  scratch.further_sums.resize(contexts.size() * k);
  std::size_t words = 0, occurrences = 0;
  double weight = 0;
  for (std::size_t i = 0; i < contexts.size(); ++i) {
    const std::uint32_t number = scratch.sentences[i];
    Sentence sentence;
    if (number < held_.size()) {
      sentence = held_[number];
      scratch.sums.push_back(&sums_[number * k]);
    } else {
      float* further = &scratch.further_sums[i * k];
      index_.sentence(number, scratch.tokens);
      sentence = sum_up(scratch.tokens, further);
      scratch.sums.push_back(further);
    }
    words += sentence.words;
    weight += sentence.weight;
    const std::size_t position = view_.posting_positions[first_posting + contexts[i]];
    const auto [begin, end] = index_.window(position, sentence.length);
    const auto leave_out = [&](std::size_t from, std::size_t to) {
      for (std::size_t t = from; t < to; ++t)
        if (sentence.tokens[t] != 0) scratch.outside.push_back(sentence.tokens[t] - 1);
    };
    leave_out(0, begin);
    leave_out(end, sentence.length);
    occurrences += static_cast<std::size_t>(
        std::count(sentence.tokens + begin, sentence.tokens + end, word + 1));
  }
  words -= occurrences + scratch.outside.size();
  if (words == 0) return;

  add_all(scratch.sums, sum.sum);
  scratch.removed.assign(k, 0);
  weight -= vectors_.add(scratch.outside, scratch.removed);
  const float target_weight = static_cast<float>(occurrences) * vectors_.weight(word);
  axpy(target_weight, vectors_.row(word), scratch.removed);
  axpy(-1, scratch.removed, sum.sum);
  sum.weight += weight - target_weight;
  sum.words += words;
}

}  // namespace oovec
