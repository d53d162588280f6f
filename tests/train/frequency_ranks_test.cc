#include "oovec/train/frequency_ranks.h"

#include <algorithm>
#include <memory>
#include <string>

#include <gtest/gtest.h>

#include "oovec/corpus/indexer.h"
#include "oovec/vectors/embeddings.h"
#include "tests/support/scratch.h"

namespace oovec {
namespace {

constexpr std::size_t seen = 16, unseen = 6;

std::string word(std::size_t i) { return std::string("wor") + static_cast<char>('a' + i); }

// Word i occurs seen − i times, if it does; the vectors have the words in the order given.
FrequencyRanks ranks_of(const std::vector<std::size_t>& order, std::size_t occurring = seen) {
  Scratch scratch;
  std::string text = "unheard of\n";
  for (std::size_t i = 0; i < occurring; ++i)
    for (std::size_t time = i; time < occurring; ++time) text += word(i) + " unheard\n";
  Vocabulary vocabulary;
  Matrix matrix(1);
  for (const std::size_t i : order) {
    vocabulary.insert(word(i));
    matrix.append(std::vector<float>{static_cast<float>(i)});
  }
  const Embeddings vectors(std::move(vocabulary), std::move(matrix));
  index_corpus(vectors, {scratch.file("text", text)}, scratch.path("ctx"));
  return frequency_ranks(ContextIndex(scratch.path("ctx")));
}

std::vector<std::size_t> by_frequency() {
  std::vector<std::size_t> order(seen + unseen);
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  return order;
}

TEST(FrequencyRanks, TheOrderOfAFileThatGoesWithTheCountsIsBelieved) {
  std::vector<std::size_t> order = by_frequency();
  std::swap(order[2], order[3]);            // the file knows better than this little text
  std::swap(order[seen], order[seen - 1]);  // also of words that do not occur
  const FrequencyRanks ranks = ranks_of(order);
  EXPECT_TRUE(ranks.by_file);
  EXPECT_GT(ranks.correlation, 0.95);
  EXPECT_LT(ranks.correlation, 1);
  for (std::uint32_t row = 0; row < order.size(); ++row) EXPECT_EQ(ranks.of[row], row);
}

TEST(FrequencyRanks, OfAFileInAnotherOrderTheCountsAreBelieved) {
  std::vector<std::size_t> backwards = by_frequency();
  std::reverse(backwards.begin(), backwards.end());
  std::vector<std::size_t> shuffled;
  for (std::size_t i = 0; i < backwards.size(); ++i) shuffled.push_back(i * 7 % backwards.size());
  for (const auto& order : {backwards, shuffled}) {
    const FrequencyRanks ranks = ranks_of(order);
    EXPECT_FALSE(ranks.by_file);
    EXPECT_LT(ranks.correlation, FrequencyRanks::credible);
    for (std::size_t row = 0; row < order.size(); ++row) {
      if (order[row] >= seen) continue;
      EXPECT_EQ(ranks.of[row], order[row]) << row;
    }
  }
}

TEST(FrequencyRanks, WordsThatDoNotOccurShareTheMiddleOfTheLastRanks) {
  std::vector<std::size_t> order = by_frequency();
  std::reverse(order.begin(), order.end());
  const FrequencyRanks ranks = ranks_of(order);
  for (std::size_t row = 0; row < order.size(); ++row) {
    if (order[row] < seen) continue;
    EXPECT_EQ(ranks.of[row], seen + unseen / 2) << row;
  }
}

TEST(FrequencyRanks, WhereNothingOccursAllWordsShareARank) {
  const FrequencyRanks ranks = ranks_of(by_frequency(), 0);
  EXPECT_FALSE(ranks.by_file);
  EXPECT_EQ(ranks.correlation, 0);
  for (const std::uint32_t rank : ranks.of) EXPECT_EQ(rank, (seen + unseen) / 2);
}

}  // namespace
}  // namespace oovec
