#include "lab/eval/typos.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "oovec/base/error.h"
#include "tests/support/error_of.h"
#include "tests/support/models.h"

namespace oovec::lab {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

std::vector<std::uint32_t> all_rows(const Embeddings& vectors) {
  std::vector<std::uint32_t> rows(vectors.size());
  std::iota(rows.begin(), rows.end(), 0U);
  return rows;
}

Typos open_typos(const Model& model, const TypoOptions& options = {}) {
  return {model.vectors(), all_rows(model.vectors()), options};
}

// Gives "east" to what begins with e, "north" to what begins with n, and nothing to anything else.
class ByFirstLetter : public Inferrer {
 public:
  TokenizerOptions text() const override { return {}; }
  WeightedVectors weighted_vectors() const override { return {&vectors_, {}}; }
  std::optional<std::vector<float>> infer_vector(std::string_view word,
                                                 const ContextEvidence& contexts) const override {
    EXPECT_TRUE(contexts.empty());
    if (word.starts_with('e')) return std::vector<float>{1, 0};
    if (word.starts_with('n')) return std::vector<float>{0, 2};
    return std::nullopt;
  }
  std::optional<bool> has_learned_from(std::string_view word) const override {
    if (word == "west") return std::nullopt;
    return word == "north";
  }

 private:
  Embeddings vectors_ = make_two();

  static Embeddings make_two() {
    Vocabulary words;
    Matrix matrix(2);
    words.insert("east");
    matrix.append(std::vector<float>{1, 0});
    words.insert("north");
    matrix.append(std::vector<float>{0, 1});
    return {std::move(words), std::move(matrix)};
  }
};

TEST(Typos, WordsAreMisspelledInEveryWay) {
  const Model model(small_model());
  const Typos typos = open_typos(model);
  for (std::size_t i = 0; i < typos.size(); ++i) {
    EXPECT_GE(typos.word(i).size(), 4U);
    for (const auto how :
         {Misspelling::swap, Misspelling::remove, Misspelling::insert, Misspelling::replace}) {
      const std::string& misspelled = typos.misspelled(i, how);
      EXPECT_NE(misspelled, typos.word(i));
      EXPECT_FALSE(model.vectors().find(misspelled)) << misspelled;
    }
  }
}

TEST(Typos, DependOnTheSeedAndTheWordAlone) {
  const Model model(small_model());
  const Typos all = open_typos(model);
  const auto melon = static_cast<std::uint32_t>(*model.vectors().find("melon"));
  const Typos one(model.vectors(), {melon}, {});
  ASSERT_EQ(one.size(), 1U);
  for (std::size_t i = 0; i < all.size(); ++i)
    if (all.word(i) == "melon") {
      EXPECT_EQ(one.misspelled(0, Misspelling::swap), all.misspelled(i, Misspelling::swap));
      EXPECT_EQ(one.misspelled(0, Misspelling::remove), all.misspelled(i, Misspelling::remove));
    }
  TypoOptions few;
  few.max_words = 3;
  EXPECT_EQ(open_typos(model, few).size(), 3U);
  EXPECT_EQ(open_typos(model, few).word(0), all.word(0));
}

TEST(Typos, AreMeasuredAsHeldOutWordsAre) {
  const ByFirstLetter model;
  const Typos typos(model.vectors(), all_rows(model.vectors()), {});
  const std::vector<TypoRow> rows = typos.evaluate(model);
  ASSERT_EQ(rows.size(), 5U);
  EXPECT_EQ(rows[0].kind, std::nullopt);
  EXPECT_EQ(rows[0].words, 2U);
  EXPECT_EQ(rows[0].inferred, 2U);
  EXPECT_EQ(rows[0].quality, (Quality{1, 1, 1}));
  for (std::size_t i = 1; i < rows.size(); ++i) {
    double mrr = 0;
    std::size_t inferred = 0;
    for (std::size_t word = 0; word < typos.size(); ++word) {
      const std::string& misspelled = typos.misspelled(word, *rows[i].kind);
      const bool found = misspelled[0] == typos.word(word)[0];
      inferred += misspelled[0] == 'e' || misspelled[0] == 'n' ? 1 : 0;
      mrr += found ? 0.5 : 0.25;  // the worst rank is 2
    }
    EXPECT_EQ(rows[i].inferred, inferred);
    EXPECT_DOUBLE_EQ(rows[i].quality.mrr, mrr);
  }
}

TEST(Typos, AreTheSameForAnyNumberOfThreads) {
  const Model model(small_model());
  TypoOptions one, four;
  one.threads = 1;
  four.threads = 4;
  const auto a = open_typos(model, one).evaluate(model),
             b = open_typos(model, four).evaluate(model);
  for (std::size_t i = 0; i < a.size(); ++i) EXPECT_EQ(a[i].quality, b[i].quality);
}

TEST(Typos, NeedWordsLongEnough) {
  const Model model(small_model());
  TypoOptions options;
  options.min_length = 50;
  EXPECT_THAT(error_of([&] { open_typos(model, options); }).what(),
              HasSubstr("no word of 50 letters"));
}

TEST(Typos, AreOfWordsThatNoModelHasLearnedFrom) {
  const ByFirstLetter model;
  EXPECT_THAT(unlearned_rows({&model, &model}), testing::ElementsAre(0));
  const Model silent(small_model());
  EXPECT_THAT(error_of([&] { (void)unlearned_rows({&silent}); }).what(), HasSubstr("`words`"));
}

}  // namespace
}  // namespace oovec::lab
