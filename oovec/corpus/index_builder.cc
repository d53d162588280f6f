#include "oovec/corpus/index_builder.h"

#include <algorithm>
#include <numeric>

#include "oovec/corpus/index_writer.h"

namespace oovec::inline corpus {

IndexBuilder::IndexBuilder(const IndexPlan& plan, const std::string& beside, std::size_t memory)
    : plan_(plan),
      store_(beside),
      sampler_(plan.targets().size(), plan.settings().per_word, memory, store_),
      counts_(plan.targets().size()) {}

std::uint32_t IndexBuilder::novel_target(std::string_view word) {
  if (const auto known = novel_.insert(word))
    return static_cast<std::uint32_t>(shared_targets() + *known);
  counts_.push_back(0);
  return sampler_.add_target();
}

std::string_view IndexBuilder::word(std::uint32_t target) const {
  return target < shared_targets() ? plan_.targets().word(target)
                                   : novel_.view().word(target - shared_targets());
}

std::vector<std::uint32_t> IndexBuilder::ordered_targets() const {
  std::vector<std::uint32_t> order(targets());
  std::iota(order.begin(), order.end(), 0);
  std::sort(order.begin() + static_cast<std::ptrdiff_t>(plan_.settings().vectors_size), order.end(),
            [&](std::uint32_t a, std::uint32_t b) { return word(a) < word(b); });
  return order;
}

IndexTables IndexBuilder::make_tables(std::span<const std::uint32_t> order) const {
  IndexTables tables;
  tables.settings = plan_.settings();
  tables.totals = totals_;
  tables.words = plan_.copy_vector_words();
  for (const std::uint32_t target : order) {
    tables.counts.push_back(counts_[target]);
    if (target < plan_.settings().vectors_size) continue;
    tables.words.insert(word(target));
    tables.listed.push_back(target < shared_targets() ? 1 : 0);
  }
  return tables;
}

void IndexBuilder::for_each_kept(int threads,
                                 const std::function<void(const StoredSentence&)>& use) {
  const std::uint32_t per_word = plan_.settings().per_word;
  std::vector<std::uint32_t> kept(targets());
  std::vector<Hit> hits;
  store_.for_each(threads, [&](const StoredSentence& sentence) {
    hits.clear();
    for (const Hit& hit : sentence.hits)
      if (kept[hit.target] < per_word) {
        ++kept[hit.target];
        hits.push_back(hit);
      }
    if (!hits.empty()) use({sentence.priority, sentence.bytes, hits});
  });
}

IndexSummary IndexBuilder::write(const std::string& output, int threads, Progress* progress) {
  const std::vector<std::uint32_t> order = ordered_targets();
  const std::vector<std::uint32_t> numbers = places_in(order);
  const IndexTables tables = make_tables(order);
  IndexWriter writer(output, numbers.size(), plan_.settings().per_word);
  std::vector<Hit> hits;
  store_.for_each(
      threads,
      [&](const StoredSentence& sentence) {
        hits.assign(sentence.hits.begin(), sentence.hits.end());
        for (Hit& hit : hits) hit.target = numbers[hit.target];
        writer.add({sentence.priority, sentence.bytes, hits});
      },
      progress);
  return writer.write(tables, threads, progress);
}

std::vector<std::uint32_t> places_in(std::span<const std::uint32_t> order) {
  std::vector<std::uint32_t> places(order.size());
  for (std::uint32_t i = 0; i < order.size(); ++i) places[order[i]] = i;
  return places;
}

}  // namespace oovec::inline corpus
