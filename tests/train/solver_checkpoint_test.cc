#include "oovec/train/solver_checkpoint.h"

#include <cmath>
#include <deque>
#include <limits>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "oovec/train/checkpoint.h"
#include "tests/support/checksums.h"
#include "tests/support/error_of.h"
#include "tests/support/files.h"

namespace oovec {
namespace {

using testing::HasSubstr;
using Identity = std::map<std::string, std::string>;

constexpr std::size_t ngram_count = 3, columns = 20;  // two groups, the second of four components
const Identity identity = {{"sentences", "20"}, {"seed", "1"}};

// The first group is solved for.
SolverState half_done() {
  SolverState state(ngram_count, columns);
  state.ridge = 0.8;
  FormRidge::Rows rows(ngram_count);
  for (std::size_t s = 0; s < ngram_count; ++s)
    for (std::size_t i = 0; i < FormRidge::width; ++i)
      rows[s][i] = static_cast<float>(100 * s + i) / 7;
  state.set_group(0, rows);
  return state;
}

SolverState read(const std::string& path, const Identity& expected = identity) {
  SolverState state(ngram_count, columns);
  read_solver_checkpoint(path, expected, state);
  return state;
}

TEST(SolverState, KnowsHowManyComponentsAreDone) {
  SolverState state = half_done();
  EXPECT_TRUE(state.done[0]);
  EXPECT_FALSE(state.done[1]);
  EXPECT_EQ(state.groups_done(), 1U);
  EXPECT_EQ(state.components_done(), 16U);
  state.set_group(1, FormRidge::Rows(ngram_count));
  EXPECT_EQ(state.components_done(), columns);
}

TEST(SolverState, OfTheLastGroupOnlyTheComponentsOfVectorsAreKept) {
  SolverState state = half_done();
  FormRidge::Rows rows(ngram_count);
  for (auto& row : rows) row.fill(5);
  const std::vector<float> before(state.ngrams.values().begin(), state.ngrams.values().end());
  state.set_group(1, rows);
  for (std::size_t i = 0; i < ngram_count * columns; ++i)
    EXPECT_EQ(state.ngrams.values()[i], i % columns < 16 ? before[i] : 5) << i;
}

TEST(SolverCheckpoint, ReadsWhatWasWritten) {
  const TemporaryFile file;
  const SolverState written = half_done();
  write_solver_checkpoint(file.path(), identity, written);
  SolverState state = read(file.path());
  EXPECT_EQ(state.ridge, written.ridge);
  EXPECT_EQ(state.done, written.done);
  EXPECT_TRUE(std::ranges::equal(state.ngrams.values(), written.ngrams.values()));
}

TEST(SolverCheckpoint, OfAnotherTrainingIsRefusedByName) {
  const TemporaryFile file;
  write_solver_checkpoint(file.path(), identity, half_done());
  const Identity other = {{"sentences", "30"}, {"seed", "1"}};
  const Error error = error_of([&] { read(file.path(), other); });
  EXPECT_EQ(error.kind(), ErrorKind::usage);
  EXPECT_THAT(error.what(), HasSubstr("sentences is 20, not 30"));
}

TEST(SolverCheckpoint, OfOtherNgramsOrDimensionsIsRefused) {
  const TemporaryFile file;
  write_solver_checkpoint(file.path(), identity, half_done());
  for (const auto& [count, dimension] : {std::pair{ngram_count + 1, columns},
                                         {ngram_count, columns + 20},
                                         {ngram_count, columns - 8}}) {
    SolverState state(count, dimension);
    const Error error = error_of([&] { read_solver_checkpoint(file.path(), identity, state); });
    EXPECT_THAT(error.what(), HasSubstr("remove it to begin anew"));
  }
}

TEST(SolverCheckpoint, ARidgeThatIsNoneIsRefused) {
  const TemporaryFile file;
  for (const double ridge : {-1.0, std::nan(""), std::numeric_limits<double>::infinity()}) {
    SolverState state = half_done();
    state.ridge = ridge;
    write_solver_checkpoint(file.path(), identity, state);
    EXPECT_THAT(error_of([&] { read(file.path()); }).what(), HasSubstr("ridge")) << ridge;
  }
}

TEST(SolverCheckpoint, NumbersThatAreNotFiniteAreRefused) {
  const TemporaryFile file;
  write_solver_checkpoint(file.path(), identity, half_done());
  file.write(with_number(file.content(), "ngrams", std::nanf("")));
  EXPECT_THAT(error_of([&] { read(file.path()); }).what(),
              HasSubstr("\"ngrams\" contains a number"));
}

TEST(SolverCheckpoint, NumbersThatAreNotFiniteAreNotWritten) {
  const TemporaryFile file;
  SolverState state = half_done();
  state.ngrams.values()[5] = std::nanf("");
  EXPECT_THAT(error_of([&] { write_solver_checkpoint(file.path(), identity, state); }).what(),
              HasSubstr("would contain a number that is not finite"));
}

TEST(SolverCheckpoint, ReSignedChangesAreRefusedOrMakeSense) {
  const TemporaryFile file;
  write_solver_checkpoint(file.path(), identity, half_done());
  for_each_resigned_flip(file.content(), 300, [&](const std::string& bytes) {
    file.write(bytes);
    try {
      SolverState state(ngram_count, columns);
      read_solver_checkpoint(file.path(), identity, state);
      for (const float number : state.ngrams.values()) ASSERT_TRUE(std::isfinite(number));
      ASSERT_TRUE(std::isfinite(state.ridge));
    } catch (const Error&) {
    }
  });
}

class DamagedSolverCheckpoint : public testing::Test {
 protected:
  DamagedSolverCheckpoint() {
    const TemporaryFile file;
    write_solver_checkpoint(file.path(), identity, half_done());
    whole_ = file.content();
  }

