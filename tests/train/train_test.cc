#include "oovec/train/train.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <set>
#include <stdexcept>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "oovec/base/error.h"
#include "oovec/base/kernels.h"
#include "oovec/io/tensor_file.h"
#include "oovec/model/model.h"
#include "tests/support/checksums.h"
#include "tests/support/error_of.h"
#include "tests/support/vectors.h"
#include "tests/train/train_fixture.h"

namespace oovec {
namespace {

using testing::HasSubstr;

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

TEST_F(TrainTest, TheSummaryTellsOfExcludedWordsWithoutVectors) {
  TrainOptions options = small_training();
  options.excluded = {lessons_.language.words()[0], "unheard", "", "unseen", "unheard", "unknown"};
  options.epochs = 1;
  const TrainSummary summary = train_model(lessons_.vectors, *lessons_.index, path(), options);
  EXPECT_EQ(summary.excluded.words, 5U);
  EXPECT_EQ(summary.excluded.not_found, 4U);
  EXPECT_THAT(summary.excluded.examples, testing::ElementsAre("unheard", "unseen"));
}

TEST_F(TrainTest, TheModelTellsWhatWordsWereTargets) {
  TrainOptions options = small_training();
  options.excluded = held_out();
  trained(options);
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
    EXPECT_TRUE(train(stopping_after(batches, options)).stopped);
    EXPECT_FALSE(std::filesystem::exists(path()));
    options.threads = static_cast<int>(batches % 3);
    EXPECT_TRUE(trained(resuming(options)) == expected) << batches;
  }
}

TEST_F(TrainTest, ResumingWithoutACheckpointBeginsAtTheBeginning) {
  const std::string expected = trained(small_training());
  EXPECT_TRUE(trained(resuming(small_training())) == expected);
}

class TrainTogetherTest : public TrainTest {
 protected:
  TrainTogetherTest() {
    for (const Composition model : {Composition::gated, Composition::context, Composition::form})
      jobs_.push_back({lessons_.workspace.path(std::string(enum_name(model))), {model, 0.02}});
  }

  void expect_what_training_gives() {
    for (const TrainJob& job : jobs_) {
      TrainOptions options = small_training();
      options.model = job.candidate.model;
      options.learning_rate = job.candidate.learning_rate;
      const std::string name(enum_name(options.model));
      EXPECT_TRUE(trained(options) == lessons_.workspace.content(name)) << name;
    }
  }

  bool train_all(const TrainOptions& options) {
    return !train_together(lessons_.vectors, *lessons_.index, jobs_, options).front().stopped;
  }

  std::vector<TrainJob> jobs_;
};

TEST_F(TrainTogetherTest, EachModelIsTheOneThatTrainingAloneGives) {
  EXPECT_TRUE(train_all(small_training()));
  expect_what_training_gives();
}

// As if the program had been killed while it saved them.
TEST_F(TrainTogetherTest, ModelsResumeFromDifferentPlaces) {
  EXPECT_FALSE(train_all(stopping_after(10, small_training())));
  const std::string early = lessons_.workspace.content("context.checkpoint");
  EXPECT_FALSE(train_all(resuming(stopping_after(70, small_training()))));
  lessons_.workspace.file("context.checkpoint", early);
  std::filesystem::remove(lessons_.workspace.path("form.checkpoint"));
  EXPECT_TRUE(train_all(resuming(small_training())));
  expect_what_training_gives();
}

TEST_F(TrainTogetherTest, ModelsResumeFromDifferentEpochs) {
  const std::uint64_t epoch = batches_per_epoch(train(small_training()));
  EXPECT_FALSE(train_all(stopping_after(10, small_training())));
  const std::string early = lessons_.workspace.content("gated.checkpoint");
  EXPECT_FALSE(train_all(resuming(stopping_after(epoch + 5, small_training()))));
  lessons_.workspace.file("gated.checkpoint", early);
  EXPECT_TRUE(train_all(resuming(small_training())));
  expect_what_training_gives();
}

TEST_F(TrainTest, ACheckpointOfAnotherTrainingIsRefusedByName) {
  train(stopping_after(5, small_training()));
  TrainOptions other = small_training();
  other.learning_rate = 0.02;
  try {
    trained(resuming(other));
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::usage);
    EXPECT_THAT(error.what(), HasSubstr("learning-rate is 0.01, not 0.02"));
  }
}

