#include "oovec/train/tune.h"

#include <filesystem>
#include <stdexcept>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "oovec/base/error.h"
#include "tests/support/error_of.h"
#include "tests/train/train_fixture.h"

namespace oovec {
namespace {

using testing::HasSubstr;

class TuneTest : public TrainWithDevTest {
 protected:
  TuneSummary tune_with(const TrainOptions& options) {
    return tune(lessons_.vectors, *lessons_.index, path(), candidates_, options);
  }
  TrainOptions options() const { return with_dev(small_training()); }

  std::vector<Candidate> candidates_ =
      combine({Composition::gated, Composition::context}, {0.1, 0.01});
};

void expect_same(const TuneSummary& one, const TuneSummary& other) {
  EXPECT_EQ(one.best_candidate, other.best_candidate);
  EXPECT_EQ(one.best_epoch, other.best_epoch);
  ASSERT_EQ(one.results.size(), other.results.size());
  for (std::size_t i = 0; i < one.results.size(); ++i) {
    ASSERT_EQ(one.results[i].size(), other.results[i].size());
    for (std::size_t j = 0; j < one.results[i].size(); ++j) {
      const EpochResult &a = one.results[i][j], &b = other.results[i][j];
      EXPECT_EQ(a.epoch, b.epoch);
      EXPECT_EQ(a.loss, b.loss);
      EXPECT_EQ(a.score, b.score);
      ASSERT_EQ(a.dev.size(), b.dev.size());
      for (std::size_t k = 0; k < a.dev.size(); ++k) {
        EXPECT_EQ(a.dev[k].value, b.dev[k].value);
        EXPECT_EQ(a.dev[k].details, b.dev[k].details);
      }
    }
  }
}

TEST_F(TuneTest, GivesTheModelsThatTrainingGives) {
  TrainOptions options = this->options();
  const TuneSummary tuned = tune_with(options);
  const std::string best = model();
  ASSERT_EQ(tuned.results.size(), 4U);
  for (std::size_t i = 0; i < candidates_.size(); ++i) {
    options.model = candidates_[i].model;
    options.learning_rate = candidates_[i].learning_rate;
    const TrainSummary trained = train(options);
    ASSERT_EQ(trained.epochs.size(), tuned.results[i].size());
    for (std::size_t epoch = 0; epoch < trained.epochs.size(); ++epoch) {
      EXPECT_EQ(trained.epochs[epoch].loss, tuned.results[i][epoch].loss);
      EXPECT_EQ(trained.epochs[epoch].score, tuned.results[i][epoch].score);
    }
    if (i == tuned.best_candidate) {
      EXPECT_TRUE(model() == best);
    }
  }
}

TEST_F(TrainTest, TuningNeedsDevelopmentData) {
  EXPECT_THROW(tune(lessons_.vectors, *lessons_.index, path(), {Candidate{}}), Error);
}

TEST_F(TuneTest, NothingButTheModelIsLeft) {
  auto expected = lessons_.workspace.names();
  expected.insert("model.oovec");
  tune_with(options());
  EXPECT_EQ(lessons_.workspace.names(), expected);
}

TEST_F(TuneTest, ALinkToAFileStaysALink) {
  const std::string link = lessons_.workspace.path("model.oovec");
  std::filesystem::create_symlink(lessons_.workspace.file("target", ""), link);
  tune_with(options());
  EXPECT_TRUE(std::filesystem::is_symlink(link));
  EXPECT_NO_THROW(Model(lessons_.workspace.path("target")));
}

TEST_F(TuneTest, NoDeviceIsReplaced) {
  const std::string device = lessons_.workspace.path("device");
  std::filesystem::create_symlink("/dev/null", device);
  for (const char* output : {device.c_str(), "-", "/dev/stdout"}) {
    const auto refuse = [&](const auto& task) {
      const Error error = error_of(task);
      EXPECT_EQ(error.kind(), ErrorKind::usage);
      EXPECT_THAT(error.what(), HasSubstr("the output must be a file"));
    };
    refuse([&] { tune(lessons_.vectors, *lessons_.index, output, candidates_, options()); });
    refuse([&] { train_model(lessons_.vectors, *lessons_.index, output, options()); });
  }
  EXPECT_TRUE(std::filesystem::is_character_file(device));
}

TEST_F(TuneTest, AStoppedSearchResumesToTheSameResults) {
  TrainOptions options = this->options();
  const TuneSummary expected = tune_with(options);
  const std::string best = model();
  const std::uint64_t batches = batches_per_epoch(expected);
  for (const std::uint64_t step : {std::uint64_t{1}, batches, batches + 1, 2 * batches + 7}) {
    std::filesystem::remove(path());
    EXPECT_TRUE(tune_with(stopping_after(step, options)).stopped);
    options.threads = static_cast<int>(step % 3);
    const TuneSummary resumed = tune_with(resuming(options));
    EXPECT_EQ(resumed.resumed_at, step);
    EXPECT_FALSE(resumed.stopped);
    EXPECT_TRUE(model() == best) << step;
    expect_same(resumed, expected);
    EXPECT_FALSE(std::filesystem::exists(path() + ".checkpoint"));
    EXPECT_FALSE(std::filesystem::exists(path() + ".best"));
  }
}

TEST_F(TuneTest, ASearchMayBeStoppedAgainAndAgain) {
  const TuneSummary expected = tune_with(options());
  const std::string best = model();
  const std::uint64_t half_an_epoch = batches_per_epoch(expected) / 2;
  EXPECT_TRUE(tune_with(stopping_after(half_an_epoch, options())).stopped);
  for (int i = 0; i < 4; ++i)
    EXPECT_TRUE(tune_with(resuming(stopping_after(half_an_epoch, options()))).stopped);
  expect_same(tune_with(resuming(options())), expected);
  EXPECT_TRUE(model() == best);
}

TEST_F(TuneTest, AStoppedSearchWritesTheBestSoFar) {
  const TuneSummary whole = tune_with(options());
  std::filesystem::remove(path());
  TuneSummary stopped = tune_with(stopping_after(5, options()));
  EXPECT_EQ(stopped.best_epoch, 0U);
  EXPECT_FALSE(std::filesystem::exists(path()));

  stopped = tune_with(stopping_after(batches_per_epoch(whole) + 1, options()));
  EXPECT_EQ(stopped.best_epoch, 1U);
  const auto training = Model(path()).settings().training;
  EXPECT_EQ(training.at("epoch"), "1");
  EXPECT_EQ(training.at("model"), enum_name(candidates_[stopped.best_candidate].model));
  for (const auto& results : stopped.results)
    EXPECT_LE(results.front().score, stopped.results[stopped.best_candidate].front().score);
}

// Fails when a number of candidates has been scored, as if the program had been killed then: the
// best model so far is that of an epoch that no checkpoint knows.
class FailAfterScores : public TrainMonitor {
 public:
  explicit FailAfterScores(int scores) : left_(scores) {}
  void epoch_done(const EpochResult& /*result*/) override {
    if (--left_ == 0) throw std::runtime_error("killed");
  }

