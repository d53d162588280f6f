#include "oovec/skipgram/skipgram.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "oovec/base/kernels.h"
#include "oovec/base/random.h"
#include "oovec/vectors/format.h"
#include "tests/support/scratch.h"
#include "tests/support/texts.h"
#include "tests/support/vectors.h"

namespace oovec {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

SkipgramResult train(std::string_view content, const SkipgramOptions& options) {
  const Scratch workspace;
  return train_skipgram({workspace.file("text", content)}, options);
}

SkipgramOptions small_skipgram(std::uint64_t min_count = 1) {
  SkipgramOptions options;
  options.dimension = 10;
  options.min_count = min_count;
  options.subsample = 0;
  return options;
}

// Sentences about fruit or about tools, never both; "the" is everywhere.
std::string two_topics(int sentences) {
  const std::vector<std::vector<std::string>> topics = {
      {"apple", "pear", "plum", "fig", "ripe", "juicy", "sweet", "orchard"},
      {"hammer", "saw", "drill", "pliers", "steel", "sharp", "handle", "workshop"}};
  Random random(3);
  std::string text;
  for (int i = 0; i < sentences; ++i) {
    const auto& topic = topics[random.below(2)];
    for (int word = 0; word < 8; ++word) text += topic[random.below(topic.size())] + " the ";
    text += "\n";
  }
  return text;
}

// Many words with frequencies after Zipf, so that there are several lanes and many passages.
std::string zipf_text(std::size_t tokens, std::uint64_t words) {
  Random random(7);
  std::string text;
  for (std::size_t i = 0; i < tokens; ++i) {
    const double rank = std::pow(static_cast<double>(words), static_cast<double>(random.unit()));
    text += "w" + std::to_string(static_cast<int>(rank)) + (random.below(15) == 0 ? "\n" : " ");
  }
  return text;
}

double cosine_of(const Embeddings& vectors, std::string_view a, std::string_view b) {
  const auto left = vectors.row(*vectors.find(a));
  const auto right = vectors.row(*vectors.find(b));
  return dot(left, right) / std::sqrt(squared_norm(left) * squared_norm(right));
}

TEST(Skipgram, WordsOfATopicAreNearerThanOthers) {
  SkipgramOptions options = small_skipgram();
  options.subsample = 0.01;
  options.epochs = 10;
  const Embeddings vectors = train(two_topics(2000), options).vectors;
  const std::vector<std::string> fruit = {"apple", "pear", "ripe", "orchard"};
  const std::vector<std::string> tools = {"hammer", "saw", "steel", "workshop"};
  for (const std::string& a : fruit) {
    for (const std::string& b : fruit) EXPECT_GT(cosine_of(vectors, a, b), 0.7) << a << " " << b;
    for (const std::string& b : tools) EXPECT_LT(cosine_of(vectors, a, b), 0.4) << a << " " << b;
  }
}

TEST(Skipgram, TrueContextsScoreAboveOthers) {
  SkipgramOptions options = small_skipgram();
  options.epochs = 10;
  const SkipgramResult result = train(two_topics(2000), options);
  const auto score = [&](std::string_view word, std::string_view context) {
    return dot(result.vectors.row(*result.vectors.find(word)),
               result.contexts.row(*result.contexts.find(context)));
  };
  EXPECT_GT(score("apple", "ripe"), score("apple", "steel") + 1);
  EXPECT_GT(score("hammer", "steel"), score("hammer", "ripe") + 1);
}

TEST(Skipgram, GivesTheMostFrequentWordFirst) {
  const SkipgramResult result = train("b a b\nc b a\nrare\n", small_skipgram(2));
  EXPECT_THAT(words_of(result.vectors), ElementsAre("b", "a"));
  EXPECT_THAT(words_of(result.contexts), ElementsAre("b", "a"));
  EXPECT_EQ(result.vectors.dimension(), 10U);
  EXPECT_EQ(result.summary.tokens, 7U);
  EXPECT_EQ(result.summary.tokens_kept, 5U);
}

TEST(Skipgram, IsTheSameForAnyNumberOfThreads) {
  const std::string text = zipf_text(60'000, 20'000);
  SkipgramOptions options = small_skipgram();
  options.subsample = 1e-4;
  options.epochs = 2;
  options.threads = 1;
  const SkipgramResult expected = train(text, options);
  for (const int threads : {2, 4}) {
    options.threads = threads;
    const SkipgramResult result = train(text, options);
    expect_same(result.vectors, expected.vectors);
    expect_same(result.contexts, expected.contexts);
  }
}

SkipgramOptions with_subwords() {
  SkipgramOptions options = small_skipgram();
  options.subwords = "3-4";
  options.buckets = 500;
  return options;
}

TEST(Skipgram, WithSubwordsAVectorIsTheMeanOfItsRows) {
  const SkipgramResult result = train(two_topics(20), with_subwords());
  ASSERT_TRUE(result.model);
  const std::size_t words = result.vectors.size();
  for (std::size_t word = 0; word < words; ++word) {
    std::vector<double> sum(10);
    std::size_t rows = 0;
    const auto add = [&](std::size_t row) {
      const auto values = result.model->input(row);
      for (std::size_t i = 0; i < sum.size(); ++i) sum[i] += static_cast<double>(values[i]);
      ++rows;
    };
    add(word);
    for_each_subword(result.vectors.word(word), {3, 4},
                     [&](std::uint32_t hash) { add(words + hash % 500); });
    for (std::size_t i = 0; i < sum.size(); ++i)
      EXPECT_NEAR(result.vectors.row(word)[i], sum[i] / static_cast<double>(rows), 1e-6);
  }
}

TEST(Skipgram, WithSubwordsAnUnseenWordIsNearThoseItIsMadeOf) {
  SkipgramOptions options = with_subwords();
  options.subsample = 0.01;
  options.epochs = 10;
  const SkipgramResult result = train(two_topics(2000), options);
  const Scratch workspace;
  const std::string path = workspace.path("model.bin");
  write_fasttext_model(*result.model, path);
  const Embeddings read = read_vectors(path).embeddings;
  expect_same(read, result.vectors);
  const std::vector<float> orchards = read.subwords()->vector_of("orchards").value();
  const auto near = [&](std::string_view word) {
    return oovec::cosine(orchards, read.row(*read.find(word))).value();
  };
  EXPECT_GT(near("orchard"), 0.7);
  EXPECT_LT(near("hammer"), 0.5);
}

TEST(Skipgram, WithSubwordsIsTheSameForAnyNumberOfThreads) {
  const std::string text = zipf_text(20'000, 5'000);
  SkipgramOptions options = with_subwords();
  options.threads = 1;
  const SkipgramResult expected = train(text, options);
  options.threads = 4;
  expect_same(train(text, options).vectors, expected.vectors);
}

TEST(Skipgram, DependsOnTheSeed) {
  const std::string text = two_topics(50);
  const Embeddings one = train(text, small_skipgram()).vectors;
  expect_same(train(text, small_skipgram()).vectors, one);
  SkipgramOptions other = small_skipgram();
  other.seed = 2;
  EXPECT_NE(row_of(train(text, other).vectors, "apple"), row_of(one, "apple"));
}

TEST(Skipgram, EveryOptionOfTheMethodMatters) {
  const std::string text = two_topics(100);
  const std::vector<float> usual = row_of(train(text, small_skipgram()).vectors, "apple");
  const auto changed = [&](auto&& change) {
    SkipgramOptions options = small_skipgram();
    change(options);
    return row_of(train(text, options).vectors, "apple");
  };
  EXPECT_NE(changed([](auto& options) { options.window = 2; }), usual);
  EXPECT_NE(changed([](auto& options) { options.negative = 4; }), usual);
  EXPECT_NE(changed([](auto& options) { options.epochs = 4; }), usual);
  EXPECT_NE(changed([](auto& options) { options.learning_rate = 0.04; }), usual);
  EXPECT_NE(changed([](auto& options) { options.subsample = 1e-3; }), usual);
}

// What would overshoot if all lanes moved the same few rows at once.
TEST(Skipgram, StaysBoundedOnFewWords) {
  SkipgramOptions options = small_skipgram();
  options.epochs = 20;
  const Embeddings vectors = train(zipf_text(20'000, 20), options).vectors;
  for (const float value : vectors.values()) EXPECT_LT(std::abs(value), 10);
}

TEST(Skipgram, TakesAnySizes) {
  const std::string text = two_topics(3);
  for (const std::uint32_t dimension : {1, 16, 33}) {
    for (const std::uint32_t window : {1, 100}) {
      for (const std::uint32_t negative : {1, 100}) {
        SkipgramOptions options = small_skipgram();
        options.dimension = dimension;
        options.window = window;
        options.negative = negative;
        options.learning_rate = 1e-3;
        EXPECT_EQ(train(text, options).vectors.dimension(), dimension);
      }
    }
  }
}

TEST(Skipgram, AnyTextWithAWordWillDo) {
  for (const char* text : {"word", "word word", "a\nb\n", "a b\n"})
    EXPECT_GE(train(text, small_skipgram()).vectors.size(), 1U) << text;
}

TEST(Skipgram, TextWithoutFrequentWordsIsAnError) {
  for (const char* text : {"", "\n\n", "one two three\n"}) {
    const Error error = error_of([&] { train(text, small_skipgram(2)); });
    EXPECT_EQ(error.kind(), ErrorKind::malformed);
    EXPECT_THAT(error.what(), HasSubstr("belongs to a word seen at least 2 times"));
  }
}

TEST(Skipgram, LinesThatAreNotUtf8ArePassedOverOrRefused) {
  SkipgramOptions options = small_skipgram();
  EXPECT_EQ(train("a b\n\xFF\n", options).summary.bad_lines, 1U);
  options.lines.strict = true;
  const Error error = error_of([&] { train("a b\n\xFF\n", options); });
  EXPECT_EQ(error.kind(), ErrorKind::malformed);
  EXPECT_THAT(error.what(), HasSubstr("byte 4: the line is not UTF-8"));
}

TEST(Skipgram, NumbersBeyondBoundsAreAnError) {
  SkipgramOptions options = small_skipgram();
  options.learning_rate = 10;
  options.epochs = 20;
  const Error error = error_of([&] { train(two_topics(200), options); });
  EXPECT_THAT(error.what(), HasSubstr("lower `learning-rate`"));
}

TEST(Skipgram, LowerCasingCannotGoByVectors) {
  SkipgramOptions options = small_skipgram();
  options.text.lowercase = Lowercase::automatic;
  EXPECT_EQ(error_of([&] { train("a", options); }).kind(), ErrorKind::usage);
}

class Recorder : public Progress {
 public:
  void start(std::string_view task, std::optional<std::uint64_t> total) override {
    tasks.emplace_back(task);
    expected += total.value_or(0);
  }
  void advance(std::uint64_t bytes) override { done += bytes; }
  void finish() override { ++finished; }

  std::vector<std::string> tasks;
  std::uint64_t expected = 0, done = 0;
  int finished = 0;
};

TEST(Skipgram, ReportsProgress) {
  Recorder recorder;
  SkipgramOptions options = small_skipgram();
  options.progress = &recorder;
  train(two_topics(300), options);
  EXPECT_THAT(recorder.tasks, ElementsAre("reading", "training"));
  EXPECT_EQ(recorder.finished, 2);
  EXPECT_EQ(recorder.done, recorder.expected);
}

TEST(Skipgram, TextsAreReadAsAFileOfLinesIs) {
  std::vector<std::string> texts;
  Random random(11);
  for (int i = 0; i < 30'000; ++i) {  // several blocks
    texts.push_back("w" + std::to_string(random.below(50)));
    for (int word = 0; word < 10; ++word) texts.back() += " w" + std::to_string(random.below(50));
    if (i % 1000 == 0) texts.emplace_back("\xFF w1");
  }
  SkipgramOptions options = small_skipgram();
  options.epochs = 1;
  options.dimension = 4;
  const SkipgramResult expected = train(lines_of(texts), options);
  for (const int threads : {1, 3}) {
    options.threads = threads;
    const SkipgramResult result = train_skipgram(source_of(texts), options);
    EXPECT_EQ(words_of(result.vectors), words_of(expected.vectors));
    EXPECT_TRUE(std::ranges::equal(result.vectors.values(), expected.vectors.values()));
    EXPECT_TRUE(std::ranges::equal(result.contexts.values(), expected.contexts.values()));
    EXPECT_EQ(result.summary.lines, texts.size());
    EXPECT_EQ(result.summary.bad_lines, 30U);
  }
}

TEST(Skipgram, WhatTheTextsThrowEndsTheTraining) {
  SkipgramOptions options = small_skipgram();
  for (const int threads : {1, 4}) {
    options.threads = threads;
    EXPECT_THROW((void)train_skipgram(failing_after(3), options), NoMoreTexts);
    EXPECT_THROW((void)train_skipgram(failing_after(50'000), options), NoMoreTexts);
  }
}

}  // namespace
}  // namespace oovec
