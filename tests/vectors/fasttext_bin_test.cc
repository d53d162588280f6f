#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <limits>
#include <string>
#include <vector>

#include "oovec/vectors/format.h"
#include "oovec/vectors/subwords.h"
#include "tests/support/damage.h"
#include "tests/support/vectors.h"

namespace oovec {
namespace {

using testing::ElementsAre;
using testing::FloatEq;
using testing::HasSubstr;
using testing::Optional;

constexpr float nan_value = std::numeric_limits<float>::quiet_NaN();

const ReadOptions as_model = as(VectorFormat::fasttext_bin);

template <class T>
std::string raw(T value) {
  return {reinterpret_cast<const char*>(&value), sizeof value};
}

// A model spelled out field by field; each test changes what it is about.
struct Model {
  std::int32_t magic = 793712314, version = 12;
  std::int32_t dimension = 2, kind = 2, bucket = 1, minn = 3, maxn = 3;
  std::int32_t entries = 2, nwords = 2, nlabels = 0;
  std::int64_t pruned = -1;
  std::vector<std::string> words = {"</s>", "ab"};
  std::vector<std::string> labels;
  std::string pruned_index;
  char input_quantised = 0, output_quantised = 0;
  std::int64_t input_rows = 3, input_columns = 2, output_rows = 2, output_columns = 2;
  std::vector<float> input = {8, 9, /**/ 1, 2, /* n-grams */ 3, 6};
  std::vector<float> output = {0, 0, 0, 0};

