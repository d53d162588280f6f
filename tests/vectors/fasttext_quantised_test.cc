// Quantised fastText models (.ftz), spelled out; fasttext_program_test.cc has those of fastText.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sys/resource.h>

#include <functional>

#include "oovec/vectors/quantised_matrix.h"
#include "tests/support/damage.h"
#include "tests/support/vectors.h"

namespace oovec {
namespace {

using testing::ElementsAre;
using testing::FloatEq;
using testing::HasSubstr;
using testing::Optional;

const ReadOptions as_ftz = as(VectorFormat::fasttext_bin);

template <class T>
std::string packed_number(T value) {
  return {reinterpret_cast<const char*>(&value), sizeof value};
}

// Centroid number i of every group is (1000 · group + i) in all its columns.
std::string quantiser(std::int32_t columns, std::int32_t group) {
  const std::int32_t groups = (columns + group - 1) / group;
  const std::int32_t last = columns - (groups - 1) * group;
  std::string bytes;
  for (const std::int32_t size : {columns, groups, group, last}) bytes += packed_number(size);
  for (std::int32_t g = 0; g < groups; ++g)
    for (int centroid = 0; centroid < 256; ++centroid)
      for (std::int32_t i = 0; i < (g + 1 == groups ? last : group); ++i)
        bytes += packed_number(static_cast<float>(1000 * g + centroid));
  return bytes;
}

// Words "</s>" and "ab" of three dimensions, the first two in a group, and one n-gram row.
struct QuantisedModel {
  std::int32_t bucket = 1;
  std::int64_t pruned = -1;
  std::string pruned_index;
  char has_norms = 0;
  std::int64_t rows = 3;
  std::int32_t code_size = 6;
  std::string codes = std::string("\1\2\3\4\5\6", 6);
  std::string input_quantiser = quantiser(3, 2);
  std::string norms;
  std::string output = std::string(1, '\0') + packed_number(std::int64_t{2}) +
                       packed_number(std::int64_t{3}) + std::string(24, '\0');

