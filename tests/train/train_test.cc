#include "oovec/train/train.h"

#include <filesystem>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "lab/eval/dev_set.h"
#include "oovec/base/error.h"
#include "oovec/base/kernels.h"
#include "oovec/train/tune.h"
#include "tests/support/vectors.h"
#include "tests/train/lessons.h"

namespace oovec {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

// Stops after a number of batches.
class StopAfter : public TrainMonitor {
 public:
  explicit StopAfter(std::uint64_t batches) : left_(batches) {}
  bool stop() override { return --left_ == 0; }

 private:
  std::uint64_t left_;
};

class TrainTest : public testing::Test {
 protected:
  // The bytes of the model.
  std::string trained(const TrainOptions& options, const TrainTask& task = {}) {
    train_model(lessons_.vectors, *lessons_.index, path(), options, task);
    return lessons_.workspace.content("model.oovec");
  }
  std::string path() const { return lessons_.workspace.path("model.oovec"); }

  // Every tenth word, which share their stems with others.
  std::vector<std::string> held_out() const {
    std::vector<std::string> words;
    for (std::size_t i = 0; i < lessons_.language.words().size(); i += 10)
      words.push_back(lessons_.language.words()[i]);
    return words;
  }

  // Mean cosine of inferred and true vectors of the held-out words.
  double quality(const Model& model, std::size_t contexts) {
    double sum = 0;
    for (const std::string& word : held_out()) {
      const std::size_t row = *lessons_.vectors->find(word);
      Observation observation(model, word);
      for (std::size_t i = 0; i < contexts; ++i)
        observation.add(lessons_.language.sentence(lessons_.language.topic(row)));
      sum += cosine(observation.infer()->vector, lessons_.vectors->row(row)).value();
    }
    return sum / static_cast<double>(held_out().size());
  }

  Lessons lessons_;
};

TEST_F(TrainTest, TheModelIsTheSameForAnyNumberOfThreads) {
  TrainOptions options = small_training();
  options.threads = 1;
  const std::string expected = trained(options);
  EXPECT_FALSE(expected.empty());
  for (const int threads : {2, 4}) {
    options.threads = threads;
    EXPECT_TRUE(trained(options) == expected) << threads;
  }
}

TEST_F(TrainTest, TheModelTellsWhatWordsWereTargets) {
  TrainTask task;
  task.excluded = held_out();
  trained(small_training(), task);
  const Model model(path());
  for (const std::string& word : held_out()) EXPECT_EQ(model.has_learned_from(word), false);
  std::size_t targets = 0;
  for (const std::string& word : lessons_.language.words())
    targets += model.has_learned_from(word).value() ? 1 : 0;
  EXPECT_EQ(targets + held_out().size() + small_training().calibration,
            lessons_.language.words().size());
}

TEST_F(TrainTest, AnotherSeedGivesAnotherModel) {
  TrainOptions options = small_training();
  const std::string one = trained(options);
  options.seed = 2;
  EXPECT_FALSE(trained(options) == one);
}

TEST_F(TrainTest, AStoppedTrainingResumesToTheSameModel) {
  TrainOptions options = small_training();
  const std::string expected = trained(options);
  for (const std::uint64_t batches : {1, 10, 50, 67, 120}) {
    std::filesystem::remove(path());
    StopAfter monitor(batches);
    TrainTask task;
    task.monitor = &monitor;
    EXPECT_TRUE(train_model(lessons_.vectors, *lessons_.index, path(), options, task).stopped);
    EXPECT_FALSE(std::filesystem::exists(path()));
    TrainTask rest;
    rest.resume = true;
    options.threads = static_cast<int>(batches % 3);
    EXPECT_TRUE(trained(options, rest) == expected) << batches;
  }
}

TEST_F(TrainTest, ResumingWithoutACheckpointBeginsAtTheBeginning) {
  const std::string expected = trained(small_training());
  TrainTask task;
  task.resume = true;
  EXPECT_TRUE(trained(small_training(), task) == expected);
}

class TrainTogetherTest : public TrainTest {
 protected:
  TrainTogetherTest() {
    for (const Composition model : {Composition::gated, Composition::context, Composition::form})
      jobs_.push_back({lessons_.workspace.path(std::string(enum_name(model))), model, 0.02});
  }

