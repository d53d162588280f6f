#include "oovec/corpus/sampler.h"

#include <algorithm>
#include <cstring>
#include <limits>

#include "oovec/base/error.h"

namespace oovec {
namespace {

constexpr std::size_t chunk_size = 1 << 20;
constexpr std::size_t first_slot_count = 1 << 10;
constexpr std::uint64_t no_bound = std::numeric_limits<std::uint64_t>::max();

}  // namespace

Sampler::Sampler(std::size_t shared_targets, std::uint32_t per_word)
    : per_word_(per_word),
      shared_targets_(shared_targets),
      bounds_(std::make_unique<std::atomic<std::uint64_t>[]>(shared_targets)),
      reservoirs_(shared_targets),
      slots_(first_slot_count) {
  for (std::size_t i = 0; i < shared_targets; ++i) bounds_[i] = no_bound;
}

std::uint32_t Sampler::add_target() {
  if (reservoirs_.size() == std::numeric_limits<std::uint32_t>::max())
    throw Error(ErrorKind::unsupported, "more than 4,294,967,295 distinct words are not supported");
  reservoirs_.emplace_back();
  memory_ += sizeof(std::vector<Posting>);
  return static_cast<std::uint32_t>(reservoirs_.size() - 1);
}

void Sampler::offer(std::uint64_t priority, std::string_view sentence, std::span<const Hit> hits) {
  // Seen before, it was offered to the same targets, and their bounds have only fallen since.
  if (!store(priority, sentence)) return;
  for (const Hit& hit : hits) keep(hit, priority);
}

// The slot of the sentence, or the free one where it belongs.
std::uint32_t* Sampler::find_slot(std::uint64_t priority, std::string_view sentence) {
  const std::size_t mask = slots_.size() - 1;
  for (std::size_t slot = priority & mask;; slot = (slot + 1) & mask) {
    if (slots_[slot] == 0) return &slots_[slot];
    const Stored& other = sentences_[slots_[slot] - 1];
    if (other.priority == priority && other.text() == sentence) return &slots_[slot];
  }
}

// False if it is there already.
bool Sampler::store(std::uint64_t priority, std::string_view sentence) {
  std::uint32_t* const slot = find_slot(priority, sentence);
  if (*slot != 0) return false;
  if (sentences_.size() == max_sentences)
    throw Error(ErrorKind::unsupported, "more than 4,294,967,294 sentences; use less --memory");
  if (chunks_.empty() || chunk_used_ + sentence.size() > chunk_size) {
    chunks_.push_back(std::make_unique<char[]>(std::max(chunk_size, sentence.size())));
    chunk_used_ = 0;
    memory_ += chunk_size;
  }
  char* const bytes = chunks_.back().get() + chunk_used_;
  std::memcpy(bytes, sentence.data(), sentence.size());
  chunk_used_ += sentence.size();
  sentences_.push_back({priority, bytes, static_cast<std::uint32_t>(sentence.size())});
  memory_ += sizeof(Stored);
  *slot = static_cast<std::uint32_t>(sentences_.size());
  if (3 * sentences_.size() > 2 * slots_.size()) grow_slots();
  return true;
}

void Sampler::grow_slots() {
  memory_ += slots_.size() * sizeof slots_[0];
  slots_.assign(2 * slots_.size(), 0);
  const std::size_t mask = slots_.size() - 1;
  for (std::size_t i = 0; i < sentences_.size(); ++i) {
    std::size_t slot = sentences_[i].priority & mask;
    while (slots_[slot] != 0) slot = (slot + 1) & mask;
    slots_[slot] = static_cast<std::uint32_t>(i + 1);
  }
}

inline bool Sampler::before(const Posting& a, const Posting& b) const {
  if (a.priority != b.priority) return a.priority < b.priority;
  return sentences_[a.sentence].text() < sentences_[b.sentence].text();
}

// Offers the sentence stored last. Twice as many as wanted are let in before the worse half goes:
// that costs a few comparisons for each, where a heap would cost a dozen.
void Sampler::keep(const Hit& hit, std::uint64_t priority) {
  std::vector<Posting>& reservoir = reservoirs_[hit.target];
  if (hit.target < shared_targets_ && priority > bound(hit.target)) return;
  const std::size_t capacity = reservoir.capacity();
  reservoir.push_back({priority, static_cast<std::uint32_t>(sentences_.size() - 1), hit.position});
  memory_ += (reservoir.capacity() - capacity) * sizeof(Posting);
  if (reservoir.size() == 2 * std::size_t{per_word_}) drop_surplus(hit.target);
}

void Sampler::drop_surplus(std::uint32_t target) {
  std::vector<Posting>& reservoir = reservoirs_[target];
  if (reservoir.size() <= per_word_) return;
  const auto worst = reservoir.begin() + per_word_ - 1;
  std::nth_element(reservoir.begin(), worst, reservoir.end(),
                   [this](const Posting& a, const Posting& b) { return before(a, b); });
  if (target < shared_targets_) bounds_[target].store(worst->priority, std::memory_order_relaxed);
  reservoir.erase(worst + 1, reservoir.end());
}

std::vector<std::uint32_t> Sampler::sort_live_sentences() const {
  std::vector<bool> live(sentences_.size());
  for (const auto& reservoir : reservoirs_)
    for (const Posting& posting : reservoir) live[posting.sentence] = true;
  std::vector<Posting> postings;  // sorting these is faster than sorting numbers of sentences
  for (std::uint32_t i = 0; i < sentences_.size(); ++i)
    if (live[i]) postings.push_back({sentences_[i].priority, i, 0});
  std::sort(postings.begin(), postings.end(),
            [this](const Posting& a, const Posting& b) { return before(a, b); });
  std::vector<std::uint32_t> sorted;
  sorted.reserve(postings.size());
  for (const Posting& posting : postings) sorted.push_back(posting.sentence);
  return sorted;
}

void Sampler::move_to(IndexData& index, std::span<const std::uint32_t> order) {
  for (std::size_t i = 0; i < reservoirs_.size(); ++i) drop_surplus(static_cast<std::uint32_t>(i));
  const std::vector<std::uint32_t> sorted = sort_live_sentences();
  std::vector<std::uint32_t> number(sentences_.size());  // in the index
  for (const std::uint32_t sentence : sorted) {
    const std::string_view text = sentences_[sentence].text();
    number[sentence] = static_cast<std::uint32_t>(index.priorities.size());
    index.priorities.push_back(sentences_[sentence].priority);
    index.sentence_bytes.insert(index.sentence_bytes.end(), text.begin(), text.end());
    index.sentence_offsets.push_back(index.sentence_bytes.size());
  }
  for (const std::uint32_t target : order) {
    std::vector<Posting>& reservoir = reservoirs_[target];
    for (Posting& posting : reservoir) posting.sentence = number[posting.sentence];
    std::sort(reservoir.begin(), reservoir.end(),
              [](const Posting& a, const Posting& b) { return a.sentence < b.sentence; });
    for (const Posting& posting : reservoir) {
      index.posting_sentences.push_back(posting.sentence);
      index.posting_positions.push_back(posting.position);
    }
    index.posting_offsets.push_back(index.posting_sentences.size());
  }
  reservoirs_ = std::vector<std::vector<Posting>>(shared_targets_);  // assign() would keep memory
  sentences_ = {};
  chunks_.clear();
  chunk_used_ = 0;
  slots_ = std::vector<std::uint32_t>(first_slot_count);
  memory_ = 0;
}

}  // namespace oovec