  // Whoever reads of it must know which file is meant.
  void expect_refused(std::string_view bytes) const {
    damaged_.write(bytes);
    const Error error = error_of([&] { read(damaged_.path()); });
    ASSERT_THAT(error.what(), HasSubstr(damaged_.path()));
  }

  std::string whole_;
  TemporaryFile damaged_;
};

TEST_F(DamagedSolverCheckpoint, CutAtAnyByteIsRefused) {
  for (std::size_t size = 0; size < whole_.size(); ++size)
    expect_refused(std::string_view(whole_).substr(0, size));
  expect_refused(whole_ + '\0');
}

TEST_F(DamagedSolverCheckpoint, WithAnyBitFlippedIsRefused) {
  for (std::size_t bit = 0; bit < whole_.size() * 8; ++bit) {
    std::string bytes = whole_;
    bytes[bit / 8] = static_cast<char>(bytes[bit / 8] ^ (1 << bit % 8));
    expect_refused(bytes);
  }
}

TEST(SolverCheckpoint, AFileOfAnotherKindIsRefused) {
  const TemporaryFile file;
  TensorFileWriter writer({{"format", "oovec-checkpoint"}, {"version", "1"}});
  writer.write(file.path(), 1, nullptr);
  EXPECT_THAT(error_of([&] { read(file.path()); }).what(),
              HasSubstr("is the checkpoint of a model that learns by epochs"));
}

TEST(SolverCheckpoint, IsNotTakenForThatOfLearningByEpochs) {
  const TemporaryFile file;
  write_solver_checkpoint(file.path(), identity, half_done());
  std::deque<Learner> none;
  const Error error = error_of([&] { (void)read_checkpoint(file.path(), identity, none); });
  EXPECT_EQ(error.kind(), ErrorKind::usage);
  EXPECT_THAT(error.what(), HasSubstr("is the checkpoint of the model balanced"));
}

}  // namespace
}  // namespace oovec