  void expect_what_training_gives() {
    for (const TrainJob& job : jobs_) {
      TrainOptions options = small_training();
      options.model = job.model;
      options.learning_rate = job.learning_rate;
      EXPECT_TRUE(trained(options) == lessons_.workspace.content(std::string(enum_name(job.model))))
          << enum_name(job.model);
    }
  }

  bool train_all(const TrainTask& task = {}) {
    return !train_together(lessons_.vectors, *lessons_.index, jobs_, small_training(), task)
                .front()
                .stopped;
  }

  std::vector<TrainJob> jobs_;
};

TEST_F(TrainTogetherTest, EachModelIsTheOneThatTrainingAloneGives) {
  EXPECT_TRUE(train_all());
  expect_what_training_gives();
}

// As if the program had been killed while it saved them.
TEST_F(TrainTogetherTest, ModelsResumeFromDifferentPlaces) {
  StopAfter first(10), second(70);
  TrainTask task;
  task.monitor = &first;
  EXPECT_FALSE(train_all(task));
  const std::string early = lessons_.workspace.content("context.checkpoint");
  task.monitor = &second;
  task.resume = true;
  EXPECT_FALSE(train_all(task));
  lessons_.workspace.file("context.checkpoint", early);
  std::filesystem::remove(lessons_.workspace.path("form.checkpoint"));
  task.monitor = nullptr;
  EXPECT_TRUE(train_all(task));
  expect_what_training_gives();
}

TEST_F(TrainTest, ACheckpointOfAnotherTrainingIsRefusedByName) {
  StopAfter monitor(5);
  TrainTask task;
  task.monitor = &monitor;
  train_model(lessons_.vectors, *lessons_.index, path(), small_training(), task);
  TrainOptions other = small_training();
  other.learning_rate = 0.02;
  TrainTask rest;
  rest.resume = true;
  try {
    trained(other, rest);
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::usage);
    EXPECT_THAT(error.what(), HasSubstr("learning-rate is 0.01, not 0.02"));
  }
}

TEST_F(TrainTest, NothingButTheModelIsLeft) {
  const auto before = lessons_.workspace.names();
  trained(small_training());
  auto expected = before;
  expected.insert("model.oovec");
  EXPECT_EQ(lessons_.workspace.names(), expected);
}

TEST_F(TrainTest, TheLossFalls) {
  const TrainSummary summary =
      train_model(lessons_.vectors, *lessons_.index, path(), small_training());
  ASSERT_EQ(summary.epochs.size(), 3U);
  EXPECT_LT(summary.epochs[2].loss, summary.epochs[0].loss / 2);
}

TEST_F(TrainTest, HeldOutWordsGetTheirMeaningFromFormAndContext) {
  TrainOptions options = small_training();
  options.epochs = 10;
  TrainTask task;
  task.excluded = held_out();
  for (const Composition composition : {Composition::gated, Composition::single, Composition::mlp,
                                        Composition::componentwise, Composition::iterative}) {
    options.model = composition;
    trained(options, task);
    const Model model(path());
    EXPECT_GT(quality(model, 3), 0.95) << enum_name(composition);
    EXPECT_GT(quality(model, 0), 0.75) << enum_name(composition);
  }
}

// The topic is in the contexts, the ending is not.
TEST_F(TrainTest, TheContextModelLearnsTheTopicOnly) {
  TrainOptions options = small_training();
  options.epochs = 10;
  TrainTask task;
  task.excluded = held_out();
  options.model = Composition::context;
  trained(options, task);
  const double from_context = quality(Model(path()), 3);
  EXPECT_GT(from_context, 0.7);
  options.model = Composition::gated;
  trained(options, task);
  EXPECT_GT(quality(Model(path()), 3), from_context + 0.05);
}

TEST_F(TrainTest, TheModelKnowsItsConfidence) {
  TrainOptions options = small_training();
  options.calibration = 100;
  trained(options);
  const Model model(path());
  Observation word(model, lessons_.language.words()[0]);
  word.add(lessons_.language.sentence(0));
  ASSERT_TRUE(word.infer()->confidence.has_value());
  EXPECT_GT(*word.infer()->confidence, 0.3);
}

