#include "oovec/corpus/index_text.h"

#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "oovec/base/parallel.h"
#include "oovec/corpus/bad_lines.h"
#include "oovec/corpus/block_worker.h"
#include "oovec/corpus/text_blocks.h"

namespace oovec::inline corpus {
namespace {

class Indexer {
 public:
  Indexer(const IndexPlan& plan, const IndexOptions& options, IndexBuilder& builder)
      : options_(options), builder_(builder), context_{plan.targets(),
                                                       plan.settings().vectors_size,
                                                       plan.settings(),
                                                       options.lines,
                                                       plan.phrases(),
                                                       builder.sampler()} {}

  LineCounts read(TextBlocks& blocks);

 private:
  void collect(const SampledBlock& block);
  void add_counts();

  const IndexOptions& options_;
  IndexBuilder& builder_;
  const WorkerContext context_;
  Pool<BlockWorker> workers_{[this] { return std::make_unique<BlockWorker>(context_); }};
  std::vector<Hit> hits_;
};

LineCounts Indexer::read(TextBlocks& blocks) {
  BadLines bad_lines(options_.lines.bad_lines);
  Pool<SampledBlock> used([] { return std::make_unique<SampledBlock>(); });
  ordered_pipeline<TextBlock, std::unique_ptr<SampledBlock>>(
      options_.threads, [&] { return blocks.next(); },
      [&](TextBlock& block) {
        auto sampled = used.take();
        auto worker = workers_.take();
        worker->sample(block, *sampled);
        workers_.give_back(std::move(worker));
        return sampled;
      },
      [&](std::unique_ptr<SampledBlock>& sampled) {
        bad_lines.add(sampled->lines);
        collect(*sampled);
        used.give_back(std::move(sampled));
      });
  bad_lines.finish();
  add_counts();
  return bad_lines.counts();
}

void Indexer::collect(const SampledBlock& block) {
  std::size_t bytes = 0;
  std::size_t hits = 0;
  std::size_t novel = 0;
  for (const SampledSentence& sentence : block.sentences) {
    hits_.assign(block.hits.begin() + static_cast<std::ptrdiff_t>(hits),
                 block.hits.begin() + sentence.hits_end);
    for (; novel < sentence.novel_end; ++novel) {
      const NovelHit& hit = block.novel[novel];
      const std::uint32_t target = builder_.novel_target(
          std::string_view(block.novel_text).substr(hit.text_begin, hit.text_size));
      ++builder_.counts()[target];
      if (hit.first_in_sentence) hits_.push_back({target, hit.position});
    }
    builder_.sampler().offer(
        {sentence.priority, std::string_view(block.bytes).substr(bytes, sentence.bytes_end - bytes),
         hits_});
    bytes = sentence.bytes_end;
    hits = sentence.hits_end;
  }
}

void Indexer::add_counts() {
  for (const auto& worker : workers_.all()) {
    builder_.totals() += worker->totals();
    worker->counts().add_counts(builder_.counts());
  }
}

}  // namespace

std::optional<std::string> coverage_hint(const MatchCounts& tokens) {
  constexpr std::uint64_t enough = 10'000;  // tokens to judge by
  if (tokens.total() == 0) return "there is no word in the text; name a corpus that has some";
  const std::uint64_t known = tokens.total() - tokens[Match::none];
  if (tokens.total() < enough || 5 * known >= tokens.total()) return std::nullopt;
  return fmt::format(
      "only {:.1f} % of the tokens have a vector; is this text in the language of the vectors?",
      100 * static_cast<double>(known) / static_cast<double>(tokens.total()));
}

IndexedText index_text(const TextSource& corpus, const IndexOptions& options,
                       IndexBuilder& builder) {
  TextBlocks blocks(corpus, options.lines, "indexing", options.progress);
  IndexedText indexed;
  indexed.lines = Indexer(builder.plan(), options, builder).read(blocks);
  indexed.hints = blocks.hints();
  return indexed;
}

}  // namespace oovec::inline corpus