 private:
  int left_;
};

TEST_F(TuneTest, ASearchKilledAmongScoresResumesToTheSameResults) {
  const TuneSummary expected = tune_with(options());
  const std::string best = model();
  for (const int scores : {1, 2, 6, 11, 12}) {
    std::filesystem::remove(path());
    FailAfterScores monitor(scores);
    TrainOptions options = this->options();
    options.monitor = &monitor;
    EXPECT_THROW(tune_with(options), std::runtime_error);
    EXPECT_FALSE(std::filesystem::exists(path()));
    expect_same(tune_with(resuming(this->options())), expected);
    EXPECT_TRUE(model() == best) << scores;
  }
}

TEST_F(TuneTest, OnlyTheSameCandidatesCanBeResumed) {
  tune_with(stopping_after(5, options()));
  std::swap(candidates_[0], candidates_[1]);
  EXPECT_THAT(std::string(error_of([&] { tune_with(resuming(options())); }).what()),
              HasSubstr("learning-rate is 0.1, 0.01, 0.1, 0.01, not 0.01, 0.1, 0.1, 0.01"));
  candidates_.pop_back();
  EXPECT_THAT(std::string(error_of([&] { tune_with(resuming(options())); }).what()),
              HasSubstr("another training"));
}

TEST(Combine, AModelThatIsSolvedForStandsOnce) {
  const auto candidates = combine({Composition::balanced, Composition::form}, {0.1, 0.01});
  ASSERT_EQ(candidates.size(), 3U);
  EXPECT_EQ(candidates[0].model, Composition::balanced);
  EXPECT_EQ(candidates[1].model, Composition::form);
  EXPECT_EQ(candidates[1].learning_rate, 0.1);
  EXPECT_EQ(candidates[2].learning_rate, 0.01);
}

// A model that is solved for among others.
class TuneSolvedTest : public TuneTest {
 protected:
  TuneSolvedTest() {
    candidates_ = combine({Composition::context, Composition::balanced}, {rate_});
  }

  // One that leaves the others as bad as they begin, or not.
  void use_rate(double rate) {
    rate_ = rate;
    candidates_ = combine({Composition::context, Composition::balanced}, {rate});
  }

  double best_score(const TuneSummary& summary) const {
    return *summary.results[summary.best_candidate][summary.best_epoch - 1].score;
  }

