// A part of an index as bytes: counts and sentences that one machine sends to another. Not part of
// the public interface.
//
//   PartWriter writer(builder);
//   writer.add_count(target, 3);
//   writer.add_sentence({priority, bytes, hits});
//   send(writer.take());
//
//   read_part(received, other_builder);  // adds all of it
//
// A part is self-contained: it spells the words without a vector that it refers to. Parts can be
// added in any order to a builder of the same plan. Bytes that were altered or cut short, or belong
// to another plan, are refused.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "oovec/corpus/index_builder.h"
#include "oovec/corpus/sentence_store.h"

namespace oovec::inline corpus {

class PartWriter {
 public:
  // The builder whose targets are written; it must outlive the writer.
  explicit PartWriter(const IndexBuilder& builder) : builder_(&builder) {}

  void add_count(std::uint32_t target, std::uint64_t count);
  void add_sentence(const StoredSentence& sentence);

  // About how many bytes take() would give; 0 if there is nothing to take.
  std::size_t size() const { return words_.size() + counts_.size() + sentences_.size(); }

  // The part, and begins the next.
  [[nodiscard]] std::string take();

 private:
  std::uint32_t code(std::uint32_t target);

  const IndexBuilder* builder_;
  std::string words_, counts_, sentences_;
  std::uint32_t word_count_ = 0, count_count_ = 0, sentence_count_ = 0;
  std::unordered_map<std::uint32_t, std::uint32_t> codes_;  // of targets beyond the plan's
  std::vector<Hit> hits_;                                   // of the sentence at hand, as codes
};

// Adds the counts and sentences of a part to a builder. Throws Error(malformed) for damaged bytes,
// Error(usage) for those of another plan.
void read_part(std::string_view bytes, IndexBuilder& builder);

}  // namespace oovec::inline corpus