class TrainWithDevTest : public TrainTest {
 protected:
  TrainWithDevTest() {
    std::string lines;
    for (const std::string& word : held_out()) {
      const std::size_t row = *lessons_.vectors->find(word);
      lines += word + "\t___ " + lessons_.language.sentence(lessons_.language.topic(row)) + "\n";
    }
    lessons_.workspace.file("dev.txt", lines);
  }

  TrainTask task() const {
    TrainTask task;
    task.dev = lab::dev_scorers({lessons_.workspace.path("dev.txt")});
    return task;
  }
};

TEST_F(TrainWithDevTest, AnIndexOfFewerVectorsIsRefusedBeforeItsWeightsAreUsed) {
  const auto first = std::make_shared<const Embeddings>(
      make_embeddings({lessons_.language.words().front()}, 1, {1}));
  const std::string small = lessons_.workspace.path("small.ctx");
  index_corpus(*first, {lessons_.workspace.path("corpus.txt")}, small);
  try {
    train_model(lessons_.vectors, ContextIndex(small), path(), small_training(), task());
    FAIL();
  } catch (const Error& error) {
    EXPECT_THAT(error.what(), HasSubstr("made with other vectors"));
  }
}

TEST_F(TrainWithDevTest, TheBestEpochIsKept) {
  TrainOptions options = small_training();
  options.epochs = 4;
  const TrainSummary summary =
      train_model(lessons_.vectors, *lessons_.index, path(), options, task());
  const EpochResult& best = summary.epochs.at(summary.best_epoch - 1);
  for (const EpochResult& result : summary.epochs) EXPECT_LE(*result.score, *best.score);
  EXPECT_EQ(Model(path()).settings().training.at("epoch"), std::to_string(summary.best_epoch));
}

TEST_F(TrainWithDevTest, DevelopmentWordsAreNoTargets) {
  train_model(lessons_.vectors, *lessons_.index, path(), small_training(), task());
  const auto training = Model(path()).settings().training;
  EXPECT_THAT(training.at("excluded words"), HasSubstr(std::to_string(held_out().size()) + " ("));
}

TEST_F(TrainWithDevTest, ResumingKeepsTheBestOfEarlierEpochs) {
  TrainOptions options = small_training();
  const std::string expected = trained(options, task());
  StopAfter monitor(100);
  TrainTask first = task(), rest = task();
  first.monitor = &monitor;
  EXPECT_TRUE(train_model(lessons_.vectors, *lessons_.index, path(), options, first).stopped);
  rest.resume = true;
  EXPECT_TRUE(trained(options, rest) == expected);
}

TEST_F(TrainWithDevTest, TuningGivesTheModelsThatTrainingGives) {
  TrainOptions options = small_training();
  const std::vector<Candidate> candidates =
      combine({Composition::gated, Composition::context}, {0.1, 0.01});
  const TuneSummary tuned =
      tune(lessons_.vectors, *lessons_.index, path(), candidates, options, task());
  const std::string model = lessons_.workspace.content("model.oovec");
  ASSERT_EQ(tuned.results.size(), 4U);
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    options.model = candidates[i].model;
    options.learning_rate = candidates[i].learning_rate;
    const TrainSummary trained =
        train_model(lessons_.vectors, *lessons_.index, path(), options, task());
    ASSERT_EQ(trained.epochs.size(), tuned.results[i].size());
    for (std::size_t epoch = 0; epoch < trained.epochs.size(); ++epoch) {
      EXPECT_EQ(trained.epochs[epoch].loss, tuned.results[i][epoch].loss);
      EXPECT_EQ(trained.epochs[epoch].score, tuned.results[i][epoch].score);
    }
    if (i == tuned.best_candidate) {
      EXPECT_TRUE(lessons_.workspace.content("model.oovec") == model);
    }
  }
}

TEST_F(TrainTest, TuningNeedsDevelopmentData) {
  EXPECT_THROW(tune(lessons_.vectors, *lessons_.index, path(), {Candidate{}}), Error);
}

}  // namespace
}  // namespace oovec