  double rate_ = 0.1;
};

TEST_F(TuneSolvedTest, GivesTheModelThatTrainingGives) {
  TrainOptions solving;
  solving.sentences = 5;
  solving.min_count = 10;
  solving.calibration = 20;
  const TrainSummary trained = train(with_dev(solving));
  const std::string expected = model();
  use_rate(1e-9);
  const TuneSummary tuned = tune_with(options());
  ASSERT_EQ(tuned.results.size(), 2U);
  EXPECT_EQ(tuned.results[0].size(), 3U);
  ASSERT_EQ(tuned.results[1].size(), 1U);
  EXPECT_EQ(tuned.results[1][0].epoch, 1U);
  EXPECT_FALSE(tuned.results[1][0].loss.has_value());
  EXPECT_EQ(tuned.results[1][0].score, trained.epochs.at(0).score);
  EXPECT_EQ(tuned.best_candidate, 1U);
  EXPECT_EQ(tuned.best_epoch, 1U);
  EXPECT_TRUE(model() == expected);
}

TEST_F(TuneSolvedTest, WritesTheBestOfAll) {
  auto names = lessons_.workspace.names();
  names.insert("model.oovec");
  for (const double rate : {1e-9, 0.01, 0.1}) {
    use_rate(rate);
    const TuneSummary tuned = tune_with(options());
    for (const auto& results : tuned.results)
      for (const EpochResult& result : results) EXPECT_LE(*result.score, best_score(tuned));
    EXPECT_EQ(Model(path()).settings().composition, candidates_[tuned.best_candidate].model);
    EXPECT_EQ(lessons_.workspace.names(), names);
  }
}

TEST_F(TuneSolvedTest, ItMayBeTheOnlyCandidate) {
  use_rate(1e-9);
  const TuneSummary among_others = tune_with(options());
  const std::string expected = model();
  auto names = lessons_.workspace.names();
  candidates_ = combine({Composition::balanced}, {});
  const TuneSummary alone = tune_with(options());
  EXPECT_EQ(alone.best_candidate, 0U);
  EXPECT_EQ(alone.best_epoch, 1U);
  EXPECT_EQ(alone.results.at(0).at(0).score, among_others.results[1][0].score);
  EXPECT_TRUE(model() == expected);
  std::filesystem::remove(path());
  const TuneSummary stopped = tune_with(stopping_after(20, options()));
  EXPECT_TRUE(stopped.stopped);
  EXPECT_EQ(stopped.best_epoch, 0U);
  EXPECT_FALSE(std::filesystem::exists(path()));
  expect_same(tune_with(resuming(options())), alone);
  EXPECT_TRUE(model() == expected);
  EXPECT_EQ(lessons_.workspace.names(), names);
}

// Among the steps of the others, at their end, and while it is solved for.
TEST_F(TuneSolvedTest, AStoppedSearchResumesToTheSameResults) {
  for (const double rate : {1e-9, 0.1}) {
    use_rate(rate);
    const TuneSummary expected = tune_with(options());
    const std::string best = model();
    const auto names = lessons_.workspace.names();
    const std::uint64_t batches = batches_per_epoch(expected);
    for (const std::uint64_t step : {batches + 7, 3 * batches, 3 * batches + 1, 3 * batches + 30}) {
      std::filesystem::remove(path());
      const TuneSummary stopped = tune_with(stopping_after(step, options()));
      EXPECT_TRUE(stopped.stopped);
      EXPECT_EQ(stopped.best_candidate, 0U);
      EXPECT_TRUE(stopped.results[1].empty());
      EXPECT_EQ(Model(path()).settings().composition, Composition::context);
      EXPECT_EQ(lessons_.workspace.names().contains("model.oovec.solver.checkpoint"),
                step > 3 * batches);
      const TuneSummary resumed = tune_with(resuming(options()));
      EXPECT_FALSE(resumed.stopped);
      EXPECT_GT(resumed.resumed_at, 0U);
      expect_same(resumed, expected);
      EXPECT_TRUE(model() == best) << step;
      EXPECT_EQ(lessons_.workspace.names(), names);
    }
  }
}

TEST_F(TuneSolvedTest, ASearchBegunAnewForgetsWhatWasSolvedBefore) {
  const std::uint64_t batches = batches_per_epoch(tune_with(options()));
  TrainOptions other = options();
  other.ngram_min = 2;
  EXPECT_TRUE(tune_with(stopping_after(3 * batches + 30, other)).stopped);
  EXPECT_TRUE(tune_with(stopping_after(batches, options())).stopped);
  EXPECT_FALSE(tune_with(resuming(options())).stopped);
}

// Killed when the last candidate has been scored.
TEST_F(TuneSolvedTest, ASearchKilledAmongScoresResumesToTheSameResults) {
  use_rate(1e-9);
  const TuneSummary expected = tune_with(options());
  const std::string best = model();
  std::filesystem::remove(path());
  FailAfterScores monitor(4);
  TrainOptions options = this->options();
  options.monitor = &monitor;
  EXPECT_THROW(tune_with(options), std::runtime_error);
  EXPECT_FALSE(std::filesystem::exists(path()));
  expect_same(tune_with(resuming(this->options())), expected);
  EXPECT_TRUE(model() == best);
}

}  // namespace
}  // namespace oovec
