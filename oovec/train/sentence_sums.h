// Sums of sentences, which training needs by the million. The vectors of each sentence are added up
// once; a context is that sum minus the target and, if the sentence is long, minus the words too
// far away from it. Not part of the public interface.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "oovec/base/progress.h"
#include "oovec/corpus/context_index.h"
#include "oovec/model/context.h"

namespace oovec::inline train {

class SentenceSums {
 public:
  // `index` and what `vectors` refers to are borrowed. Sentences that do not fit into `memory`
  // bytes are added up whenever they are used, to the same bits.
  SentenceSums(const ContextIndex& index, const WeightedVectors& vectors, std::uint64_t memory,
               int threads, Progress* progress = nullptr);

  // Adds contexts, given by their numbers, of a word of the vectors. Words are not kept one by one:
  // throws std::logic_error for evidence with Detail::words.
  void add(std::uint32_t word, std::span<const std::uint32_t> contexts,
           ContextEvidence& evidence) const;

 private:
  struct Sentence;
  struct Scratch;

  void add_by_position(std::uint32_t word, std::span<const std::uint32_t> contexts,
                       ContextEvidence& evidence) const;
  void add_total(std::uint32_t word, std::span<const std::uint32_t> contexts,
                 ContextEvidence& total) const;
  bool is_held(std::uint32_t sentence) const { return sentence + 1 < records_.size(); }
  void hold(std::uint32_t sentence, Scratch& scratch);
  Sentence held(std::uint32_t sentence) const;
  Sentence sum_up(std::uint32_t sentence, Scratch& scratch, float* sum) const;
  void prefetch(std::span<const std::uint32_t> sentences) const;

  const ContextIndex& index_;
  const IndexView& view_;
  WeightedVectors vectors_;
  // The first sentences, a record each: all of it lies together, so that memory has to be waited
  // for only once.
  std::unique_ptr<std::byte[]> bytes_;
  std::vector<std::uint64_t> records_;  // where each begins, and the end
};

}  // namespace oovec::inline train
