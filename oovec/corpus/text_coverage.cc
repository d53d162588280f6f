#include "oovec/corpus/text_coverage.h"

#include <algorithm>

namespace oovec::inline corpus {

TextCoverage text_coverage(const IndexBuilder& builder, std::size_t most) {
  TextCoverage coverage;
  const std::vector<std::uint64_t>& counts = builder.counts();
  std::vector<std::uint32_t> without;
  for (std::uint32_t target = 0; target < counts.size(); ++target) {
    if (counts[target] == 0) continue;
    if (target < builder.plan().settings().vectors_size)
      ++coverage.types_with_vector;
    else
      without.push_back(target);
  }
  coverage.types_without = without.size();
  const auto end = without.begin() + static_cast<std::ptrdiff_t>(std::min(most, without.size()));
  std::partial_sort(without.begin(), end, without.end(), [&](std::uint32_t a, std::uint32_t b) {
    return counts[a] != counts[b] ? counts[a] > counts[b] : builder.word(a) < builder.word(b);
  });
  for (auto target = without.begin(); target != end; ++target)
    coverage.most_frequent.emplace_back(builder.word(*target), counts[*target]);
  return coverage;
}

}  // namespace oovec::inline corpus
