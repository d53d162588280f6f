// Bottom-k sampling: of all the sentences offered for a target, keeps the k of lowest priority.
//
// A sentence's priority is a hash of its tokens, so what is kept is a uniform sample of the
// distinct sentences and depends on nothing but the set of them: not on their order, nor on who
// offers them first. Sentences of equal priority are ordered by their bytes; equal bytes are one
// sentence.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "oovec/corpus/index_data.h"

namespace oovec {

struct Hit {
  std::uint32_t target;
  std::uint16_t position;  // of the target in the sentence, in tokens
};

class Sampler {
 public:
  // Targets 0 … shared_targets - 1 exist from the start; others by add_target().
  Sampler(std::size_t shared_targets, std::uint32_t per_word);

  // Sentences of a higher priority will not be kept for the target, which must be a shared one. Any
  // thread may ask while another adds: bounds only ever fall, so an old one lets too much pass,
  // never too little.
  std::uint64_t bound(std::uint32_t target) const {
    return bounds_[target].load(std::memory_order_relaxed);
  }

  std::uint32_t add_target();
  std::size_t targets() const { return reservoirs_.size(); }

  // Offers a sentence to each target it has a hit for, at most one hit each. A sentence offered
  // before changes nothing.
  void offer(std::uint64_t priority, std::string_view sentence, std::span<const Hit> hits);

  // Approximate size of what is held.
  std::size_t memory() const { return memory_; }

  // Moves what is held to `index`, whose targets are numbered by `order`: new target i is the
  // sampler's target order[i]. Sentences that no target keeps any more are dropped. The bounds
  // of shared targets remain, so that the sampler can go on for further sentences; added targets
  // are gone.
  void move_to(IndexData& index, std::span<const std::uint32_t> order);

 private:
  struct Posting {
    std::uint64_t priority;
    std::uint32_t sentence;
    std::uint16_t position;
  };
  struct Stored {
    std::uint64_t priority;
    const char* bytes;
    std::uint32_t size;

    std::string_view text() const { return {bytes, size}; }
  };

  std::uint32_t* find_slot(std::uint64_t priority, std::string_view sentence);
  bool store(std::uint64_t priority, std::string_view sentence);
  void grow_slots();
  bool before(const Posting& a, const Posting& b) const;
  void keep(const Hit& hit, std::uint64_t priority);
  void drop_surplus(std::uint32_t target);
  std::vector<std::uint32_t> sort_live_sentences() const;

  std::uint32_t per_word_;
  std::size_t shared_targets_;
  std::unique_ptr<std::atomic<std::uint64_t>[]> bounds_;  // highest priority still of interest
  std::vector<std::vector<Posting>> reservoirs_;          // unordered, at times with a surplus
  std::vector<Stored> sentences_;
  std::vector<std::uint32_t> slots_;  // hash table of sentences_: 0 is free, else number + 1
  std::vector<std::unique_ptr<char[]>> chunks_;  // what Stored::bytes points into
  std::size_t chunk_used_ = 0;
  std::size_t memory_ = 0;
};

}  // namespace oovec
