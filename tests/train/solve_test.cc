// The balanced model as training makes it.
#include "oovec/train/solve.h"

#include <cmath>
#include <deque>
#include <filesystem>
#include <numeric>
#include <set>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "oovec/train/misspelled_words.h"
#include "oovec/train/seeds.h"
#include "oovec/train/train.h"
#include "tests/support/error_of.h"
#include "tests/train/solved_lessons.h"
#include "tests/train/train_fixture.h"

namespace oovec {
namespace {

using testing::HasSubstr;

double cosine_of(std::span<const float> a, std::span<const float> b) {
  double ab = 0, aa = 0, bb = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    ab += static_cast<double>(a[i]) * b[i];
    aa += static_cast<double>(a[i]) * a[i];
    bb += static_cast<double>(b[i]) * b[i];
  }
  return ab / std::sqrt(aa) / std::sqrt(bb);
}

double length_of(std::span<const float> vector) {
  double squares = 0;
  for (const float value : vector) squares += static_cast<double>(value) * value;
  return std::sqrt(squares);
}

// Trains on lessons of its own.
struct Solved {
  SolvedLessons lessons;
  std::deque<StopAfter> monitors;

  explicit Solved(std::size_t dimension, const SolvedLessons::Change& change = {})
      : lessons(dimension, 0.2F, change) {}

  std::string path() const { return lessons.workspace.path("model.oovec"); }
  TrainSummary train(const TrainOptions& options = small_solving()) const {
    return train_model(lessons.vectors, *lessons.index, path(), options);
  }
  Model model(const TrainOptions& options = small_solving()) const {
    train(options);
    return Model(path());
  }
  std::string bytes(const TrainOptions& options = small_solving()) const {
    train(options);
    return lessons.workspace.content("model.oovec");
  }
  TrainSummary stopped_after(std::uint64_t calls, TrainOptions options = small_solving()) {
    options.monitor = &monitors.emplace_back(calls);
    return train(options);
  }

