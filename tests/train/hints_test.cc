#include "oovec/train/hints.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "oovec/corpus/indexer.h"
#include "oovec/train/train.h"
#include "tests/support/recorded_progress.h"
#include "tests/support/scratch.h"

namespace oovec {
namespace {

using testing::Contains;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

// A language of two-character words, as Chinese has them: the first tells the topic, the second
// has a sense of its own. The text has words of one topic together.
struct Characters {
  static constexpr std::size_t firsts = 60, seconds = 10, topics = 6, dimension = 8;

  std::vector<std::string> words;
  std::shared_ptr<const Embeddings> vectors;
  Scratch workspace;
  std::unique_ptr<const ContextIndex> index;

  Characters() {
    Vocabulary vocabulary;
    Matrix matrix(dimension);
    std::string text;
    Random random(1);
    const auto meaning = [](std::size_t i, std::uint64_t seed) {
      Random drawn(derive_seed(seed, i));
      std::vector<float> values(dimension);
      for (float& value : values) value = 2 * drawn.unit() - 1;
      return values;
    };
    for (std::size_t a = 0; a < firsts; ++a)
      for (std::size_t b = 0; b < seconds; ++b) {
        words.push_back(character(0x4E00 + a) + character(0x6000 + b));
        vocabulary.insert(words.back());
        std::vector<float> values = meaning(a, 2);
        const std::vector<float> of_topic = meaning(a % topics, 3), of_second = meaning(b, 4);
        for (std::size_t i = 0; i < dimension; ++i) values[i] += 2 * of_topic[i] + of_second[i];
        matrix.append(values);
      }
    vectors = std::make_shared<const Embeddings>(std::move(vocabulary), std::move(matrix));
    for (int line = 0; line < 6000; ++line) {
      const std::size_t topic = random.below(topics);
      for (int i = 0; i < 6; ++i) {
        const std::size_t first = topic + topics * random.below(firsts / topics);
        text += words[first * seconds + random.below(seconds)] + ' ';
      }
      text += '\n';
    }
    IndexOptions options;
    options.text.tokenizer = TokenizerKind::whitespace;
    index_corpus(*vectors, {workspace.file("text", text)}, workspace.path("text.ctx"), options);
    index = std::make_unique<const ContextIndex>(workspace.path("text.ctx"));
  }

  // U+0800 … U+FFFF
  static std::string character(std::size_t code) {
    return {static_cast<char>(0xE0 | code >> 12), static_cast<char>(0x80 | (code >> 6 & 0x3F)),
            static_cast<char>(0x80 | (code & 0x3F))};
  }

  TrainSummary train(TrainOptions options = {}) const {
    options.threads = 1;
    return train_model(vectors, *index, workspace.path("model.oovec"), options);
  }
};

TEST(Hints, ShortWordsGetShortNgramsByThemselves) {
  const Characters characters;
  const TrainSummary summary = characters.train();
  EXPECT_EQ(summary.ngram_lengths.min, 1U);
  EXPECT_EQ(summary.ngram_lengths.max, 3U);
  EXPECT_EQ(summary.without_ngrams, 0);
  EXPECT_THAT(summary.hints, Not(Contains(HasSubstr("n-gram"))));
  EXPECT_LT(summary.held_out->rows[0].model.median_rank, 30);  // of 600, from the form alone
  const Model model(characters.workspace.path("model.oovec"));
  EXPECT_EQ(model.settings().ngrams.min, 1U);
  EXPECT_EQ(model.form("鼠標").known, 0U);  // whose characters are in no word
  EXPECT_EQ(model.infer("鼠標", model.weighted_vectors().no_contexts()), std::nullopt);
}

TEST(Training, TellsHowFarItIs) {
  RecordedProgress progress;
  TrainOptions options;
  options.progress = &progress;
  (void)Characters().train(options);
  for (const char* task :
       {"fitting contexts", "choosing the ridge", "fitting n-grams", "calibrating"})
    EXPECT_TRUE(progress.completed(task)) << task;
  EXPECT_EQ(progress.tasks.back().name, "measuring");
}

TEST(Hints, NgramsThatAreTooLongAreToldOf) {
  TrainOptions options;
  options.ngram_min = 3;
  options.ngram_max = 5;
  const TrainSummary summary = Characters().train(options);
  EXPECT_EQ(summary.without_ngrams, 1);
  EXPECT_THAT(summary.hints, Contains(HasSubstr("100 % of the held-out words have no known")));
  EXPECT_THAT(summary.hints, Contains(HasSubstr("lower `ngram-min` or `ngram-words`")));
}

TEST(Hints, AModelWithoutFormHasNoUseForNgrams) {
  TrainOptions options;
  options.model = Composition::context;
  options.ngram_min = 3;
  options.epochs = 1;
  options.min_count = 20;
  const TrainSummary summary = Characters().train(options);
  EXPECT_EQ(summary.without_ngrams, 0);
  EXPECT_THAT(summary.hints, Not(Contains(HasSubstr("n-gram"))));
}

TEST(Hints, FewWordsWithContextsAreToldOf) {
  TrainOptions options;
  options.min_count = 72;  // a word occurs about 60 times
  const TrainSummary summary = Characters().train(options);
  ASSERT_LT(summary.words_with_contexts, 10 * Characters::dimension);
  EXPECT_THAT(summary.hints, Contains(HasSubstr("have contexts to learn from")));
}

HeldOutReport with_rank(double rank, std::size_t words) {
  HeldOutReport report;
  report.rows.push_back({0, 10, {5000, 0, 0}, {}, {}, {}, {}, {}, {}});
  report.rows.push_back({4, words, {rank, 0, 0}, {}, {}, {}, {}, {}, {}});
  return report;
}

TEST(Hints, WordsThatAreNotFoundAreToldOf) {
  EXPECT_EQ(quality_hint({}, 1000), std::nullopt);
  EXPECT_EQ(quality_hint(with_rank(10, 5), 1000), std::nullopt);
  EXPECT_EQ(quality_hint(with_rank(100, 5), 10'000), std::nullopt);
  EXPECT_THAT(*quality_hint(with_rank(101, 5), 10'000),
              HasSubstr("even with 4 contexts, for half of the held-out words 100 words"));
  EXPECT_THAT(*quality_hint(with_rank(1, 0), 10'000), HasSubstr("with 0 contexts"));
}

}  // namespace
}  // namespace oovec
