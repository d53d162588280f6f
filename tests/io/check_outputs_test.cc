#include "oovec/io/check_outputs.h"

#include <sys/stat.h>

#include <filesystem>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "oovec/base/error.h"
#include "tests/support/error_of.h"
#include "tests/support/scratch.h"
#include "tests/support/unprivileged.h"

namespace oovec {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

std::string complaint(const std::vector<PlannedOutput>& outputs,
                      const std::vector<std::string>& inputs, ErrorKind kind) {
  const Error error = error_of([&] { check_outputs(outputs, inputs); });
  EXPECT_EQ(error.kind(), kind) << error.what();
  return error.what();
}

TEST(CheckOutputs, RefusesAnInputUnderEveryName) {
  const Scratch dir;
  const std::string input = dir.file("input", "");
  fs::create_symlink("input", dir.path("link"));
  fs::create_symlink(dir.path("link"), dir.path("link of a link"));
  fs::create_hard_link(input, dir.path("hard link"));
  fs::create_directory_symlink(".", dir.path("folder"));
  for (const char* name :
       {"input", "./input", "link", "link of a link", "hard link", "folder/input"})
    for (const OutputKind kind : {OutputKind::file, OutputKind::log})
      EXPECT_THAT(complaint({{dir.path(name), kind}}, {"", "-", input}, ErrorKind::usage),
                  HasSubstr("is an input, and would be replaced"));
  EXPECT_NO_THROW(check_outputs({{dir.path("other")}}, {input}));
}

TEST(CheckOutputs, RefusesAFileInAFolderThatIsRead) {
  const Scratch dir;
  fs::create_directories(dir.path("in/below"));
  for (const char* name : {"in/new", "in/below/new", "in/../in/new"})
    EXPECT_THAT(complaint({{dir.path(name)}}, {dir.path("in")}, ErrorKind::usage),
                HasSubstr("which is read"));
  EXPECT_NO_THROW(check_outputs({{dir.path("in2")}, {dir.path("below")}}, {dir.path("in")}));
}

TEST(CheckOutputs, RefusesTwoOutputsInOnePlace) {
  const Scratch dir;
  (void)dir.file("a", "content");
  fs::create_hard_link(dir.path("a"), dir.path("b"));
  fs::create_symlink("new", dir.path("link"));  // to nothing yet
  for (const auto& [one, other] : {std::pair{"a", "./a"}, {"a", "b"}, {"new", "link"}})
    EXPECT_THAT(complaint({{dir.path(one)}, {dir.path(other)}}, {}, ErrorKind::usage),
                HasSubstr("would be written twice"));
  EXPECT_THAT(complaint({{"-"}, {"/dev/stdout"}}, {}, ErrorKind::usage),
              HasSubstr("would be written twice"));
}

TEST(CheckOutputs, AllowsDevicesPipesAndNoOutputMoreThanOnce) {
  const Scratch dir;
  ASSERT_EQ(::mkfifo(dir.path("pipe").c_str(), 0600), 0);
  EXPECT_NO_THROW(check_outputs({{"/dev/null"}, {"/dev/null", OutputKind::log}, {""}, {""}, {"-"}},
                                {"/dev/null", "-"}));
  EXPECT_NO_THROW(check_outputs({{dir.path("pipe")}, {dir.path("pipe")}}, {}));  // nobody reads it
}

TEST(CheckOutputs, RefusesWhatCannotBeWritten) {
  const Scratch dir;
  (void)dir.file("file", "content");
  fs::create_symlink("round", dir.path("round"));
  EXPECT_THAT(complaint({{dir.path("absent/x")}}, {}, ErrorKind::io), HasSubstr("No such file"));
  EXPECT_THAT(complaint({{dir.path("file/x")}}, {}, ErrorKind::io), HasSubstr("Not a directory"));
  EXPECT_THAT(complaint({{dir.path("")}}, {}, ErrorKind::io), HasSubstr("Is a directory"));
  EXPECT_THAT(complaint({{dir.path("round")}}, {}, ErrorKind::io), HasSubstr("symbolic links"));
  EXPECT_THAT(complaint({{dir.path(std::string(300, 'x'))}}, {}, ErrorKind::io),
              HasSubstr("name too long"));
  EXPECT_THAT(complaint({{dir.path("file/x"), OutputKind::folder}}, {}, ErrorKind::io),
              HasSubstr("Not a directory"));
  EXPECT_NO_THROW(check_outputs({{dir.path("a/b/c"), OutputKind::folder}}, {}));
}

TEST(CheckOutputs, RefusesWhatPermissionsForbid) {
  const Scratch dir;
  fs::permissions(dir.directory(), fs::perms::all);
  (void)dir.file("file", "content");
  fs::create_directory(dir.path("locked"));
  (void)dir.file("locked/log", "content");
  fs::permissions(dir.path("locked"), fs::perms{0555});
  fs::permissions(dir.path("locked/log"), fs::perms::all);
  fs::permissions(dir.path("file"), fs::perms{0444});
  {
    const Unprivileged user;
    for (const OutputKind kind : {OutputKind::file, OutputKind::log, OutputKind::folder})
      EXPECT_THAT(complaint({{dir.path("locked/x"), kind}}, {}, ErrorKind::io),
                  HasSubstr("Permission denied"));
    EXPECT_THAT(complaint({{dir.path("file")}}, {}, ErrorKind::io), HasSubstr("Permission denied"));
    EXPECT_NO_THROW(check_outputs({{dir.path("locked/log"), OutputKind::log}}, {}));
  }
  fs::permissions(dir.path("locked"), fs::perms::owner_all);
}

TEST(CheckOutputs, ChangesNothing) {
  const Scratch dir;
  (void)dir.file("old", "content");
  check_outputs({{dir.path("old")},
                 {dir.path("new")},
                 {dir.path("log"), OutputKind::log},
                 {dir.path("folder"), OutputKind::folder}},
                {});
  EXPECT_THAT(dir.names(), testing::ElementsAre("old"));
  EXPECT_EQ(dir.content("old"), "content");
}

}  // namespace
}  // namespace oovec
