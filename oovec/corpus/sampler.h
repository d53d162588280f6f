// Bottom-k sampling: of all sentences offered for a target, the k of lowest priority are kept.
//
// The priority of a sentence is a hash of its tokens, so these k are a uniform sample of the
// distinct sentences. The sample depends only on the set of sentences, not on their order or on the
// threads that offer them. The sampler passes on every sentence that may belong to a sample, at
// first more than necessary; IndexWriter makes the final choice.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <string_view>
#include <vector>

#include "oovec/corpus/sentence_store.h"

namespace oovec::inline corpus {

class Sampler {
 public:
  // Targets 0 … shared_targets - 1 exist from the start; others by add_target(). `memory` is about
  // how many bytes may be used to remember priorities. With `per_word` 0 no sentence is wanted.
  Sampler(std::size_t shared_targets, std::uint32_t per_word, std::size_t memory,
          SentenceStore& store);

  // Sentences of a higher priority will not be kept for the target, which must be a shared one. Any
  // thread may ask while another offers: bounds only ever fall, so an old one lets too much pass,
  // never too little.
  std::uint64_t bound(std::uint32_t target) const {
    return shared_bounds_[target].load(std::memory_order_relaxed);
  }

  std::uint32_t add_target();
  std::size_t targets() const { return reservoirs_.size(); }

  // Offers a sentence to each target it has a hit for, at most one hit each. It goes to the store
  // with the hits of those who may keep it.
  void offer(const StoredSentence& sentence);

  // The same for a sentence that may have been offered before with other hits.
  void offer_hits(const StoredSentence& sentence);

  // Bytes used to remember priorities.
  std::size_t memory() const { return memory_; }

 private:
  // Of a priority, the upper half is remembered. Bounds are rounded up, which makes them a little
  // too generous.
  struct Reservoir {
    std::uint64_t bound = std::numeric_limits<std::uint64_t>::max();
    std::vector<std::uint32_t> lowest;  // unordered, at times with a surplus
  };
  struct Seen {
    std::uint64_t priority = 0;
    std::uint64_t hash = 0;
  };

  bool was_just_seen(const StoredSentence& sentence);
  bool keep(std::uint32_t target, std::uint64_t priority);
  void drop_surplus(std::uint32_t target);
  void forget();

  const std::uint32_t per_word_;
  const Reservoir empty_;
  const std::size_t shared_targets_;
  const std::size_t max_memory_;
  SentenceStore& store_;
  std::unique_ptr<std::atomic<std::uint64_t>[]> shared_bounds_;  // as in reservoirs_, for threads
  std::vector<Reservoir> reservoirs_;
  std::vector<Seen> seen_;  // the last sentence for each value of some bits of the priority
  std::vector<Hit> wanted_;
  std::size_t memory_ = 0;
};

}  // namespace oovec::inline corpus
