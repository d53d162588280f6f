#include "oovec/train/sentence_sums.h"

#include <cstdint>
#include <limits>
#include <numeric>

#include <gtest/gtest.h>

#include "tests/support/cancelled.h"
#include "tests/train/lessons.h"

namespace oovec {
namespace {

constexpr std::uint64_t enough = std::numeric_limits<std::uint64_t>::max();

// Sentences of one to sixty words, so that some reach beyond the window, with words that repeat,
// words without a vector, and one that stands alone.
struct Sentences {
  Language language;
  std::shared_ptr<const Embeddings> vectors = language.vectors();
  Scratch workspace;
  std::unique_ptr<const ContextIndex> index;
  std::vector<float> weights;

  Sentences() {
    Random random(7);
    std::string text = std::string(vectors->word(0)) + "\n";
    for (std::size_t length = 1; length <= 60; ++length) {
      for (std::size_t i = 0; i < length; ++i)
        text += i % 9 == 8 ? "unknown " : std::string(vectors->word(random.below(12))) + " ";
      text += '\n';
    }
    IndexOptions options;
    options.text.tokenizer = TokenizerKind::whitespace;
    options.max_tokens = 20;
    index_corpus(*vectors, {workspace.file("corpus.txt", text)}, workspace.path("corpus.ctx"),
                 options);
    index = std::make_unique<const ContextIndex>(workspace.path("corpus.ctx"));
    for (std::size_t row = 0; row < vectors->size(); ++row) weights.push_back(2 * random.unit());
  }

  SentenceSums sums(std::span<const float> row_weights, std::uint64_t memory) const {
    return {*index, {vectors.get(), row_weights}, memory, 2};
  }
};

struct Plain {
  std::vector<double> sum = std::vector<double>(Language::dimension);
  double weight = 0;
  std::uint64_t words = 0;
};

Plain sum_plainly(const Sentences& data, std::uint32_t word, std::span<const float> weights,
                  std::span<const std::uint32_t> contexts) {
  Plain plain;
  for (const std::uint32_t context : contexts)
    for (const IndexToken token : data.index->context(word, context).tokens) {
      if (!token.has_vector() || token.row() == word) continue;
      const double weight = weights.empty() ? 1 : weights[token.row()];
      for (std::size_t i = 0; i < plain.sum.size(); ++i)
        plain.sum[i] += weight * data.vectors->row(token.row())[i];
      plain.weight += weight;
      ++plain.words;
    }
  return plain;
}

TEST(SentenceSums, AreTheWordsAroundTheTargetAddedUp) {
  const Sentences data;
  for (const std::span<const float> weights :
       {std::span<const float>(), std::span<const float>(data.weights)}) {
    const SentenceSums sums = data.sums(weights, enough);
    for (std::uint32_t word = 0; word < 12; ++word) {
      std::vector<std::uint32_t> contexts(data.index->contexts(word));
      std::iota(contexts.begin(), contexts.end(), 0);
      for (std::size_t count = 1; count <= contexts.size(); ++count) {
        const auto some = std::span(contexts).last(count);
        ContextEvidence sum(Language::dimension);
        sums.add(word, some, sum);
        const Plain plain = sum_plainly(data, word, weights, some);
        EXPECT_EQ(sum.words, plain.words);
        EXPECT_NEAR(sum.weight, plain.weight, 1e-5 * plain.weight);
        for (std::size_t i = 0; i < plain.sum.size(); ++i)
          EXPECT_NEAR(sum.sum[i], plain.sum[i], 1e-5 * (1 + plain.weight));
      }
    }
  }
}

TEST(SentenceSums, HaveTheSameBitsHoweverManySentencesAreHeld) {
  const Sentences data;
  const SentenceSums all = data.sums(data.weights, enough);
  for (const std::uint64_t memory : {0, 2000, 20'000}) {
    const SentenceSums fewer = data.sums(data.weights, memory);
    for (std::uint32_t word = 0; word < 12; ++word) {
      std::vector<std::uint32_t> contexts(data.index->contexts(word));
      std::iota(contexts.begin(), contexts.end(), 0);
      ContextEvidence expected(Language::dimension), sum(Language::dimension);
      all.add(word, contexts, expected);
      fewer.add(word, contexts, sum);
      EXPECT_EQ(sum.sum, expected.sum) << memory;
      EXPECT_EQ(sum.weight, expected.weight) << memory;
      EXPECT_EQ(sum.words, expected.words) << memory;
    }
  }
}

// What is left after the target is taken away must be nothing, not a rounding error to divide by.
TEST(SentenceSums, KeepEachContextIfAskedToAndTheSameTotals) {
  const Sentences data;
  const SentenceSums sums = data.sums(data.weights, enough);
  for (std::uint32_t word = 0; word < data.vectors->size(); word += 7) {
    std::vector<std::uint32_t> contexts(data.index->contexts(word));
    std::iota(contexts.begin(), contexts.end(), 0U);
    ContextEvidence total(Language::dimension), each(Language::dimension, Detail::contexts);
    sums.add(word, contexts, total);
    sums.add(word, contexts, each);
    EXPECT_EQ(each.sum, total.sum);
    EXPECT_EQ(each.weight, total.weight);
    EXPECT_EQ(each.contexts, total.contexts);
    EXPECT_EQ(each.totals.size(), total.contexts);
    std::size_t kept = 0;
    for (const std::uint32_t& context : contexts) {
      ContextEvidence one(Language::dimension);
      sums.add(word, {&context, 1}, one);
      if (one.words == 0) continue;
      ASSERT_LT(kept, each.totals.size());
      EXPECT_EQ(each.totals[kept].words, one.words);
      EXPECT_EQ(each.totals[kept].weight, one.weight);
      for (std::size_t i = 0; i < Language::dimension; ++i)
        EXPECT_EQ(each.sums[kept * Language::dimension + i], one.sum[i]);
      ++kept;
    }
    EXPECT_EQ(kept, each.totals.size());
  }
}

TEST(SentenceSums, KeepNoSingleWords) {
  const Sentences data;
  const SentenceSums sums = data.sums(data.weights, enough);
  ContextEvidence words(Language::dimension, Detail::words);
  const std::uint32_t first = 0;
  EXPECT_THROW(sums.add(0, {&first, 1}, words), std::logic_error);
}

TEST(SentenceSums, AreEmptyIfTheTargetStandsAlone) {
  const Sentences data;
  const SentenceSums sums = data.sums(data.weights, enough);
  bool found = false;
  for (std::uint32_t context = 0; context < data.index->contexts(0); ++context) {
    if (data.index->context(0, context).tokens.size() > 1) continue;
    found = true;
    ContextEvidence sum(Language::dimension);
    sums.add(0, {{context}}, sum);
    EXPECT_TRUE(sum.empty());
    EXPECT_EQ(sum.words, 0U);
  }
  EXPECT_TRUE(found);
}

TEST(SentenceSums, CanBeCancelledWhileSentencesAreAddedUp) {
  const Sentences sentences;
  Cancelled cancelled("adding up sentences");
  EXPECT_THROW(SentenceSums(*sentences.index, {sentences.vectors.get(), {}}, enough, 2, &cancelled),
               std::runtime_error);
}

}  // namespace
}  // namespace oovec