// Checkpoints whose checksums are right, but whose values no training has written.
TEST_F(TrainTest, ACheckpointThatMakesNoSenseIsRefused) {
  const TrainOptions options = small_training();
  train(stopping_after(5, options));
  const std::string checkpoint = lessons_.workspace.content("model.oovec.checkpoint");
  const TensorFile file(lessons_.workspace.file("saved", checkpoint));
  const std::string changed = path() + ".checkpoint";
  const auto error_of_training = [&] {
    return std::string(error_of([&] { train(resuming(options)); }).what());
  };
  const auto with_field = [&](const std::string& field, const std::string& value) {
    auto metadata = file.metadata();
    metadata.at(field) = value;
    TensorFileWriter writer(metadata);
    for (const auto& [name, content] : file.tensors()) writer.add(name, content);
    writer.write(changed, 1, nullptr);
    return error_of_training();
  };
  const auto filled = [&](const std::string& tensor, char fill) {
    std::ofstream(changed, std::ios::binary) << with_changed_tensor(
        checkpoint, tensor, [&](std::span<char> bytes) { std::ranges::fill(bytes, fill); });
    return error_of_training();
  };
  const char ones = '\xFF', zeros = '\0';
  EXPECT_THAT(with_field("epoch", "1000"), HasSubstr("position in the training"));
  EXPECT_THAT(with_field("epoch", "1"), HasSubstr("position in the training"));
  EXPECT_THAT(with_field("batch", "1000000"), HasSubstr("position in the training"));
  EXPECT_THAT(filled("candidate 1 step", ones), HasSubstr("step counts are invalid"));
  EXPECT_THAT(filled("candidate 1 step", zeros), HasSubstr("step counts are invalid"));
  EXPECT_THAT(filled("candidate 1 ngram_steps", ones), HasSubstr("step counts are invalid"));
  EXPECT_THAT(filled("candidate 1 parameters", ones), HasSubstr("is not finite"));
  EXPECT_THAT(filled("candidate 1 ngram_squares", ones), HasSubstr("is not finite"));
}

// A forged checkpoint may lead to other models, but never to a crash or numbers that are not
// finite.
TEST_F(TrainTest, ReSignedCheckpointsAreRefusedOrTrainOn) {
  TrainOptions options = small_training();
  options.epochs = 1;
  train(stopping_after(5, options));
  const std::string checkpoint = lessons_.workspace.content("model.oovec.checkpoint");
  for_each_resigned_flip(checkpoint, 100, [&](const std::string& bytes) {
    std::ofstream(path() + ".checkpoint", std::ios::binary) << bytes;
    try {
      train(resuming(options));
      const Model model(path());
      model.vectors().verify();
      model.parts().ngrams->verify();
    } catch (const Error&) {
    }
  });
}

TEST_F(TrainTest, ATrainingThatDivergesEndsAndWritesNoModel) {
  for (const Composition model : {Composition::gated, Composition::componentwise,
                                  Composition::iterative, Composition::context}) {
    TrainOptions options = small_training();
    options.model = model;
    options.learning_rate = 1e30;
    EXPECT_THAT([&] { train(options); },
                testing::ThrowsMessage<Error>(HasSubstr("use a lower `learning-rate`")));
    EXPECT_FALSE(std::filesystem::exists(path()));
  }
}

// The first step makes numbers so large that the second one fails; every step is saved.
TEST_F(TrainTest, ATrainingThatDivergesKeepsItsLastGoodCheckpoint) {
  TrainOptions options = small_training();
  options.checkpoint_every = 0;
  options.learning_rate = 1e30;
  EXPECT_THAT([&] { train(options); }, testing::ThrowsMessage<Error>(HasSubstr("not a finite")));
  const TensorFile saved(path() + ".checkpoint");
  EXPECT_GT(std::stoi(saved.metadata().at("batch")), 0);
  EXPECT_THAT([&] { train(resuming(options)); },
              testing::ThrowsMessage<Error>(HasSubstr("not a finite")));
  EXPECT_FALSE(std::filesystem::exists(path()));
}

TEST_F(TrainTest, NothingButTheModelIsLeft) {
  const auto before = lessons_.workspace.names();
  trained(small_training());
  auto expected = before;
  expected.insert("model.oovec");
  EXPECT_EQ(lessons_.workspace.names(), expected);
}

TEST_F(TrainTest, TheLossFalls) {
  const TrainSummary summary = train(small_training());
  ASSERT_EQ(summary.epochs.size(), 3U);
  EXPECT_LT(*summary.epochs[2].loss, *summary.epochs[0].loss / 2);
}

class LearningTest : public TrainTest {
 protected:
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
};

TEST_F(LearningTest, HeldOutWordsGetTheirMeaningFromFormAndContext) {
  TrainOptions options = small_training();
  options.epochs = 10;
  options.excluded = held_out();
  for (const Composition composition : {Composition::gated, Composition::single, Composition::mlp,
                                        Composition::componentwise, Composition::iterative}) {
    options.model = composition;
    trained(options);
    const Model model(path());
    EXPECT_GT(quality(model, 3), 0.95) << enum_name(composition);
    EXPECT_GT(quality(model, 0), 0.75) << enum_name(composition);
  }
}

