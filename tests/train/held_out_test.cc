#include "oovec/train/held_out.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <string>
#include <utility>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "oovec/base/error.h"
#include "tests/support/error_of.h"
#include "tests/support/models.h"
#include "tests/train/lessons.h"

namespace oovec {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

// Five words in the plane; "alone" has no context, "north" and "east" have two, the others one. The
// vector that the model infers is the mean of the context words.
struct Plane {
  Scratch workspace;
  std::shared_ptr<const Embeddings> vectors;
  std::unique_ptr<const ContextIndex> index;

  Plane() {
    Vocabulary words;
    for (const char* word : {"north", "east", "between", "south", "alone"}) words.insert(word);
    Matrix rows(2);
    rows.append(std::vector<float>{0, 2, 3, 0, 1, 1, 0, -1, 1, 2});
    vectors = std::make_shared<const Embeddings>(std::move(words), std::move(rows));
    IndexOptions options;
    options.text.tokenizer = TokenizerKind::whitespace;
    index_corpus(*vectors, {workspace.file("text", "north east\nbetween north\nsouth east\n")},
                 workspace.path("plane.ctx"), options);
    index = std::make_unique<const ContextIndex>(workspace.path("plane.ctx"));
  }

  // What A is in A·c.
  Model model(const std::vector<float>& transform = {1, 0, 0, 1}) const {
    ModelParts parts = small_model(Composition::context, 2);
    parts.vectors = vectors;
    parts.confidence = {};
    std::copy(transform.begin(), transform.end(), part_of(parts, "transform").begin());
    return Model(parts);
  }
};

constexpr std::uint32_t north = 0, east = 1, between = 2, south = 3, alone = 4;

HeldOutOptions giving(std::vector<std::uint32_t> counts) {
  HeldOutOptions options;
  options.counts = std::move(counts);
  return options;
}

// "between" is inferred as (0, 2): "north" and "alone" are nearer than its own (1, 1). "south" is
// inferred as (3, 0), at a right angle to (0, −1), and so is "north", which is level: three are
// nearer.
TEST(HeldOut, RanksCosinesAndLengthsAreThoseOfTheInferredVectors) {
  const Plane plane;
  const std::vector<std::uint32_t> words = {between, south};
  const HeldOutReport report = measure_held_out(plane.model(), *plane.index, words, giving({1}));
  ASSERT_EQ(report.rows.size(), 1U);
  const HeldOutRow& row = report.rows.front();
  EXPECT_EQ(row.contexts, 1U);
  EXPECT_EQ(row.words, 2U);
  EXPECT_DOUBLE_EQ(row.model.median_rank, 3.5);
  EXPECT_DOUBLE_EQ(row.model.mrr, (1.0 / 3 + 1.0 / 4) / 2);
  EXPECT_NEAR(row.model.cosine, std::sqrt(0.5) / 2, 1e-6);
  ASSERT_TRUE(row.length);
  const double length = typical_length(plane.model().vectors());
  EXPECT_EQ(row.length, (Lengths{length, length, length}));
  ASSERT_TRUE(row.true_length);
  EXPECT_NEAR(row.true_length->median, (1 + std::sqrt(2)) / 2, 1e-9);
  EXPECT_EQ(row.alpha, (Lengths{1, 1, 1}));  // of a model of contexts alone
  EXPECT_EQ(row.form, std::nullopt);
  EXPECT_EQ(row.context, row.model);
  EXPECT_THAT(row.calibration, IsEmpty());  // the model has no confidence
}

// "north" is inferred as (2, ½), "east" as (0, 1.5).
TEST(HeldOut, OnlyWordsWithAsManyContextsCount) {
  const Plane plane;
  const std::vector<std::uint32_t> words = {north, east, between, south};
  const auto rows = measure_held_out(plane.model(), *plane.index, words, giving({1, 2, 3})).rows;
  ASSERT_EQ(rows.size(), 3U);
  EXPECT_EQ(rows[0].words, 4U);
  EXPECT_EQ(rows[1].words, 2U);
  EXPECT_DOUBLE_EQ(rows[1].model.median_rank, 4);
  EXPECT_NEAR(rows[1].model.cosine, 0.5 / std::hypot(2, 0.5) / 2, 1e-6);
  EXPECT_EQ(rows[2].words, 0U);
  EXPECT_EQ(rows[2].model, Quality());
  EXPECT_EQ(rows[2].length, std::nullopt);
  EXPECT_EQ(rows[2].true_length, std::nullopt);
  EXPECT_EQ(rows[2].alpha, std::nullopt);
}

TEST(HeldOut, WordsOfLikeFrequencyAreToldApart) {
  Plane plane;
  std::string text;
  for (int i = 0; i < 12; ++i) text += "north east\n";
  text += "between north\nsouth east\n";
  IndexOptions options;
  options.text.tokenizer = TokenizerKind::whitespace;
  index_corpus(*plane.vectors, {plane.workspace.file("more", text)},
               plane.workspace.path("more.ctx"), options);
  const ContextIndex index(plane.workspace.path("more.ctx"));
  const std::vector<std::uint32_t> words = {north, east, between, south};
  const HeldOutReport report = measure_held_out(plane.model(), index, words, giving({1, 2}));
  ASSERT_EQ(report.bands.size(), 2U);
  const HeldOutBand& rare = report.bands[0];
  const HeldOutBand& frequent = report.bands[1];
  EXPECT_EQ(rare.low, 1U);
  EXPECT_EQ(rare.high, 9U);
  EXPECT_EQ(frequent.low, 10U);
  EXPECT_EQ(frequent.high, 99U);
  const std::vector<std::uint32_t> rare_words = {between, south}, frequent_words = {north, east};
  EXPECT_EQ(rare.rows, measure_held_out(plane.model(), index, rare_words, giving({1, 2})).rows);
  EXPECT_EQ(frequent.rows,
            measure_held_out(plane.model(), index, frequent_words, giving({1, 2})).rows);
  EXPECT_EQ(rare.rows[0].words, 2U);
  EXPECT_EQ(rare.rows[1].words, 0U);  // that have two contexts
}

TEST(HeldOut, TheRankIsTheWorstWhereNothingIsInferred) {
  const Plane plane;
  const std::vector<std::uint32_t> words = {north, south};
  const float nan = std::numeric_limits<float>::quiet_NaN();
  for (const auto& [transform, contexts] :
       {std::pair<std::vector<float>, std::uint32_t>{{1, 0, 0, 1}, 0},
        {{0, 0, 0, 0}, 1},
        {{nan, nan, nan, nan}, 1}}) {
    const HeldOutReport report =
        measure_held_out(plane.model(transform), *plane.index, words, giving({contexts}));
    const HeldOutRow& row = report.rows.front();
    EXPECT_EQ(row.words, 2U);
    EXPECT_EQ(row.model, (Quality{5, 0.2, 0}));
  }
}

TEST(HeldOut, AnIndexOfOtherVectorsIsRefused) {
  const Plane plane;
  const Model other(small_model());
  const std::vector<std::uint32_t> words = {north};
  EXPECT_THAT(error_of([&] { (void)measure_held_out(other, *plane.index, words, {}); }).what(),
              HasSubstr("other vectors"));
  EXPECT_THAT(error_of([&] { (void)held_out_words({&other}, *plane.index, {}); }).what(),
              HasSubstr("other vectors"));
}

// A model of the made-up language that has not learned anything.
class HeldOutTest : public testing::Test {
 protected:
  HeldOutTest() : words_(lessons_.vectors->size()) {
    std::iota(words_.begin(), words_.end(), 0U);
    parts_ = small_model(Composition::gated, Language::dimension);
    parts_.vectors = lessons_.vectors;
    parts_.ngrams =
        arbitrary_ngrams(lessons_.language.words(), parts_.settings.ngrams, Language::dimension);
  }

