#include "lab/eval/sentence_classification.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "lab/baselines/baseline.h"
#include "oovec/base/error.h"
#include "tests/corpus/corpora.h"
#include "tests/lab/eval/data.h"

namespace oovec::lab {
namespace {

using testing::ElementsAre;

const TokenizerOptions text{TokenizerKind::words, Lowercase::on};

std::shared_ptr<const Embeddings> sentences_compass() {
  static const auto vectors = std::make_shared<const Embeddings>(
      make_embeddings({"east", "north", "west", "here"}, 2, {1, 0, 0, 1, -1, 0, 0, 0}));
  return vectors;
}

// The class of a sentence is in a word that has no vector, and the word's meaning in another
// sentence of the task.
SentenceTask hidden_meanings() {
  SentenceTask task{"hidden", {}, {}, {}, {}};
  for (int i = 0; i < 60; ++i) {
    const bool is_east = i % 2 == 0;
    const std::string word = "word" + std::string(1, static_cast<char>('a' + i % 26));
    task.sentences.push_back("here " + word + (i < 52 ? "" : is_east ? " east" : " west"));
    task.labels.push_back(is_east ? 1 : 0);
  }
  return task;
}

double accuracy(const SentenceTask& task, Baseline baseline, const SentenceOptions& options = {}) {
  const SentenceResult result =
      evaluate(task, *make_baseline(baseline, sentences_compass(), text), options);
  return spread(result.correct).mean;
}

SentenceTask known_words() {
  SentenceTask task{"known", {}, {}, {}, {}};
  for (int i = 0; i < 40; ++i) {
    task.sentences.emplace_back(i % 2 == 0 ? "east north" : "west North here");
    task.labels.push_back(i % 2);
  }
  return task;
}

TEST(Sentences, KnownWordsAreEnoughWhereTheyTell) {
  EXPECT_EQ(accuracy(known_words(), Baseline::none), 1);
}

TEST(Sentences, UnknownWordsGetTheirMeaningFromOtherSentences) {
  const SentenceTask task = hidden_meanings();
  EXPECT_LT(accuracy(task, Baseline::none), 0.7);
  EXPECT_GT(accuracy(task, Baseline::additive), accuracy(task, Baseline::none));
}

TEST(Sentences, UnknownWordsGetTheirMeaningFromAnIndexIfThereIsOne) {
  std::string corpus;
  IndexOptions options;
  for (int i = 0; i < 26; ++i) {
    const std::string word = "word" + std::string(1, static_cast<char>('a' + i));
    options.words.push_back(word);
    corpus += word + (i % 2 == 0 ? " east\n" : " west\n");
  }
  const TextIndex index(*sentences_compass(), corpus, options);
  SentenceOptions with_index;
  with_index.contexts = &*index;
  EXPECT_EQ(accuracy(hidden_meanings(), Baseline::avg, with_index), 1);
}

TEST(Sentences, CountUnknownWordsAndThoseInferred) {
  const auto result =
      evaluate(hidden_meanings(), *make_baseline(Baseline::avg, sentences_compass(), text));
  EXPECT_EQ(result.unknown, 26U);
  EXPECT_EQ(result.inferred, 26U);
  EXPECT_EQ(result.correct.size(), 60U);
  const auto none =
      evaluate(hidden_meanings(), *make_baseline(Baseline::none, sentences_compass(), text));
  EXPECT_EQ(none.inferred, 0U);
}

// One word that is too rare for Nonce2Vec to take samples of.
std::shared_ptr<const Embeddings> rare_east() {
  std::vector<std::string> words;
  for (int i = 0; i < 50000; ++i) words.push_back("frequent" + std::to_string(i));
  words.emplace_back("east");
  return std::make_shared<const Embeddings>(
      make_embeddings(words, 1, std::vector<float>(words.size(), 1)));
}

TEST(Sentences, WordsFarFromAnUnknownOneAreOutsideTheWindow) {
  const auto vectors = rare_east();
  const auto model = make_baseline(Baseline::nonce2vec, vectors, text);
  const std::string far = " 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20";
  SentenceTask task = known_words();
  for (std::string& sentence : task.sentences) sentence = "east";
  task.sentences[0] = "Near east";
  task.sentences[1] = "Away" + far + " east";
  const SentenceResult result = evaluate(task, *model);
  EXPECT_EQ(result.unknown, 22U);
  EXPECT_EQ(result.inferred, 16U);  // "near" and the last fifteen numbers
  IndexOptions options;
  options.words = {"near", "away"};
  const TextIndex index(*vectors, "near east\naway" + far + " east\n", options);
  SentenceOptions with_index;
  with_index.contexts = &*index;
  EXPECT_EQ(evaluate(task, *model, with_index).inferred, 1U);
  task.sentences[1] = "Away east";
  const TextIndex nearer(*vectors, "near east\naway east\n", options);
  with_index.contexts = &*nearer;
  EXPECT_EQ(evaluate(task, *model, with_index).inferred, 2U);
}

TEST(Sentences, UnknownWordsAreThoseOfAllTasks) {
  const SentenceTask pair{"pair", {"Here wordb"}, {"worda, east"}, {}, {}};
  const SentenceTask single{"single", {"wordc worda"}, {}, {}, {}};
  EXPECT_THAT(unknown_words({pair, single}, *sentences_compass(), text),
              ElementsAre("worda", "wordb", "wordc"));
}

TEST(Sentences, PairsAreToldByWhatTheyHaveInCommon) {
  SentenceTask task{"pairs", {}, {}, {}, {}};
  const std::vector<std::string> words = {"east", "north", "west"};
  for (std::size_t i = 0; i < 90; ++i) {
    task.sentences.push_back(words[i % 3]);
    task.seconds.push_back(words[i / 3 % 3]);
    task.labels.push_back(task.sentences[i] == task.seconds[i] ? 1 : 0);
    task.parts.push_back(i < 60 ? SentencePart::train : SentencePart::test);
  }
  const auto result = evaluate(task, *make_baseline(Baseline::none, sentences_compass(), text));
  EXPECT_EQ(spread(result.correct).mean, 1);
  EXPECT_EQ(result.f1, 1);
  EXPECT_EQ(result.correct.size(), 30U);
}

TEST(Sentences, AreTheSameForAnyNumberOfThreads) {
  SentenceOptions options;
  options.threads = 1;
  const auto model = make_baseline(Baseline::additive, sentences_compass(), text);
  const SentenceResult one = evaluate(hidden_meanings(), *model, options);
  options.threads = 4;
  EXPECT_EQ(evaluate(hidden_meanings(), *model, options).correct, one.correct);
}

TEST(Sentences, TooFewAreRefused) {
  SentenceTask task = known_words();
  task.labels.assign(task.size(), 1);
  EXPECT_EQ(error_of([&] { accuracy(task, Baseline::none); }).kind(), ErrorKind::malformed);
  task.labels[3] = 0;
  EXPECT_EQ(error_of([&] { accuracy(task, Baseline::none); }).kind(), ErrorKind::malformed);
}

}  // namespace
}  // namespace oovec::lab
