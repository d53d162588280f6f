#include "lab/eval/dev_set.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "oovec/base/error.h"
#include "oovec/base/random.h"
#include "tests/lab/eval/data.h"

namespace oovec::lab {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

Model dev_set_compass() {
  return Model(plain_model(make_embeddings({"east", "north", "west"}, 2, {1, 0, 0, 1, -1, 0})));
}

std::unique_ptr<DevSet> open_dev(const std::string& path, const Model& model) {
  return open_dev_set(path, model.weighted_vectors(), model.text());
}

TEST(DevSet, OfTwoFieldsIsDefinitions) {
  const TemporaryFolder folder;
  const Model model = dev_set_compass();
  const auto dev =
      open_dev(folder.write("dn.txt", "#word\tand\tmore\n\nwest\t___ is north\n"), model);
  EXPECT_THAT(dev->words(), ElementsAre("west"));
  EXPECT_EQ(dev->score(model).details.front().first, "median rank");
}

class PairsTest : public testing::Test {
 protected:
  PairsTest() {
    folder_.write("context/polar.txt", "north\n");
    folder_.write("context/oriental.txt", "east\n");
    pairs_ = folder_.write("pairs.txt", "east\tpolar\t1\neast\toriental\t2\n");
  }

  TemporaryFolder folder_;
  std::string pairs_;
  Model model_ = dev_set_compass();
};

TEST_F(PairsTest, OfThreeFieldsAreRareWords) {
  EXPECT_EQ(open_dev(pairs_, model_)->score(model_).value, 1);
}

TEST_F(PairsTest, AreFoundInTheirFolder) {
  EXPECT_THAT(open_dev(folder_.path(), model_)->words(), ElementsAre("oriental", "polar"));
}

TEST(DevSet, ModelsThatHaveLearnedFromItsWordsAreRefused) {
  const TemporaryFolder folder;
  ModelParts parts = dev_set_compass().parts();
  const auto dev = open_dev(folder.write("dn.txt", "west\t___ is north\n"), Model(parts));
  const auto error = [&] {
    return std::string(
        error_of([&] { check_held_out(*dev, Model(parts), "m", "--allow-seen"); }).what());
  };
  EXPECT_THAT(error(), HasSubstr("m does not record"));
  parts.targets = {true, true, true};
  EXPECT_THAT(error(), HasSubstr("m has learned from 1 of the 1 test words, such as \"west\""));
  parts.targets[2] = false;
  EXPECT_NO_THROW(check_held_out(*dev, Model(parts), "m", "--allow-seen"));
}

TEST(DevSet, OfNeitherKindIsRefused) {
  const TemporaryFolder folder;
  const Model model = dev_set_compass();
  const std::string words = folder.write("words.txt", "# words\nwest\n");
  EXPECT_THAT(error_of([&] { open_dev(words, model); }).what(), HasSubstr("words.txt:2: neither"));
  const std::string table = folder.write("table.txt", "a\tb\tc\td\n");
  EXPECT_THAT(error_of([&] { open_dev(table, model); }).what(), HasSubstr("table.txt:1: neither"));
}

TEST(DevSet, WithoutDataIsRefused) {
  const TemporaryFolder folder;
  const Model model = dev_set_compass();
  const std::string empty = folder.write("empty.txt", "# nothing\n\n");
  const Error error = error_of([&] { open_dev(empty, model); });
  EXPECT_EQ(error.kind(), ErrorKind::malformed);
  EXPECT_THAT(error.what(), HasSubstr("empty.txt holds no data"));
}

TEST(DevSet, ThatIsMissingIsRefused) {
  const TemporaryFolder folder;
  const Model model = dev_set_compass();
  EXPECT_EQ(error_of([&] { open_dev(folder.path() + "/none.txt", model); }).kind(), ErrorKind::io);
  EXPECT_EQ(error_of([&] { open_dev(folder.path(), model); }).kind(), ErrorKind::io);
}

// Arbitrary vectors for every word in a file.
Model model_for(const std::string& path) {
  const auto input = open_input(path);
  std::set<std::string> words;
  for (const DataLine& line : read_data_file(*input).lines) {
    std::size_t begin = 0;
    while (begin < line.text.size()) {
      const std::size_t end = std::min(line.text.find_first_of(" \t", begin), line.text.size());
      if (end > begin) words.insert(line.text.substr(begin, end - begin));
      begin = end + 1;
    }
  }
  Random random(1);
  std::vector<float> values(words.size() * 8);
  for (float& value : values) value = random.unit() - 0.5F;
  return Model(plain_model(make_embeddings({words.begin(), words.end()}, 8, values)));
}

TEST(DevSet, ReadsTheDefinitionalNonceData) {
  const auto path = find_shared("dn/train.txt");
  if (!path) GTEST_SKIP() << "there is no shared/data/dn/train.txt beside the project";
  const Model model = model_for(*path);
  const auto dev = open_dev(*path, model);
  EXPECT_EQ(dev->words().size(), 700);
  EXPECT_GT(dev->score(model).value, 0);
}

TEST(DevSet, ReadsTheRareWordsData) {
  const auto path = find_shared("crw-dev");
  if (!path) GTEST_SKIP() << "there is no shared/data/crw-dev beside the project";
  const Model model = model_for(*path + "/pairs.txt");
  const auto dev = open_dev(*path, model);
  EXPECT_EQ(dev->words().size(), 414);
  EXPECT_NE(dev->score(model).value, 0);
}

}  // namespace
}  // namespace oovec::lab
