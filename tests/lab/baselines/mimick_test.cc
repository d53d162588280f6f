#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "lab/baselines/mimick/mimick.h"
#include "lab/baselines/open.h"
#include "oovec/base/random.h"
#include "oovec/vectors/format.h"
#include "tests/support/checksums.h"
#include "tests/support/files.h"
#include "tests/support/vectors.h"

namespace oovec::lab {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

TEST(CharTable, GivesRowsToCharactersAndBoundaries) {
  const CharTable table({'a', 'b', 0xE9});
  EXPECT_EQ(table.rows(), 5U);
  EXPECT_THAT(table.rows_of("béxa"), ElementsAre(1, 3, 4, 0, 2, 1));
  EXPECT_THAT(table.rows_of(""), ElementsAre(1, 1));
}

class MimickFile : public testing::Test {
 protected:
  MimickFile() { write_vectors(*vectors_, vectors_file_.path()); }

  MimickParts parts() const {
    MimickParts parts{vectors_, CharTable({'a', 'b'}), {4, 2, 3, 2}, {}, {true, false, true}};
    Random random(1);
    parts.parameters.resize(CharLayout(parts.shape).all.size());
    for (float& x : parts.parameters) x = random.unit();
    return parts;
  }

  Error error_reading(const MimickParts& parts) const {
    write_mimick(parts, file_.path());
    return error_of([&] { Mimick(file_.path(), vectors_file_.path()); });
  }

  std::shared_ptr<const Embeddings> vectors_ =
      std::make_shared<const Embeddings>(make_embeddings({"a", "ab", "ba"}, 2, {1, 2, 3, 4, 5, 6}));
  TemporaryFile file_{".mimick"}, vectors_file_{".txt"};
};

TEST_F(MimickFile, GivesBackWhatWasWritten) {
  write_mimick(parts(), file_.path());
  EXPECT_EQ(recognise_inferrer(file_.path()), InferrerKind::mimick);
  const auto opened = open_inferrer(file_.path(), vectors_file_.path());
  const auto& read = dynamic_cast<const Mimick&>(*opened);
  EXPECT_EQ(read.parts().parameters, parts().parameters);
  EXPECT_EQ(read.parts().characters.code_points(), parts().characters.code_points());
  EXPECT_EQ(read.has_learned_from("a"), true);
  EXPECT_EQ(read.has_learned_from("ab"), false);
  const ContextEvidence no_context(2);
  EXPECT_EQ(read.infer_vector("abba", no_context),
            Mimick(parts()).infer_vector("abba", no_context));
  EXPECT_FALSE(read.infer_vector("", no_context));
}

TEST_F(MimickFile, NeedsItsVectors) {
  write_mimick(parts(), file_.path());
  EXPECT_THAT(error_of([&] { Mimick(file_.path(), ""); }).what(), HasSubstr("without its vectors"));
  write_vectors(make_embeddings({"a", "ab", "ba"}, 2, {1, 2, 3, 4, 5, 7}), vectors_file_.path());
  EXPECT_THAT(error_of([&] { Mimick(file_.path(), vectors_file_.path()); }).what(),
              HasSubstr("not the vectors"));
}

TEST_F(MimickFile, RefusesNumbersThatAreNotFinite) {
  write_mimick(parts(), file_.path());
  file_.write(with_number(file_.content(), "forward", std::numeric_limits<float>::infinity()));
  const Error error = error_of([&] { Mimick(file_.path(), vectors_file_.path()); });
  EXPECT_EQ(error.kind(), ErrorKind::malformed);
  EXPECT_THAT(error.what(), HasSubstr("\"forward\" contains a number that is not finite"));
}

TEST_F(MimickFile, ReSignedChangesAreRefusedOrMakeFiniteVectors) {
  write_mimick(parts(), file_.path());
  const std::vector<float> no_vector;
  for_each_resigned_flip(file_.content(), 300, [&](const std::string& bytes) {
    file_.write(bytes);
    try {
      const Mimick read(file_.path(), vectors_file_.path());
      for (const char* word : {"a", "abba", "été"})
        for (const float value : read.infer_vector(word, ContextEvidence(2)).value_or(no_vector))
          ASSERT_TRUE(std::isfinite(value));
    } catch (const Error&) {
    }
  });
}

TEST_F(MimickFile, RefusesPartsThatDoNotFit) {
  MimickParts bad = parts();
  bad.targets.resize(100);
  EXPECT_THAT(error_reading(bad).what(), HasSubstr("\"targets\" has 13 numbers where 1"));
  bad = parts();
  bad.characters = CharTable({'a'});
  EXPECT_THAT(error_reading(bad).what(), HasSubstr("\"characters\" has 12 numbers where 9"));
  bad = parts();
  bad.characters = CharTable({'b', 'a'});
  EXPECT_THAT(error_reading(bad).what(), HasSubstr("not in order"));
}

TEST_F(MimickFile, RefusesSizesBeyondReason) {
  MimickParts bad = parts();
  bad.shape.hidden = 5000;
  bad.parameters.resize(CharLayout(bad.shape).all.size());
  EXPECT_THAT(error_reading(bad).what(), HasSubstr("hidden"));
}

TEST_F(MimickFile, RefusesCutsAndFlippedBits) {
  write_mimick(parts(), file_.path());
  const std::string bytes = file_.content();
  const TemporaryFile damaged;
  const auto is_refused = [&](std::string_view content) {
    damaged.write(content);
    try {
      const Mimick read(damaged.path(), vectors_file_.path());
      return false;
    } catch (const Error&) {
      return true;
    }
  };
  for (std::size_t size = 0; size < bytes.size(); size += 41)
    EXPECT_TRUE(is_refused(std::string_view(bytes).substr(0, size))) << size;
  for (std::size_t at = 0; at < bytes.size(); at += 23) {
    std::string flipped = bytes;
    flipped[at] = static_cast<char>(flipped[at] ^ 1);
    EXPECT_TRUE(is_refused(flipped)) << at;
  }
}

}  // namespace
}  // namespace oovec::lab