  std::string bytes() const {
    std::string all = packed_number(std::int32_t{793712314}) + packed_number(std::int32_t{12});
    for (const std::int32_t number : {3, 5, 1, 1, 5, 1, 2, 1, bucket, 3, 3, 100})
      all += packed_number(number);
    all += packed_number(1e-4);
    for (const std::int32_t number : {2, 2, 0}) all += packed_number(number);
    all += packed_number(std::int64_t{9}) + packed_number(pruned);
    for (const char* word : {"</s>", "ab"})
      all += std::string(word) + '\0' + packed_number(std::int64_t{3}) + '\0';
    all += pruned_index + '\1' + has_norms + packed_number(rows) + packed_number(std::int64_t{3}) +
           packed_number(code_size) + codes + input_quantiser + norms + output;
    return all;
  }
};

QuantisedModel pruned_model() {
  QuantisedModel model;
  model.bucket = 7;
  model.pruned = 1;
  model.pruned_index = packed_number(std::int32_t{4}) + packed_number(std::int32_t{0});
  return model;
}

QuantisedModel model_with_norms() {
  QuantisedModel model;
  model.has_norms = 1;
  model.norms = std::string("\1\2\3", 3) + quantiser(1, 1);
  return model;
}

TEST(FastTextQuantised, RowsAreMadeOfCentroids) {
  const ReadResult read = read_bytes(QuantisedModel().bytes());
  EXPECT_EQ(read.format, VectorFormat::fasttext_bin);
  EXPECT_THAT(row_of(read.embeddings, "</s>"), ElementsAre(1, 1, 1002));
  // "<ab" and "ab>" are in the one bucket.
  EXPECT_THAT(row_of(read.embeddings, "ab"),
              ElementsAre(FloatEq(13 / 3.0F), FloatEq(13 / 3.0F), FloatEq(3016 / 3.0F)));
  EXPECT_THAT(read.embeddings.vector_of("xyz"), Optional(ElementsAre(5, 5, 1006)));
}

TEST(FastTextQuantised, RowsAreMultipliedByTheirLength) {
  const ReadResult read = read_bytes(model_with_norms().bytes());
  EXPECT_THAT(row_of(read.embeddings, "</s>"), ElementsAre(1, 1, 1002));
  EXPECT_THAT(read.embeddings.vector_of("xyz"), Optional(ElementsAre(15, 15, 3018)));
}

TEST(FastTextQuantised, NgramsThatWerePrunedHaveNoPart) {
  const Embeddings vectors = read_bytes(pruned_model().bytes()).embeddings;
  std::size_t known = 0;
  for (char c = 'a'; c <= 'z'; ++c)
    if (const auto vector = vectors.vector_of(std::string(1, c))) {
      EXPECT_THAT(*vector, ElementsAre(5, 5, 1006));
      ++known;
    }
  EXPECT_GT(known, 0U);
  EXPECT_LT(known, 20U);
  QuantisedModel none;
  none.pruned = 0;
  none.rows = 2;
  none.code_size = 4;
  none.codes.resize(4);
  EXPECT_EQ(read_bytes(none.bytes()).embeddings.subwords(), nullptr);
}

TEST(FastTextQuantised, AQuantisedOutputIsPassedOver) {
  QuantisedModel model;
  model.output = std::string("\1\0", 2) + packed_number(std::int64_t{2}) +
                 packed_number(std::int64_t{3}) + packed_number(std::int32_t{4}) + "abcd" +
                 quantiser(3, 2);
  EXPECT_EQ(read_bytes(model.bytes()).embeddings.size(), 2U);
}

TEST(FastTextQuantised, SizesThatDoNotFitAreRefused) {
  const auto refuse = [](QuantisedModel model, const std::function<void(QuantisedModel&)>& change,
                         const char* why) {
    change(model);
    const Error refusal = read_error(model.bytes(), as_ftz);
    EXPECT_EQ(refusal.kind(), ErrorKind::malformed) << refusal.what();
    EXPECT_THAT(refusal.what(), HasSubstr(why));
  };
  const QuantisedModel plain;
  refuse(
      plain, [](auto& m) { m.has_norms = 2; }, "whether lengths are quantised");
  refuse(
      plain, [](auto& m) { m.rows = 4; }, "is 4 by 3, which should be 3 by 3");
  refuse(
      plain, [](auto& m) { m.code_size = 0; }, "0 codes");
  refuse(
      plain, [](auto& m) { m.code_size = 7; }, "7 codes");
  refuse(
      plain, [](auto& m) { m.code_size = 12; }, "12 codes");
  refuse(
      plain, [](auto& m) { m.input_quantiser = quantiser(3, 1); }, "codes a row");
  refuse(
      plain, [](auto& m) { m.input_quantiser = quantiser(4, 2); }, "is 4, which should be 3");
  refuse(
      plain, [](auto& m) { m.input_quantiser.replace(8, 4, 4, '\xFF'); }, "codes a row");
  refuse(
      model_with_norms(), [](auto& m) { m.norms = "abc" + quantiser(2, 1); },
      "is 2, which should be 1");
  refuse(
      pruned_model(), [](auto& m) { m.bucket = 4; }, "bucket 4 of 4");
  refuse(
      pruned_model(), [](auto& m) { m.pruned_index[4] = 1; }, "row 1 of 1");
  refuse(
      pruned_model(),
      [](auto& m) {
        m.pruned = 2;
        m.pruned_index += m.pruned_index;
      },
      "bucket twice");
}

TEST(FastTextQuantised, EveryCutIsRefused) {
  for (const QuantisedModel& model : {pruned_model(), model_with_norms()}) {
    const std::string whole = model.bytes();
    for (std::size_t size = 0; size < whole.size(); ++size)
      ASSERT_TRUE(is_refused(std::string_view(whole).substr(0, size), as_ftz)) << size;
  }
}

TEST(FastTextQuantised, FlippedBitsNeverGiveWhatIsNotWellFormed) {
  EXPECT_GT(refused_flips(pruned_model().bytes(), as_ftz, 2000), 20);
  EXPECT_GT(refused_flips(model_with_norms().bytes(), as_ftz, 2000), 20);
}

TEST(QuantisedMatrix, TheLastGroupMayBeNarrower) {
  QuantisedMatrix matrix;
  matrix.columns = 3;
  matrix.group = 2;
  matrix.codes = {0, 255, 1, 0};
  for (int i = 0; i < 3 * 256; ++i) matrix.centroids.push_back(static_cast<float>(i));
  std::vector<float> row(3);
  matrix.decode(0, row);
  EXPECT_THAT(row, ElementsAre(0, 1, 512 + 255));
  matrix.decode(1, row);
  EXPECT_THAT(row, ElementsAre(2, 3, 512));
}

// 200,000 rows of n-grams, each a code of one byte for 1,000 numbers: 800 MB of floats in a file of
// 1.2 MB.
TEST(QuantisedFastText, NgramsTakeNoMoreMemoryThanTheirCodes) {
  constexpr std::int32_t columns = 1000, buckets = 200'000;
  std::string bytes = packed_number(std::int32_t{793712314}) + packed_number(std::int32_t{12});
  for (const std::int32_t number : {columns, 5, 1, 1, 5, 1, 2, 1, buckets, 3, 3, 100})
    bytes += packed_number(number);
  bytes += packed_number(1e-4);
  for (const std::int32_t number : {1, 1, 0}) bytes += packed_number(number);
  bytes += packed_number(std::int64_t{9}) + packed_number(std::int64_t{-1});
  bytes += std::string("ab") + '\0' + packed_number(std::int64_t{3}) + '\0';
  bytes += std::string("\1\0", 2) + packed_number(std::int64_t{buckets + 1}) +
           packed_number(std::int64_t{columns}) + packed_number(buckets + 1) +
           std::string(buckets + 1, '\2') + quantiser(columns, columns);
  bytes += std::string(1, '\0') + packed_number(std::int64_t{1}) +
           packed_number(std::int64_t{columns}) + std::string(4 * columns, '\0');
  rusage before{}, after{};
  getrusage(RUSAGE_SELF, &before);
  const Embeddings vectors = read_bytes(bytes, as_ftz).embeddings;
  const auto found = vectors.vector_of("unseen");
  getrusage(RUSAGE_SELF, &after);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->front(), 2.0F);
  EXPECT_LT(after.ru_maxrss - before.ru_maxrss, 200 << 10);
}

}  // namespace
}  // namespace oovec
