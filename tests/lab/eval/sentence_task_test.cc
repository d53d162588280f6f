#include "lab/eval/sentence_task.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "oovec/base/error.h"
#include "tests/support/scratch.h"
#include "tests/support/vectors.h"

namespace oovec::lab {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

std::string refusal(const Scratch& folder) {
  return error_of([&] { (void)read_sentence_tasks(folder.directory()); }).what();
}

TEST(SentenceTask, OneFileForEachClass) {
  const Scratch folder;
  folder.file("x.pos", "good\n\nvery good\n");
  folder.file("x.neg", "# bad\n");
  const auto tasks = read_sentence_tasks(folder.directory());
  ASSERT_EQ(tasks.size(), 1U);
  EXPECT_THAT(tasks[0].sentences, ElementsAre("# bad", "good", "very good"));
  EXPECT_THAT(tasks[0].labels, ElementsAre(0, 1, 1));
  EXPECT_THAT(tasks[0].parts, IsEmpty());
  EXPECT_THAT(tasks[0].seconds, IsEmpty());
}

TEST(SentenceTask, SplitsAreNamedByTheirFiles) {
  const Scratch folder;
  folder.file("b.train", "3 a b\n0 c\n");
  folder.file("b.dev", "1 d\n");
  folder.file("b.test", "2 e\n");
  folder.file("a.train", "0 x\n");
  folder.file("a.test", "1 y\n");
  const auto tasks = read_sentence_tasks(folder.directory());
  ASSERT_EQ(tasks.size(), 2U);
  EXPECT_EQ(tasks[0].name, "a");
  EXPECT_EQ(tasks[1].name, "b");
  EXPECT_THAT(tasks[1].sentences, ElementsAre("a b", "c", "d", "e"));
  EXPECT_THAT(tasks[1].labels, ElementsAre(3, 0, 1, 2));
  EXPECT_THAT(tasks[1].parts, ElementsAre(SentencePart::train, SentencePart::train,
                                          SentencePart::dev, SentencePart::test));
}

TEST(SentenceTask, ParaphrasesArePairs) {
  const Scratch folder;
  folder.file("msr_paraphrase_train.txt", "Quality\t#1\t#2\tA\tB\n1\t7\t8\tone\ttwo\n");
  folder.file("msr_paraphrase_test.txt", "Quality\t#1\t#2\tA\tB\n0\t7\t8\tthree\tfour\n");
  const auto tasks = read_sentence_tasks(folder.directory());
  ASSERT_EQ(tasks.size(), 1U);
  EXPECT_THAT(tasks[0].sentences, ElementsAre("one", "three"));
  EXPECT_THAT(tasks[0].seconds, ElementsAre("two", "four"));
  EXPECT_THAT(tasks[0].labels, ElementsAre(1, 0));
}

TEST(SentenceTask, FoldersInAFolderAreTasksOfTheirOwn) {
  const Scratch folder;
  for (const char* name : {"MR", "CR"}) {
    std::filesystem::create_directory(folder.path(name));
    folder.file(std::string(name) + "/a", "one\n");
    folder.file(std::string(name) + "/b", "two\n");
  }
  const auto tasks = read_sentence_tasks(folder.directory());
  ASSERT_EQ(tasks.size(), 2U);
  EXPECT_EQ(tasks[0].name, "CR");
  EXPECT_EQ(tasks[1].name, "MR");
}

TEST(SentenceTask, WhatIsNoneIsRefused) {
  EXPECT_THAT(refusal(Scratch()), HasSubstr("holds no task"));
  EXPECT_EQ(error_of([] { (void)read_sentence_tasks("/no/such/folder"); }).kind(), ErrorKind::io);
  const Scratch label;
  label.file("a.train", "0 x\npositive y\n");
  EXPECT_THAT(refusal(label), HasSubstr("a.train:2: a line must begin with the number of a class"));
  const Scratch alone;
  alone.file("a.train", "0 x\n");
  EXPECT_THAT(refusal(alone), HasSubstr("to learn from and to test are both needed"));
  const Scratch empty;
  empty.file("a", "x\n");
  empty.file("b", "\n");
  EXPECT_THAT(refusal(empty), HasSubstr("holds no sentence"));
  const Scratch fields;
  fields.file("msr_paraphrase_train.txt", "head\n1\t2\t3\n");
  EXPECT_THAT(refusal(fields), HasSubstr(":2: 3 fields"));
}

}  // namespace
}  // namespace oovec::lab