  HeldOutReport measure(const HeldOutOptions& options) const {
    return measure_held_out(Model(parts_), *lessons_.index, words_, options);
  }

  Lessons lessons_;
  ModelParts parts_;
  std::vector<std::uint32_t> words_;  // all
};

TEST_F(HeldOutTest, FormAloneIsTheModelWithoutContexts) {
  const auto rows = measure(giving({0, 4})).rows;
  ASSERT_EQ(rows[1].words, words_.size());
  EXPECT_EQ(rows[0].form, rows[0].model);
  EXPECT_EQ(rows[0].context, std::nullopt);
  EXPECT_EQ(rows[1].form, rows[0].model);
  EXPECT_NE(rows[1].model, rows[0].model);
}

TEST_F(HeldOutTest, ContextAloneIsTheModelWithoutNgrams) {
  const auto rows = measure(giving({1, 4})).rows;
  parts_.ngrams = arbitrary_embeddings({std::string(1, unknown_ngram)}, Language::dimension, 1);
  const auto without = measure(giving({1, 4})).rows;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    EXPECT_EQ(rows[i].context, without[i].model);
    EXPECT_EQ(rows[i].context, without[i].context);
    EXPECT_NE(rows[i].context, rows[i].model);
  }
}

TEST_F(HeldOutTest, ThreadsChangeNothing) {
  HeldOutOptions options = giving({0, 1, 4, 16});
  options.threads = 1;
  const HeldOutReport report = measure(options);
  for (const int threads : {2, 5}) {
    options.threads = threads;
    EXPECT_EQ(measure(options), report);
  }
}