  std::string bytes() const {
    std::string all = raw(magic) + raw(version) + raw(dimension);
    for (const std::int32_t training : {5, 1, 1, 5, 1, 2}) all += raw(training);
    all += raw(kind) + raw(bucket) + raw(minn) + raw(maxn) + raw(std::int32_t{100}) + raw(1e-4);
    all += raw(entries) + raw(nwords) + raw(nlabels) + raw(std::int64_t{9}) + raw(pruned);
    const auto entry = [&](const std::string& word, char type) {
      all += word + '\0' + raw(std::int64_t{3}) + type;
    };
    for (const std::string& word : words) entry(word, 0);
    for (const std::string& label : labels) entry(label, 1);
    all += pruned_index + input_quantised + raw(input_rows) + raw(input_columns);
    for (const float value : input) all += raw(value);
    all += output_quantised + raw(output_rows) + raw(output_columns);
    for (const float value : output) all += raw(value);
    return all;
  }
};

ReadResult read_model(const Model& model) { return read_bytes(model.bytes(), as_model); }
ReadResult repair_model(const Model& model) {
  return read_bytes(model.bytes(), repairing(as_model));
}
Error error_reading_model(const Model& model) { return read_error(model.bytes(), as_model); }

// A one-dimensional model of the word "x" whose n-gram rows hold their own numbers, so that a
// vector tells which rows it is the mean of.
Model numbered(std::int32_t buckets, std::int32_t minn, std::int32_t maxn) {
  Model model;
  model.dimension = 1;
  model.bucket = buckets;
  model.minn = minn;
  model.maxn = maxn;
  model.entries = model.nwords = 1;
  model.words = {"x"};
  model.input_rows = 1 + buckets;
  model.input = {0};
  for (std::int32_t i = 0; i < buckets; ++i) model.input.push_back(static_cast<float>(i));
  model.output_rows = 1;
  model.output = {0};
  model.input_columns = model.output_columns = 1;
  return model;
}

TEST(FastTextBin, GivesTheMeanOfAWordAndItsNgrams) {
  const ReadResult result = read_model(Model());
  EXPECT_EQ(result.format, VectorFormat::fasttext_bin);
  EXPECT_TRUE(result.problems.empty());
  EXPECT_THAT(words_of(result.embeddings), ElementsAre("</s>", "ab"));
  // The n-grams "<ab" and "ab>" share the only bucket.
  EXPECT_THAT(row_of(result.embeddings, "ab"), ElementsAre(FloatEq(7.0F / 3), FloatEq(14.0F / 3)));
}

TEST(FastTextBin, GivesTheEndOfSentenceItsOwnRow) {
  const ReadResult result = read_model(Model());
  EXPECT_THAT(row_of(result.embeddings, "</s>"), ElementsAre(8.0F, 9.0F));
  EXPECT_EQ(result.embeddings.subwords()->vector_of("</s>"), std::nullopt);
}

TEST(FastTextBin, GivesUnseenWordsTheMeanOfTheirNgrams) {
  const ReadResult result = read_model(Model());
  EXPECT_THAT(result.embeddings.vector_of("unseen"), Optional(ElementsAre(3.0F, 6.0F)));
}

TEST(FastTextBin, HashesBytesWithTheirSign) {
  const ReadResult result = read_model(numbered(97, 3, 3));
  EXPECT_THAT(result.embeddings.vector_of("a"), Optional(ElementsAre(70.0F)));
  EXPECT_THAT(result.embeddings.vector_of("é"), Optional(ElementsAre(55.0F)));
  EXPECT_THAT(result.embeddings.vector_of("語"), Optional(ElementsAre(13.0F)));
}

TEST(FastTextBin, TakesNoLoneBoundaryAsAnNgram) {
  const ReadResult single = read_model(numbered(97, 1, 1));  // a, b
  EXPECT_THAT(single.embeddings.vector_of("ab"), Optional(ElementsAre(FloatEq((83 + 28) / 2.0F))));
  const ReadResult pairs = read_model(numbered(97, 1, 2));  // <a, a, ab, b, b>
  EXPECT_THAT(pairs.embeddings.vector_of("ab"),
              Optional(ElementsAre(FloatEq((37 + 83 + 73 + 28 + 18) / 5.0F))));
}

TEST(FastTextBin, GivesNothingForAWordWithoutNgrams) {
  const ReadResult result = read_model(numbered(97, 5, 6));
  EXPECT_EQ(result.embeddings.vector_of("ab"), std::nullopt);
  EXPECT_NE(result.embeddings.vector_of("abc"), std::nullopt);
}

TEST(FastTextBin, WithoutNgramsGivesWordRowsAlone) {
  for (const std::int32_t buckets : {0, 1}) {
    Model model;
    model.minn = model.maxn = 0;
    model.bucket = buckets;  // of word n-grams, which have no part in a word's vector
    model.input_rows = 2 + buckets;
    model.input.resize(4 + 2 * static_cast<std::size_t>(buckets));
    const ReadResult result = read_model(model);
    EXPECT_THAT(row_of(result.embeddings, "ab"), ElementsAre(1.0F, 2.0F));
    EXPECT_EQ(result.embeddings.subwords(), nullptr);
    EXPECT_EQ(result.embeddings.vector_of("unseen"), std::nullopt);
  }
}

TEST(FastTextBin, LeavesLabelsOut) {
  Model model;
  model.kind = 3;
  model.entries = 3;
  model.nlabels = 1;
  model.labels = {"__label__x"};
  model.output_rows = 1;
  model.output.resize(2);
  EXPECT_THAT(words_of(read_model(model).embeddings), ElementsAre("</s>", "ab"));
}

TEST(FastTextBin, RefusesVariantsItDoesNotRead) {
  const auto error = [](const std::function<void(Model&)>& change) {
    Model model;
    change(model);
    const Error refusal = error_reading_model(model);
    EXPECT_EQ(refusal.kind(), ErrorKind::unsupported) << refusal.what();
    return std::string(refusal.what());
  };
  EXPECT_THAT(error([](Model& m) { m.version = 11; }),
              HasSubstr("test: byte 4: the model has version 11"));
  EXPECT_THAT(error([](Model& m) { m.maxn = 65; }), HasSubstr("byte 48: n-grams of 65"));
  EXPECT_THAT(error([](Model& m) { m.pruned = 0; }), HasSubstr("is pruned"));
}

TEST(FastTextBin, RefusesSizesThatDoNotFit) {
  constexpr auto most = std::numeric_limits<std::int32_t>::max();
  const std::vector<std::function<void(Model&)>> changes = {
      [](Model& m) { m.magic = 12; },
      [](Model& m) { m.dimension = 0; },
      [](Model& m) { m.dimension = -1; },
      [](Model& m) { m.dimension = 1 << 21; },
      [](Model& m) { m.dimension = 3; },
      [](Model& m) { m.kind = 0; },
      [](Model& m) { m.kind = 4; },
      [](Model& m) { m.bucket = -1; },
      [](Model& m) { m.bucket = 0; },
      [](Model& m) { m.bucket = most; },
      [](Model& m) { m.minn = -1; },
      [](Model& m) { m.maxn = -1; },
      [](Model& m) { m.entries = 3; },
      [](Model& m) { m.nwords = 1; },
      [](Model& m) { m.nwords = -2; },
      [](Model& m) { m.nwords = 1, m.nlabels = 1; },
      [](Model& m) { m.pruned = std::numeric_limits<std::int64_t>::max(); },
      [](Model& m) { m.words[1] = std::string(70'000, 'x'); },
      [](Model& m) { m.input_quantised = 2; },
      [](Model& m) { m.input_rows = 4; },
      [](Model& m) { m.input_rows = std::numeric_limits<std::int64_t>::max(); },
      [](Model& m) { m.input_columns = -2; },
      [](Model& m) { m.output_quantised = 7; },
      [](Model& m) { m.output_rows = 1; },
      [](Model& m) { m.output_columns = 1; },
      [](Model& m) { m.output.push_back(0); },
  };
  for (std::size_t i = 0; i < changes.size(); ++i) {
    Model model;
    changes[i](model);
    const Error refusal = error_reading_model(model);
    EXPECT_EQ(refusal.kind(), ErrorKind::malformed) << i << ": " << refusal.what();
  }
}

TEST(FastTextBin, DoesNotAllocateWhatSizesAnnounce) {
  Model model;
  model.bucket = std::numeric_limits<std::int32_t>::max();
  model.dimension = 1 << 20;
  model.input_rows = std::int64_t{2} + model.bucket;
  model.input_columns = model.dimension;
  EXPECT_EQ(error_reading_model(model).kind(), ErrorKind::damaged);

  Model words;
  words.entries = words.nwords = std::numeric_limits<std::int32_t>::max();
  words.words.assign(5, "x");
  constexpr std::size_t five_words = 92 + 5 * 11;
  EXPECT_EQ(read_error(words.bytes().substr(0, five_words), as_model).kind(), ErrorKind::damaged);
}

TEST(FastTextBin, RefusesNumbersThatAreNotFinite) {
  Model ngram;
  ngram.input[5] = nan_value;
  const Error error = error_reading_model(ngram);
  EXPECT_EQ(error.kind(), ErrorKind::malformed);
  EXPECT_THAT(error.what(), HasSubstr("number 2 of n-gram row 0 is nan"));
  const ReadResult without_ngram = repair_model(ngram);
  EXPECT_THAT(kinds_of(without_ngram.problems), ElementsAre(ProblemKind::not_finite));
  EXPECT_THAT(row_of(without_ngram.embeddings, "ab"),
              ElementsAre(FloatEq(1.0F / 3), FloatEq(2.0F / 3)));

  Model word;
  word.input[0] = nan_value;
  EXPECT_EQ(error_reading_model(word).kind(), ErrorKind::malformed);
  const ReadResult without_word = repair_model(word);
  EXPECT_THAT(kinds_of(without_word.problems), ElementsAre(ProblemKind::not_finite));
  ASSERT_THAT(words_of(without_word.embeddings), ElementsAre("ab"));
  EXPECT_THAT(row_of(without_word.embeddings, "ab"),
              ElementsAre(FloatEq(7.0F / 3), FloatEq(14.0F / 3)));
}

TEST(FastTextBin, RefusesSumsBeyondFloat) {
  Model model;
  model.words[1] = "x";  // "<x>" has one n-gram, "unseen" several
  model.input[4] = 3e38F;
  const ReadResult result = read_model(model);
  EXPECT_THAT(result.embeddings.vector_of("y"), Optional(ElementsAre(3e38F, 6.0F)));
  EXPECT_EQ(error_of([&] { (void)result.embeddings.vector_of("unseen"); }).kind(),
            ErrorKind::malformed);
  model.words[1] = "ab";
  EXPECT_EQ(error_reading_model(model).kind(), ErrorKind::malformed);
}

// A replaced word keeps the vector of the bytes that fastText knew.
TEST(FastTextBin, TakesNgramsOfWordsAsStored) {
  Model model = numbered(97, 3, 3);
  model.words = {"\xFF\xFF"};
  EXPECT_EQ(error_reading_model(model).kind(), ErrorKind::malformed);
  ReadOptions options = as_model;
  options.invalid_utf8 = InvalidUtf8::replace;
  const ReadResult result = read_bytes(model.bytes(), options);
  ASSERT_THAT(words_of(result.embeddings), ElementsAre("\uFFFD\uFFFD"));
  const float sum = (*result.embeddings.subwords()->vector_of("\xFF\xFF"))[0] * 2;
  EXPECT_THAT(result.embeddings.row(0), ElementsAre(FloatEq(sum / 3)));
}

TEST(FastTextBin, WithALimitStillKnowsAllNgrams) {
  ReadOptions options = as_model;
  options.limit = 1;
  const ReadResult result = read_bytes(Model().bytes(), options);
  EXPECT_THAT(words_of(result.embeddings), ElementsAre("</s>"));
  EXPECT_THAT(result.embeddings.vector_of("ab"), Optional(ElementsAre(3.0F, 6.0F)));
}

TEST(FastTextBin, RefusesEveryTruncation) {
  const Model model;
  const std::string bytes = model.bytes();
  const std::size_t output = bytes.size() - model.output.size() * sizeof(float);
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    const std::string cut = bytes.substr(0, size);
    EXPECT_EQ(read_error(cut, as_model).kind(), ErrorKind::damaged) << size;
    // Only the numbers of the output matrix can be done without.
    EXPECT_EQ(is_refused(cut, repairing(as_model)), size < output) << size;
  }
  const ReadResult repaired = read_bytes(bytes.substr(0, output), repairing(as_model));
  EXPECT_THAT(kinds_of(repaired.problems), ElementsAre(ProblemKind::cut_short));
  expect_same(repaired.embeddings, read_model(model).embeddings);
}

TEST(FastTextBin, SurvivesFlippedBits) {
  EXPECT_GT(refused_flips(Model().bytes(), as_model, 5000), 1000);
  EXPECT_GT(refused_flips(numbered(20, 1, 4).bytes(), as_model, 5000), 1000);
}

TEST(FastTextBin, IsTheSameOnAnyNumberOfThreads) {
  Model model = numbered(97, 2, 4);
  model.words.clear();
  for (int i = 0; i < 5000; ++i) model.words.push_back("w" + std::to_string(i));
  model.entries = model.nwords = 5000;
  model.input_rows = 5000 + 97;
  model.input.insert(model.input.begin(), 4999, 0.5F);
  model.output_rows = 5000;
  model.output.resize(5000);
  ReadOptions options = as_model;
  options.threads = 1;
  const ReadResult alone = read_bytes(model.bytes(), options);
  for (const int threads : {2, 4}) {
    options.threads = threads;
    expect_same(read_bytes(model.bytes(), options).embeddings, alone.embeddings);
  }
}

}  // namespace
}  // namespace oovec