  // With sentences about its topic.
  Inference inferred(const Model& model, const std::string& word, std::size_t contexts) {
    Observation observation(model, word);
    const std::size_t row = *lessons.vectors->find(word);
    for (std::size_t i = 0; i < contexts; ++i)
      observation.add(lessons.language.sentence(lessons.language.topic(row)));
    return *observation.infer();
  }
  // Mean cosine of inferred and true vectors of the excluded words.
  double quality(const Model& model, std::size_t contexts) {
    double sum = 0;
    const std::vector<std::string> words = lessons.excluded();
    for (const std::string& word : words)
      sum += cosine_of(inferred(model, word, contexts).vector,
                       lessons.vectors->row(*lessons.vectors->find(word)));
    return sum / static_cast<double>(words.size());
  }
};

TrainOptions resuming(TrainOptions options = small_solving()) {
  options.resume = true;
  return options;
}

TrainOptions with_excluded(const Solved& solved) {
  TrainOptions options = small_solving();
  options.excluded = solved.lessons.excluded();
  return options;
}

TEST(Solve, TheModelIsTheSameForAnyNumberOfThreads) {
  const Solved solved(33);
  TrainOptions options = small_solving();
  options.threads = 1;
  const std::string expected = solved.bytes(options);
  EXPECT_FALSE(expected.empty());
  for (const int threads : {2, 3}) {
    options.threads = threads;
    EXPECT_TRUE(solved.bytes(options) == expected) << threads;
  }
}

TEST(Solve, WithAllOptionsTheModelIsTheSameForAnyNumberOfThreads) {
  const Solved solved(33);
  TrainOptions options = small_solving();
  options.typos = 0.5;
  options.ngram_dropout = 0.2;
  options.ranking_steps = 3;
  options.threads = 1;
  const std::string expected = solved.bytes(options);
  for (const int threads : {2, 3}) {
    options.threads = threads;
    EXPECT_TRUE(solved.bytes(options) == expected) << threads;
  }
}

// Components are solved for in groups of 16.
TEST(Solve, AnyDimensionDoes) {
  for (const std::size_t dimension : {1, 3, 17, 33}) {
    Solved solved(dimension);
    const Model model = solved.model(with_excluded(solved));
    EXPECT_GT(solved.quality(model, 0), 0.6) << dimension;
    EXPECT_GT(solved.quality(model, 3), 0.7) << dimension;
  }
}

TEST(Solve, StoppedAnywhereItResumesToTheSameModel) {
  Solved solved(33);
  const std::string expected = solved.bytes();
  std::uint64_t stops = 0, resumed_late = 0;
  for (std::uint64_t calls = 1;; calls += 25, ++stops) {
    std::filesystem::remove(solved.path());
    if (!solved.stopped_after(calls).stopped) break;
    EXPECT_FALSE(std::filesystem::exists(solved.path()));
    TrainOptions options = resuming();
    options.threads = static_cast<int>(calls % 3);
    const TrainSummary summary = solved.train(options);
    EXPECT_FALSE(summary.stopped);
    resumed_late += summary.resumed_at > 0 ? 1 : 0;
    EXPECT_TRUE(solved.lessons.workspace.content("model.oovec") == expected) << calls;
  }
  EXPECT_GT(stops, 5U);
  EXPECT_GT(resumed_late, 0U);
  EXPECT_LT(resumed_late, stops);
}

TEST(Solve, StoppedTwiceItStillResumes) {
  Solved solved(33);
  const std::string expected = solved.bytes();
  std::filesystem::remove(solved.path());
  EXPECT_TRUE(solved.stopped_after(60).stopped);
  EXPECT_TRUE(solved.stopped_after(8, resuming()).stopped);
  EXPECT_TRUE(solved.bytes(resuming()) == expected);
}

TEST(Solve, ResumingWithoutACheckpointBeginsAtTheBeginning) {
  const Solved solved(3);
  const std::string expected = solved.bytes();
  EXPECT_TRUE(solved.bytes(resuming()) == expected);
}

TEST(Solve, SavedAfterEveryGroupItGivesTheSameModel) {
  const Solved solved(33);
  const std::string expected = solved.bytes();
  TrainOptions options = small_solving();
  options.checkpoint_every = 0;
  EXPECT_TRUE(solved.bytes(options) == expected);
}

TEST(Solve, WithAllOptionsItResumesToTheSameModel) {
  Solved solved(33);
  TrainOptions options = small_solving();
  options.typos = 0.5;
  options.ngram_dropout = 0.2;
  options.ranking_steps = 3;
  options.ridge = 1;
  options.threads = 1;
  const std::string expected = solved.bytes(options);
  std::uint64_t resumed_late = 0;
  // Before there is a checkpoint, every stop is like the others.
  for (std::uint64_t calls = 1; solved.stopped_after(calls, options).stopped;
       calls += resumed_late == 0 ? 40 : 8) {
    resumed_late += solved.train(resuming(options)).resumed_at > 0 ? 1U : 0U;
    EXPECT_TRUE(solved.lessons.workspace.content("model.oovec") == expected) << calls;
  }
  EXPECT_GT(resumed_late, 1U);
}

TEST(Solve, ACheckpointOfAnotherTrainingIsRefusedByName) {
  Solved solved(3);
  EXPECT_TRUE(solved.stopped_after(5).stopped);
  TrainOptions other = resuming();
  other.sentences = 6;
  const Error error = error_of([&] { solved.train(other); });
  EXPECT_EQ(error.kind(), ErrorKind::usage);
  EXPECT_THAT(error.what(), HasSubstr("sentences is 5, not 6"));
}

TEST(Solve, NothingButTheModelIsLeft) {
  Solved solved(17);
  auto expected = solved.lessons.workspace.names();
  expected.insert("model.oovec");
  solved.train();
  EXPECT_EQ(solved.lessons.workspace.names(), expected);
  EXPECT_TRUE(solved.stopped_after(50).stopped);
  solved.train(resuming());
  EXPECT_EQ(solved.lessons.workspace.names(), expected);
}

TEST(Solve, AModelWrittenAndOpenedAgainInfersTheSame) {
  Solved solved(17);
  const std::vector<Candidate> candidates = {{Composition::balanced, 0.01}};
  const Training training(solved.lessons.vectors, *solved.lessons.index, small_solving(),
                          candidates);
  const auto solution = solve(training, solved.lessons.workspace.path("checkpoint"));
  ASSERT_TRUE(solution.has_value());
  const Model made(solution->model);
  write_model(solution->model, solved.path());
  const Model opened(solved.path());
  for (const std::string& text :
       {"one of them " + solved.lessons.language.sentence(2), std::string()})
    for (const std::string word : {"unbekandoshi", "olver"}) {
      Observation a(made, word), b(opened, word);
      a.add(text);
      b.add(text);
      ASSERT_TRUE(a.infer().has_value());
      EXPECT_EQ(a.infer()->vector, b.infer()->vector);
      EXPECT_EQ(a.infer()->alpha, b.infer()->alpha);
    }
}

TEST(Solve, EveryVectorHasALengthThatVectorsHave) {
  Solved solved(17);
  const Model model = solved.model();
  double shortest = 1e30, longest = 0;
  for (std::size_t row = 0; row < solved.lessons.vectors->size(); ++row) {
    shortest = std::min(shortest, length_of(solved.lessons.vectors->row(row)));
    longest = std::max(longest, length_of(solved.lessons.vectors->row(row)));
  }
  const std::string sentence = solved.lessons.language.sentence(1);
  for (const std::string word :
       {solved.lessons.language.words()[3].c_str(), "unheardando", "x", "😀🎉", "日本", "ando-ando"})
    for (const int contexts : {0, 1, 300}) {
      Observation observation(model, word);
      for (int i = 0; i < contexts; ++i) observation.add(sentence);
      const auto found = observation.infer();
      ASSERT_TRUE(found.has_value() || contexts == 0) << word;
      if (!found) continue;
      EXPECT_GT(length_of(found->vector), 0.5 * shortest) << word;
      EXPECT_LT(length_of(found->vector), 1.2 * longest) << word;
    }
}

TEST(Solve, CosinesDoNotDependOnTheScaleOfTheVectors) {
  const auto scaled = [](float scale) {
    return [=](std::size_t, std::span<float> values) {
      for (float& value : values) value *= scale;
    };
  };
  Solved plain(17);
  const Model expected = plain.model();
  for (const float scale : {1e-20F, 1e20F}) {
    Solved solved(17, scaled(scale));
    const Model model = solved.model();
    EXPECT_EQ(model.settings().training.at("ridge"), expected.settings().training.at("ridge"));
    for (std::size_t row = 0; row < plain.lessons.vectors->size(); row += 50)
      for (const std::size_t contexts : {0, 1, 4}) {
        const std::string word = plain.lessons.language.words()[row];
        // Both languages have said the same so far, so that the sentences are the same.
        const Inference a = plain.inferred(expected, word, contexts);
        Inference b = solved.inferred(model, word, contexts);
        plain.lessons.language = solved.lessons.language;
        for (float& value : b.vector) value /= scale;
        EXPECT_GT(cosine_of(a.vector, b.vector), 0.9999) << word << ' ' << contexts << ' ' << scale;
        EXPECT_NEAR(length_of(b.vector) / length_of(a.vector), 1, 1e-3);
        EXPECT_NEAR(a.alpha, b.alpha, 0.01);
      }
    plain.lessons.language = Solved(1).lessons.language;
  }
}

TEST(Solve, RowsOfZerosDoNoHarm) {
  Solved solved(17, [](std::size_t row, std::span<float> values) {
    if (row % 7 == 1) std::ranges::fill(values, 0);
  });
  TrainOptions options = small_solving();
  for (std::size_t row = 0; row < solved.lessons.vectors->size(); row += 10)
    if (row % 7 != 1) options.excluded.push_back(solved.lessons.language.words()[row]);
  const Model model = solved.model(options);
  double sum = 0;
  for (const std::string& word : options.excluded)
    sum += cosine_of(solved.inferred(model, word, 3).vector,
                     solved.lessons.vectors->row(*solved.lessons.vectors->find(word)));
  EXPECT_GT(sum / static_cast<double>(options.excluded.size()), 0.85);
  for (const float parameter : model.parts().parameters) EXPECT_TRUE(std::isfinite(parameter));
}

TEST(Solve, HeldOutWordsGetTheirMeaningFromFormAndContext) {
  Solved solved(8);
  const Model model = solved.model(with_excluded(solved));
  const double form = solved.quality(model, 0);
  EXPECT_GT(form, 0.8);
  EXPECT_GT(solved.quality(model, 3), std::max(form, 0.9));
}

// Mean cosine of the vectors of words and those inferred for other misspellings of them than were
// learned from.
double quality_misspelled(const Solved& solved, const Model& model, const TrainOptions& options) {
  const Embeddings& vectors = *solved.lessons.vectors;
  std::vector<std::uint32_t> rows(vectors.size());
  std::iota(rows.begin(), rows.end(), 0);
  std::set<std::string> learned;
  for (const auto& learned_from :
       misspell_words(vectors, rows, seed_for(options.seed, Purpose::typos)))
    learned.insert(learned_from.spelling);
  double sum = 0;
  std::size_t words = 0;
  for (const auto& [row, spelling] : misspell_words(vectors, rows, 99)) {
    if (learned.contains(spelling)) continue;
    sum += cosine_of(Observation(model, spelling).infer()->vector, vectors.row(row));
    ++words;
  }
  EXPECT_GT(words, 500U);
  return sum / static_cast<double>(words);
}

TEST(Solve, MisspellingsHelpMisspelledWords) {
  Solved solved(8);
  TrainOptions options = with_excluded(solved);
  const Model plain = solved.model(options);
  options.typos = 0.5;
  const Model robust = solved.model(options);
  const double before = quality_misspelled(solved, plain, options);
  EXPECT_GT(quality_misspelled(solved, robust, options), before + 0.01);
  EXPECT_GT(solved.quality(robust, 0), solved.quality(plain, 0) - 0.02);
}

TEST(Solve, WithDropoutThereIsAGoodModelToo) {
  Solved solved(8);
  TrainOptions options = with_excluded(solved);
  options.ngram_dropout = 0.3;
  const Model model = solved.model(options);
  EXPECT_GT(solved.quality(model, 0), 0.8);
  EXPECT_GT(solved.quality(model, 3), 0.9);
  EXPECT_EQ(model.settings().training.at("ngram-dropout"), "0.3");
}

TEST(Solve, WithStepsForRanksThereIsAGoodModelToo) {
  Solved solved(8);
  TrainOptions options = with_excluded(solved);
  options.ranking_steps = 10;
  const Model model = solved.model(options);
  EXPECT_GT(solved.quality(model, 0), 0.8);
  EXPECT_GT(solved.quality(model, 3), 0.9);
  EXPECT_EQ(model.settings().training.at("ranking-steps"), "10");
}

TEST(Solve, WithoutWordsToHoldOutThereIsAModelToo) {
  Solved solved(3);
  TrainOptions options = small_solving();
  options.calibration = 0;
  const Model model = solved.model(options);
  EXPECT_EQ(model.settings().training.at("ridge"), "2");
  EXPECT_EQ(solved.inferred(model, solved.lessons.language.words()[0], 1).alpha, 0.5F);
}

TEST(Solve, TheModelTellsWhatItWasMadeWith) {
  const Solved solved(3);
  TrainOptions options = small_solving();
  auto training = solved.model(options).settings().training;
  EXPECT_THAT(training.at("ridge"), testing::AnyOf("0.4", "0.8", "1.6", "3.2"));
  EXPECT_EQ(training.at("new-word-rank"), std::to_string(solved.lessons.vectors->size() / 6));
  EXPECT_THAT(training.at("frequency ranks"), HasSubstr("corpus counts (correlation"));
  options.ridge = 5;
  options.new_word_rank = 7;
  training = solved.model(options).settings().training;
  EXPECT_EQ(training.at("ridge"), "5");
  EXPECT_EQ(training.at("new-word-rank"), "7");
}

TEST(Solve, VectorsThatAreAllTheSameAreRefused) {
  const Solved solved(
      3, [](std::size_t, std::span<float> values) { std::ranges::fill(values, 0.25F); });
  EXPECT_EQ(error_of([&] { solved.train(); }).kind(), ErrorKind::usage);
  EXPECT_FALSE(std::filesystem::exists(solved.path()));
}

}  // namespace
}  // namespace oovec
