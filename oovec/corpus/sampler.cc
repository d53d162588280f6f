#include "oovec/corpus/sampler.h"

#include <algorithm>

#include "oovec/base/error.h"
#include "oovec/base/hash.h"

namespace oovec::inline corpus {
namespace {

constexpr std::size_t seen_count = std::size_t{1} << 16;
constexpr std::size_t allocation_overhead = 24;  // bytes, for the smallest
constexpr std::uint64_t lower_half = 0xFFFFFFFF;

}  // namespace

Sampler::Sampler(std::size_t shared_targets, std::uint32_t per_word, std::size_t memory,
                 SentenceStore& store)
    : per_word_(per_word),
      empty_{per_word == 0 ? 0 : std::numeric_limits<std::uint64_t>::max(), {}},
      shared_targets_(shared_targets),
      max_memory_(memory),
      store_(store),
      shared_bounds_(std::make_unique<std::atomic<std::uint64_t>[]>(shared_targets)),
      reservoirs_(shared_targets, empty_),
      seen_(seen_count) {
  for (std::size_t i = 0; i < shared_targets; ++i) shared_bounds_[i] = reservoirs_[i].bound;
}

std::uint32_t Sampler::add_target() {
  if (reservoirs_.size() == std::numeric_limits<std::uint32_t>::max())
    throw Error(ErrorKind::unsupported, "more than 4,294,967,295 distinct words are not supported");
  reservoirs_.push_back(empty_);
  return static_cast<std::uint32_t>(reservoirs_.size() - 1);
}

void Sampler::offer(const StoredSentence& sentence) {
  for (const Hit& hit : sentence.hits) __builtin_prefetch(&reservoirs_[hit.target]);
  if (!was_just_seen(sentence)) offer_hits(sentence);
}

void Sampler::offer_hits(const StoredSentence& sentence) {
  wanted_.clear();
  for (const Hit& hit : sentence.hits)
    if (keep(hit.target, sentence.priority)) wanted_.push_back(hit);
  if (!wanted_.empty()) store_.add({sentence.priority, sentence.bytes, wanted_});
  if (memory_ > max_memory_) forget();
}

// Text repeats itself, at times a million times over. What was offered before has been offered to
// the same targets, whose bounds have only fallen since. Most repetitions are found here, and so
// cheaply; the store finds the rest.
bool Sampler::was_just_seen(const StoredSentence& sentence) {
  Seen& last = seen_[sentence.priority % seen_count];
  const std::uint64_t hash = hash64(sentence.bytes, sentence.priority);
  if (last.priority == sentence.priority && last.hash == hash) return true;
  last = {sentence.priority, hash};
  return false;
}

// Twice as many as wanted are let in before the worse half goes: that costs a few comparisons for
// each, where a heap would cost a dozen.
bool Sampler::keep(std::uint32_t target, std::uint64_t priority) {
  Reservoir& reservoir = reservoirs_[target];
  if (priority > reservoir.bound) return false;
  const std::size_t capacity = reservoir.lowest.capacity();
  reservoir.lowest.push_back(static_cast<std::uint32_t>(priority >> 32));
  memory_ += (reservoir.lowest.capacity() - capacity) * sizeof(std::uint32_t);
  if (capacity == 0) memory_ += allocation_overhead;
  if (reservoir.lowest.size() == 2 * std::size_t{per_word_}) drop_surplus(target);
  return true;
}

// Equal halves may belong to one sentence, and are assumed to: a bound may only be too high.
void Sampler::drop_surplus(std::uint32_t target) {
  auto& [bound, lowest] = reservoirs_[target];
  std::sort(lowest.begin(), lowest.end());
  lowest.erase(std::unique(lowest.begin(), lowest.end()), lowest.end());
  if (lowest.size() < per_word_) return;
  lowest.resize(per_word_);
  bound = std::min(bound, (std::uint64_t{lowest.back()} << 32) | lower_half);
  if (target < shared_targets_) shared_bounds_[target].store(bound, std::memory_order_relaxed);
}

// Bounds remain; only to lower them, reservoirs have to fill again.
void Sampler::forget() {
  for (std::uint32_t target = 0; target < reservoirs_.size(); ++target) {
    drop_surplus(target);
    reservoirs_[target].lowest = {};
  }
  memory_ = 0;
}

}  // namespace oovec::inline corpus
