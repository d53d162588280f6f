// An index under construction: the count of each target, and the sentences that may be sampled.
// Shared by indexing a text and joining parts of indexes. Not part of the public interface.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "oovec/base/progress.h"
#include "oovec/corpus/index_data.h"
#include "oovec/corpus/index_plan.h"
#include "oovec/corpus/sampler.h"
#include "oovec/corpus/sentence_store.h"

namespace oovec::inline corpus {

class IndexBuilder {
 public:
  // Sentences go to a temporary file beside the file of this name. `memory`: of the sampler, in
  // bytes. The plan must outlive the builder.
  IndexBuilder(const IndexPlan& plan, const std::string& beside, std::size_t memory);

  const IndexPlan& plan() const { return plan_; }
  Sampler& sampler() { return sampler_; }
  const Sampler& sampler() const { return sampler_; }

  // Targets are those of the plan, then words without a vector in the order they were first named.
  std::uint32_t novel_target(std::string_view word);
  std::size_t shared_targets() const { return plan_.targets().size(); }
  std::size_t targets() const { return counts_.size(); }
  std::string_view word(std::uint32_t target) const;

  // All targets in the order they have in the index: those beyond the vectors by their bytes.
  [[nodiscard]] std::vector<std::uint32_t> ordered_targets() const;

  std::vector<std::uint64_t>& counts() { return counts_; }  // per target
  const std::vector<std::uint64_t>& counts() const { return counts_; }
  IndexTotals& totals() { return totals_; }

  // Passes every sentence that some target keeps to `use`, with the hits of those targets; lower
  // priorities first. To be called once.
  void for_each_kept(int threads, const std::function<void(const StoredSentence&)>& use);

  // Writes the .ctx file. To be called once.
  IndexSummary write(const std::string& output, int threads, Progress* progress);

 private:
  IndexTables make_tables(std::span<const std::uint32_t> order) const;

  const IndexPlan& plan_;
  SentenceStore store_;
  Sampler sampler_;
  Vocabulary novel_;
  std::vector<std::uint64_t> counts_;
  IndexTotals totals_;
};

// Per target, where it stands in `order`.
[[nodiscard]] std::vector<std::uint32_t> places_in(std::span<const std::uint32_t> order);

}  // namespace oovec::inline corpus
