#include "oovec/train/training_data.h"

#include <algorithm>
#include <map>
#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "oovec/base/error.h"
#include "tests/train/lessons.h"

namespace oovec {
namespace {

using testing::Contains;
using testing::Not;

class TrainingDataTest : public testing::Test {
 protected:
  TrainingData make(TrainOptions options, const std::vector<std::string>& excluded = {}) const {
    return {*lessons_.vectors, *lessons_.index, resolve(options, *lessons_.vectors), excluded};
  }
  static TrainOptions paper() {
    TrainOptions options = small_training();
    options.preset = Preset::paper;
    options.calibration = 0;
    return options;
  }

  Lessons lessons_;
};

// n(w) = min(⌊c / min_count⌋, max_instances)
TEST_F(TrainingDataTest, AWordIsAsManyInstancesAsThePaperSays) {
  TrainOptions options = paper();
  options.max_instances = 3;
  const TrainingData data = make(options);
  std::map<std::uint32_t, std::uint64_t> instances;
  for (const Instance& instance : data.epoch(0)) ++instances[instance.row];
  for (std::uint32_t row = 0; row < lessons_.vectors->size(); ++row)
    EXPECT_EQ(instances[row], std::min<std::uint64_t>(lessons_.index->count(row) / 10, 3)) << row;
}

TEST_F(TrainingDataTest, RareAndExcludedWordsAreNoTargets) {
  TrainOptions options = paper();
  options.min_count = 36;
  const std::string excluded(lessons_.vectors->word(0));
  const TrainingData data = make(options, {excluded, "no such word"});
  for (const Instance& instance : data.epoch(0)) {
    EXPECT_NE(instance.row, 0U);
    EXPECT_GE(lessons_.index->count(instance.row), 36U);
  }
}

TEST_F(TrainingDataTest, ExcludedWordsAreFoundInAnySpelling) {
  std::string excluded(lessons_.vectors->word(0));
  std::transform(excluded.begin(), excluded.end(), excluded.begin(), ::toupper);
  const TrainingData data = make(paper(), {"\uFEFF " + excluded + " \r"});
  EXPECT_THAT(data.targets(), testing::Not(testing::Contains(0U)));
  EXPECT_THAT(make(paper()).targets(), testing::Contains(0U));
}

TEST_F(TrainingDataTest, EveryWordIsTrainedFromFormIfAsked) {
  TrainOptions options = paper();
  options.form_words = FormWords::all;
  options.min_count = 40;
  const TrainingData data = make(options);
  std::multiset<std::uint32_t> from_form;
  std::set<std::uint32_t> with_contexts;
  for (const Instance& instance : data.epoch(0)) {
    if (instance.copy == Instance::form_only)
      from_form.insert(instance.row);
    else
      with_contexts.insert(instance.row);
  }
  EXPECT_EQ(data.context_words().size(), with_contexts.size());
  EXPECT_EQ(from_form.size(), lessons_.vectors->size());
  EXPECT_EQ(data.targets().size(), lessons_.vectors->size());
}

TEST_F(TrainingDataTest, WordsHeldOutForCalibrationAreNoTargets) {
  TrainOptions options = small_training();
  const TrainingData data = make(options);
  EXPECT_EQ(data.calibration_words().size(), 20U);
  const std::set<std::uint32_t> held_out(data.calibration_words().begin(),
                                         data.calibration_words().end());
  EXPECT_EQ(held_out.size(), 20U);
  for (const Instance& instance : data.epoch(0)) EXPECT_THAT(held_out, Not(Contains(instance.row)));
}

TEST_F(TrainingDataTest, EpochsHoldTheSameInstancesInAnotherOrder) {
  const TrainingData data = make(paper());
  const auto sorted = [](std::vector<Instance> instances) {
    std::vector<std::pair<std::uint32_t, std::uint16_t>> pairs;
    for (const Instance& instance : instances) pairs.emplace_back(instance.row, instance.copy);
    return pairs;
  };
  auto first = sorted(data.epoch(0)), second = sorted(data.epoch(1));
  EXPECT_EQ(first, sorted(data.epoch(0)));
  EXPECT_NE(first, second);
  std::sort(first.begin(), first.end());
  std::sort(second.begin(), second.end());
  EXPECT_EQ(first, second);
}

TEST_F(TrainingDataTest, BatchesAreTheEpochInPieces) {
  const TrainingData data = make(paper());
  const std::vector<Instance> epoch = data.epoch(2);
  std::vector<std::uint32_t> rows;
  for (std::size_t batch = 0; batch < data.batches_per_epoch(); ++batch)
    for (const Instance& instance : data.make_batch(epoch, 2, batch).instances)
      rows.push_back(instance.row);
  ASSERT_EQ(rows.size(), epoch.size());
  for (std::size_t i = 0; i < rows.size(); ++i) EXPECT_EQ(rows[i], epoch[i].row);
}

// With one sentence per instance, the mean must be that of one of the word's sentences, without
// the word.
TEST_F(TrainingDataTest, ContextsAreMeansOfTheWordsSentencesWithoutTheWord) {
  TrainOptions options = paper();
  options.sentences = 1;
  const TrainingData data = make(options);
  const Batch batch = data.make_batch(data.epoch(0), 0, 0);
  constexpr std::size_t k = Language::dimension;
  for (std::size_t i = 0; i < batch.instances.size(); ++i) {
    const std::uint32_t row = batch.instances[i].row;
    bool found = false;
    for (std::size_t c = 0; c < lessons_.index->contexts(row); ++c) {
      std::vector<double> mean(k);
      double words = 0;
      for (const IndexToken token : lessons_.index->context(row, c).tokens) {
        if (!token.has_vector() || token.row() == row) continue;
        for (std::size_t j = 0; j < k; ++j) mean[j] += lessons_.vectors->row(token.row())[j];
        ++words;
      }
      std::vector<float> given(k);
      batch.contexts[i].mean(given);
      bool same = true;
      for (std::size_t j = 0; j < k; ++j)
        same = same && std::abs(mean[j] / words - given[j]) < 1e-5;
      found = found || same;
    }
    EXPECT_TRUE(found) << lessons_.vectors->word(row);
  }
}

TEST_F(TrainingDataTest, InstancesOfAWordHaveDifferentContextsInEveryEpoch) {
  TrainOptions options = paper();
  options.sentences = 3;
  const TrainingData data = make(options);
  std::set<std::vector<float>> means;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    ContextEvidence sum(Language::dimension);
    data.sum_contexts(0, 3, seed, sum);
    means.insert(sum.sum);
  }
  EXPECT_GT(means.size(), 15U);
}

TEST_F(TrainingDataTest, FrequentWordsWeighLess) {
  TrainOptions options = resolve(small_training(), *lessons_.vectors);
  const std::vector<float> weights = word_weights(*lessons_.index, options);
  const auto total = static_cast<double>(lessons_.index->totals().tokens.total());
  for (std::size_t row = 0; row < weights.size(); ++row) {
    const double share = static_cast<double>(lessons_.index->count(row)) / total;
    EXPECT_FLOAT_EQ(weights[row], static_cast<float>(1e-3 / (1e-3 + share)));
  }
  options.context_weights = ContextWeights::uniform;
  EXPECT_TRUE(word_weights(*lessons_.index, options).empty());
}

TEST_F(TrainingDataTest, NGramsOfFewWordsAreUnknown) {
  TrainOptions options = paper();
  options.ngram_words = 4;
  const TrainingData data = make(options);
  const NgramTable& table = data.ngrams();
  std::map<std::string, std::set<std::uint32_t>> words;
  Ngrams ngrams({3, 5});
  for (std::uint32_t row = 0; row < lessons_.vectors->size(); ++row)
    for (const std::string_view ngram : ngrams.of(lessons_.vectors->word(row)))
      words[std::string(ngram)].insert(row);
  std::size_t kept = 0;
  for (const auto& [ngram, rows] : words) {
    EXPECT_EQ(table.ngrams().find(ngram).has_value(), rows.size() >= 4) << display_ngram(ngram);
    kept += rows.size() >= 4 ? 1 : 0;
  }
  EXPECT_EQ(table.ngrams().size(), kept + 1);
  EXPECT_EQ(table.ngrams().view().word(0), std::string(1, unknown_ngram));
}

TEST_F(TrainingDataTest, NothingToLearnFromIsAnError) {
  TrainOptions options = paper();
  options.min_count = 1'000'000;
  try {
    make(options);
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::usage);
    EXPECT_THAT(error.what(), testing::HasSubstr("`min-count`"));
  }
}

TEST_F(TrainingDataTest, OtherVectorsThanTheIndexsAreRefused) {
  const Language other(2);
  const auto vectors = other.vectors();
  EXPECT_THROW(TrainingData(*vectors, *lessons_.index, resolve(paper(), *vectors), {}), Error);
}

}  // namespace
}  // namespace oovec
