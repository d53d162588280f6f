#include "lab/eval/filter.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "oovec/base/error.h"
#include "tests/lab/eval/data.h"

namespace oovec::lab {
namespace {

class FilterTest : public testing::Test {
 protected:
  std::vector<std::uint64_t> lines_left(std::string_view bytes, std::size_t field) const {
    DataFile file = data_of(bytes);
    drop_related(file, field, stems_, Casing::lower);
    std::vector<std::uint64_t> numbers;
    for (const DataLine& line : file.lines) numbers.push_back(line.number);
    return numbers;
  }

  Embeddings vectors_ = make_embeddings({"friend", "friends", "pomelo"}, 1, {1, 2, 3});
  Stems stems_{vectors_};
};

TEST_F(FilterTest, DropsWordsWithARelative) {
  EXPECT_THAT(lines_left("friend\t___ is nice\npomelo\t___ is sour\nFriendly\t___\nnew\t___\n", 0),
              testing::ElementsAre(2, 4));
}

TEST_F(FilterTest, LooksAtTheFieldOfTheWord) {
  EXPECT_THAT(lines_left("friend\tpomelo\t3\npomelo\tfriend\t3\n", 1), testing::ElementsAre(1));
}

TEST_F(FilterTest, LeavesLinesOfAnotherFormToBeRefused) {
  EXPECT_THAT(lines_left("friend\n", 1), testing::ElementsAre(1));
}

TEST_F(FilterTest, RefusesToLeaveNothing) { EXPECT_THROW(lines_left("friend\t___\n", 0), Error); }

}  // namespace
}  // namespace oovec::lab
