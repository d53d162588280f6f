#include "oovec/corpus/indexer.h"

#include <optional>
#include <utility>

#include <fmt/format.h>

#include "oovec/corpus/index_builder.h"
#include "oovec/corpus/index_plan.h"
#include "oovec/corpus/index_text.h"
#include "oovec/corpus/index_writer.h"

namespace oovec::inline corpus {
namespace {

constexpr std::size_t mebibyte = std::size_t{1} << 20;

}  // namespace

IndexSummary index_corpus(const Embeddings& vectors, const TextSource& corpus,
                          const std::string& output, const IndexOptions& options) {
  check_index_output(output);
  const IndexPlan plan(vectors, options);
  IndexBuilder builder(plan, output, options.memory * mebibyte);
  IndexedText text = index_text(corpus, options, builder);
  IndexSummary summary = builder.write(output, options.threads, options.progress);
  summary.hints = std::move(text.hints);
  if (auto hint = coverage_hint(summary.totals.tokens)) summary.hints.push_back(std::move(*hint));
  return summary;
}

}  // namespace oovec::inline corpus