// The topic is in the contexts, the ending is not.
TEST_F(LearningTest, TheContextModelLearnsTheTopicOnly) {
  TrainOptions options = small_training();
  options.epochs = 10;
  options.excluded = held_out();
  options.model = Composition::context;
  trained(options);
  const double from_context = quality(Model(path()), 3);
  EXPECT_GT(from_context, 0.7);
  options.model = Composition::gated;
  trained(options);
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

// What is known of one word only says nothing of how other words' forms are to be weighed.
TEST_F(TrainTest, AGateThatSawOneWordDoesNotLookAtForm) {
  TrainOptions options;
  options.min_count = 10;
  options.calibration = 1;
  options.excluded = held_out();
  trained(options);
  const Model model(path());
  const std::string sentence = lessons_.language.words()[1] + ' ' + lessons_.language.words()[2];
  std::set<float> alphas;
  for (const std::string& word : held_out()) {
    Observation observation(model, word);
    observation.add(sentence);
    alphas.insert(observation.infer()->alpha);
  }
  EXPECT_THAT(alphas, testing::ElementsAre(testing::AllOf(testing::Gt(0), testing::Lt(1))));
}

TEST_F(TrainWithDevTest, AnIndexOfFewerVectorsIsRefusedBeforeItsWeightsAreUsed) {
  const auto first = std::make_shared<const Embeddings>(
      make_embeddings({lessons_.language.words().front()}, 1, {1}));
  const std::string small = lessons_.workspace.path("small.ctx");
  index_corpus(*first, {lessons_.workspace.path("corpus.txt")}, small);
  for (const TrainOptions& options : {small_training(), TrainOptions{}}) {
    try {
      train_model(lessons_.vectors, ContextIndex(small), path(), with_dev(options));
      FAIL();
    } catch (const Error& error) {
      EXPECT_THAT(error.what(), HasSubstr("made with other vectors"));
    }
  }
}

TEST_F(TrainWithDevTest, TheBestEpochIsKept) {
  TrainOptions options = small_training();
  options.epochs = 4;
  const TrainSummary summary = train(with_dev(options));
  const EpochResult& best = summary.epochs.at(summary.best_epoch - 1);
  for (const EpochResult& result : summary.epochs) EXPECT_LE(*result.score, *best.score);
  EXPECT_EQ(Model(path()).settings().training.at("epoch"), std::to_string(summary.best_epoch));
}

TEST_F(TrainWithDevTest, DevelopmentWordsAreNoTargets) {
  train(with_dev(small_training()));
  const auto training = Model(path()).settings().training;
  EXPECT_THAT(training.at("excluded words"), HasSubstr(std::to_string(held_out().size()) + " ("));
}

TEST_F(TrainWithDevTest, ResumingKeepsTheBestOfEarlierEpochs) {
  const TrainOptions options = with_dev(small_training());
  const std::uint64_t epoch = batches_per_epoch(train(options));
  const std::string expected = model();
  for (const std::uint64_t batches : {std::uint64_t{100}, epoch, epoch + 1, 2 * epoch + 10}) {
    EXPECT_TRUE(train(stopping_after(batches, options)).stopped);
    EXPECT_TRUE(trained(resuming(options)) == expected) << batches;
  }
}

TEST_F(TrainWithDevTest, ResumingNeedsTheBestModelSoFar) {
  const TrainOptions options = with_dev(small_training());
  const std::uint64_t batches = batches_per_epoch(train(options)) + 1;
  EXPECT_EQ(train(stopping_after(batches, options)).epochs.size(), 1U);
  std::filesystem::remove(path() + ".best");
  try {
    trained(resuming(options));
    FAIL();
  } catch (const Error& error) {
    EXPECT_THAT(error.what(), HasSubstr("model.oovec.best: missing"));
  }
}

// Puts a folder in the place of the model while training is under way.
class GetInTheWay : public TrainMonitor {
 public:
  explicit GetInTheWay(std::string path) : path_(std::move(path)) {}
  void epoch_done(const EpochResult& /*result*/) override {
    std::filesystem::create_directories(path_ + "/in the way");
  }

 private:
  std::string path_;
};

// As if the program had been killed before it removed the checkpoint.
TEST_F(TrainWithDevTest, AModelThatIsCompleteStaysAsItIs) {
  const TrainOptions options = with_dev(small_training());
  const std::string expected = trained(options);
  std::filesystem::remove(path());
  GetInTheWay monitor(path());
  TrainOptions hindered = options;
  hindered.monitor = &monitor;
  EXPECT_THROW(train(hindered), Error);
  std::filesystem::remove_all(path());
  std::filesystem::rename(path() + ".best", path());
  EXPECT_TRUE(trained(resuming(options)) == expected);
  EXPECT_FALSE(std::filesystem::exists(path() + ".checkpoint"));
}

class FailAfterEpoch : public TrainMonitor {
 public:
  void epoch_done(const EpochResult& /*result*/) override { throw std::runtime_error("killed"); }
};

TEST_F(TrainWithDevTest, ACheckpointOfAnEarlierTrainingGoesBeforeItsBestModel) {
  const TrainOptions options = with_dev(small_training());
  EXPECT_TRUE(train(stopping_after(100, options)).stopped);
  TrainOptions other = options;
  other.seed = 2;
  FailAfterEpoch monitor;
  other.monitor = &monitor;
  EXPECT_THROW(trained(other), std::runtime_error);
  EXPECT_FALSE(std::filesystem::exists(path() + ".checkpoint"));
}

}  // namespace
}  // namespace oovec
