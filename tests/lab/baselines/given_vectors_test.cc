#include "lab/baselines/given_vectors.h"

#include <filesystem>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "lab/baselines/baseline.h"
#include "lab/baselines/open.h"
#include "oovec/vectors/resolve_text.h"
#include "tests/support/scratch.h"
#include "tests/support/unprivileged.h"
#include "tests/support/vectors.h"

namespace oovec::lab {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Optional;

std::shared_ptr<const Embeddings> space() {
  return std::make_shared<const Embeddings>(make_embeddings({"fig", "plum"}, 2, {1, 0, 0, 1}));
}

TokenizerOptions lowered() { return resolve_text({}, *space()); }

TEST(GivenVectors, AreFoundByTheWordAlone) {
  const Scratch scratch;
  const GivenVectors given(scratch.file("mine.txt", "pomelo 3 4\n"), space(), lowered());
  EXPECT_FALSE(given.has_own_space());
  EXPECT_EQ(given.vectors().size(), 2U);
  const ContextEvidence contexts = given.weighted_vectors().no_contexts();
  EXPECT_THAT(given.infer_vector("pomelo", contexts), Optional(ElementsAre(3, 4)));
  EXPECT_FALSE(given.infer_vector("quince", contexts));
  EXPECT_FALSE(given.infer_vector("fig", contexts));  // that of the space is not what was made
  EXPECT_FALSE(given.infer_vector("", contexts));
  EXPECT_THAT(infer_vector(given, "pomelo", 128, contexts), Optional(ElementsAre(3, 4)));
  EXPECT_FALSE(given.has_learned_from("pomelo").has_value());
}

TEST(GivenVectors, MayHaveCapitalsWhereTextHasNone) {
  const Scratch scratch;
  const GivenVectors given(scratch.file("mine.txt", "Pomelo 3 4\nQuince 1 2\nquince 5 6\n"),
                           space(), lowered());
  EXPECT_THAT(given.find("pomelo", 0), Optional(ElementsAre(3, 4)));
  EXPECT_THAT(given.find("quince", 0), Optional(ElementsAre(5, 6)));
}

TEST(GivenVectors, AFolderThatCannotBeReadIsAnError) {
  const Scratch scratch;
  std::filesystem::create_directory(scratch.path("mine"));
  std::filesystem::permissions(scratch.directory(), std::filesystem::perms::all);
  std::filesystem::permissions(scratch.path("mine"), std::filesystem::perms::none);
  const Unprivileged unprivileged;
  const Error error = error_of([&] { GivenVectors(scratch.path("mine"), space(), lowered()); });
  EXPECT_EQ(error.kind(), ErrorKind::io);
  EXPECT_THAT(error.what(), HasSubstr("mine: Permission denied"));
}

TEST(GivenVectors, OfAFolderAreByTheNumberOfContexts) {
  const Scratch scratch;
  std::filesystem::create_directory(scratch.path("mine"));
  scratch.file("mine/1.txt", "pomelo 1 1\n");
  scratch.file("mine/16.vec", "1 2\npomelo 16 1 \n");
  scratch.file("mine/notes", "of the author");
  const GivenVectors given(scratch.path("mine"), space(), lowered());
  EXPECT_THAT(given.find("pomelo", 1), Optional(ElementsAre(1, 1)));
  EXPECT_THAT(given.find("pomelo", 16), Optional(ElementsAre(16, 1)));
  EXPECT_FALSE(given.find("pomelo", 2));
  EXPECT_TRUE(is_by_contexts(scratch.path("mine")));
  EXPECT_FALSE(is_by_contexts(scratch.path("mine/1.txt")));
  EXPECT_FALSE(is_by_contexts(scratch.directory()));
  EXPECT_TRUE(given.has_file_for(16));
  EXPECT_FALSE(given.has_file_for(2));
  const Error error =
      error_of([&] { (void)given.infer_vector("pomelo", given.weighted_vectors().no_contexts()); });
  EXPECT_EQ(error.kind(), ErrorKind::usage);
  EXPECT_THAT(error.what(), HasSubstr("name one of its files"));
}

TEST(GivenVectors, OfAFolderAreOfOneDimensionAndNumber) {
  const Scratch scratch;
  std::filesystem::create_directory(scratch.path("mine"));
  scratch.file("mine/1.txt", "pomelo 1 1\n");
  scratch.file("mine/2.txt", "pomelo 1 1 1\n");
  const auto open = [&] { GivenVectors(scratch.path("mine"), space(), lowered()); };
  EXPECT_THAT(error_of(open).what(), HasSubstr("2.txt has 3 dimensions, but another file"));
  std::filesystem::rename(scratch.path("mine/2.txt"), scratch.path("mine/1.vec"));
  EXPECT_THAT(error_of(open).what(), HasSubstr("are both for 1 contexts"));
}

TEST(GivenVectors, OfAnotherDimensionHaveASpaceOfTheirOwn) {
  const Scratch scratch;
  const std::string path = scratch.file("mine.txt", "Pomelo 3 4 5\n");
  const GivenVectors given(path, space(), lowered());
  EXPECT_TRUE(given.has_own_space());
  EXPECT_EQ(given.dimension(), 3U);
  EXPECT_TRUE(given.vectors().find("Pomelo"));
  EXPECT_EQ(given.text().lowercase, Lowercase::off);
  EXPECT_THAT(
      error_of([&] { given.check_space(); }).what(),
      HasSubstr("mine.txt has 3 dimensions, but the vectors that it is compared with have 2"));
  const GivenVectors alone(path, nullptr, {});
  EXPECT_TRUE(alone.has_own_space());
  EXPECT_THAT(error_of([&] { alone.check_space(); }).what(),
              HasSubstr("name the vectors that it was made for"));
}

TEST(GivenVectors, AreToldFromModelsByContent) {
  const Scratch scratch;
  const std::string text = scratch.file("mine.txt", "pomelo 3 4\n");
  EXPECT_EQ(recognise_inferrer(text), InferrerKind::vectors);
  write_vectors(*space(), scratch.path("mine.safetensors"));
  EXPECT_EQ(recognise_inferrer(scratch.path("mine.safetensors")), InferrerKind::vectors);
  EXPECT_EQ(recognise_inferrer(scratch.directory()), InferrerKind::vectors);
  const auto opened = open_inferrer(text, scratch.path("mine.safetensors"));
  EXPECT_NE(as_given(*opened), nullptr);
  EXPECT_EQ(opened->vectors().size(), 2U);
  EXPECT_EQ(as_given(*make_baseline(Baseline::avg, space(), lowered())), nullptr);
}

}  // namespace
}  // namespace oovec::lab