// More of them than are searched for at once.
TEST_F(HeldOutTest, AWordGetsTheSameContextsWhateverTheOthersAre) {
  const auto once = measure(giving({1})).rows.front();
  const std::vector<std::uint32_t> all = words_;
  for (int i = 0; i < 2; ++i) words_.insert(words_.end(), all.begin(), all.end());
  const auto thrice = measure(giving({1})).rows.front();
  EXPECT_EQ(thrice.words, 3 * once.words);
  EXPECT_EQ(thrice.model.median_rank, once.model.median_rank);
  EXPECT_NEAR(thrice.model.mrr, once.model.mrr, 1e-9);
  EXPECT_NEAR(thrice.model.cosine, once.model.cosine, 1e-9);

  words_ = {7};
  const auto first = measure(giving({1})).rows.front();
  words_ = {8};
  const auto second = measure(giving({1})).rows.front();
  words_ = {7, 8};
  EXPECT_NEAR(measure(giving({1})).rows.front().model.cosine,
              (first.model.cosine + second.model.cosine) / 2, 1e-9);
}

TEST_F(HeldOutTest, TheSeedDrawsTheContexts) {
  HeldOutOptions options = giving({1});
  const HeldOutReport report = measure(options);
  EXPECT_EQ(measure(options), report);
  options.seed = 2;
  EXPECT_NE(measure(options), report);
}

TEST_F(HeldOutTest, CosinesAreHeldAgainstTheConfidenceInTenParts) {
  const auto row = measure(giving({4})).rows.front();
  ASSERT_EQ(row.calibration.size(), 10U);
  double cosine = 0;
  for (std::size_t i = 0; i < 10; ++i) {
    EXPECT_EQ(row.calibration[i].words, words_.size() / 10);
    cosine += row.calibration[i].cosine / 10;
    EXPECT_LE(row.calibration[i > 0 ? i - 1 : 0].confidence, row.calibration[i].confidence);
  }
  EXPECT_LT(row.calibration.front().confidence, row.calibration.back().confidence);
  EXPECT_NEAR(cosine, row.model.cosine, 1e-6);
  words_.resize(3);
  const auto few = measure(giving({4})).rows.front();
  ASSERT_EQ(few.calibration.size(), 3U);
  EXPECT_EQ(few.calibration.front().words, 1U);
}

TEST_F(HeldOutTest, WordsThatNoModelHasLearnedFromAreDrawn) {
  parts_.targets.assign(words_.size(), true);
  for (std::size_t row = 0; row < 100; ++row) parts_.targets[row] = false;
  const Model model(parts_);
  for (std::size_t row = 0; row < 60; ++row) parts_.targets[row] = true;
  const Model other(parts_);

  std::vector<std::uint32_t> expected(100);
  std::iota(expected.begin(), expected.end(), 0U);
  EXPECT_EQ(held_out_words({&model}, *lessons_.index, {}), expected);
  EXPECT_EQ(held_out_words({&model, &other}, *lessons_.index, {}),
            std::vector<std::uint32_t>(expected.begin() + 60, expected.end()));

  HeldOutOptions options;
  options.max_words = 30;
  const auto drawn = held_out_words({&model}, *lessons_.index, options);
  EXPECT_EQ(drawn.size(), 30U);
  EXPECT_TRUE(std::is_sorted(drawn.begin(), drawn.end()));
  EXPECT_TRUE(std::includes(expected.begin(), expected.end(), drawn.begin(), drawn.end()));
  EXPECT_EQ(held_out_words({&model}, *lessons_.index, options), drawn);
  options.seed = 2;
  EXPECT_NE(held_out_words({&model}, *lessons_.index, options), drawn);
}

TEST_F(HeldOutTest, AModelThatDoesNotTellWhatItHasLearnedFromIsRefused) {
  const Model model(parts_);
  const Error error = error_of([&] { (void)held_out_words({&model}, *lessons_.index, {}); });
  EXPECT_EQ(error.kind(), ErrorKind::usage);
  EXPECT_THAT(error.what(), HasSubstr("words"));
}

TEST(HeldOut, WordsWithoutContextsAreNotDrawn) {
  const Plane plane;
  const std::vector<std::uint32_t> rows = {east, alone, north};
  EXPECT_THAT(draw_words(rows, *plane.index, {}), ElementsAre(north, east));
}

}  // namespace
}  // namespace oovec
