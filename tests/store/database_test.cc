#include "oovec/store/database.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/error_of.h"
#include "tests/support/scratch.h"

namespace oovec {
namespace {

using testing::HasSubstr;

Database memory_database() { return {"test", Database::Access::memory}; }

TEST(Database, GivesWhatWasPutIn) {
  Database database = memory_database();
  database.run("CREATE TABLE t (word TEXT, count INTEGER)");
  Statement insert(database, "INSERT INTO t VALUES (?, ?)");
  const std::string with_null("a\0b", 3);
  insert.execute(with_null, std::int64_t{-7});
  insert.execute("", std::int64_t{1});
  Statement select(database, "SELECT word, count FROM t ORDER BY count");
  ResultRows rows = select.run();
  ASSERT_TRUE(rows.next());
  EXPECT_EQ(rows.text(0), with_null);
  EXPECT_EQ(rows.integer(1), -7);
  ASSERT_TRUE(rows.next());
  EXPECT_EQ(rows.text(0), "");
  EXPECT_FALSE(rows.next());
}

TEST(Database, AColumnOfAnotherTypeIsDamage) {
  Database database = memory_database();
  Statement select(database, "SELECT 'text', 7, NULL");
  ResultRows rows = select.run();
  ASSERT_TRUE(rows.next());
  EXPECT_EQ(error_of([&] { (void)rows.integer(0); }).kind(), ErrorKind::damaged);
  EXPECT_EQ(error_of([&] { (void)rows.text(1); }).kind(), ErrorKind::damaged);
  EXPECT_EQ(error_of([&] { (void)rows.text(2); }).kind(), ErrorKind::damaged);
}

TEST(Database, WhatIsNotCommittedIsUndone) {
  Database database = memory_database();
  database.run("CREATE TABLE t (x INTEGER)");
  {
    const Transaction transaction(database, Transaction::Kind::write);
    database.run("INSERT INTO t VALUES (1)");
  }
  EXPECT_EQ(database.number("SELECT count(*) FROM t"), 0);
  Transaction transaction(database, Transaction::Kind::write);
  database.run("INSERT INTO t VALUES (1)");
  transaction.commit();
  EXPECT_EQ(database.number("SELECT count(*) FROM t"), 1);
}

TEST(Database, AMissingFileIsAnErrorOfTheSystem) {
  const Scratch scratch;
  const Error error =
      error_of([&] { const Database database(scratch.path("no.db"), Database::Access::write); });
  EXPECT_EQ(error.kind(), ErrorKind::io);
  EXPECT_THAT(error.what(), HasSubstr("no.db"));
  EXPECT_TRUE(scratch.names().empty());
}

TEST(Database, WhatIsNoFileIsRefused) {
  const Scratch scratch;
  for (const std::string& path : {std::string(), std::string("-"), std::string("a\0b", 3),
                                  scratch.directory(), std::string("/dev/null")})
    EXPECT_EQ(error_of([&] { const Database database(path, Database::Access::create); }).kind(),
              ErrorKind::usage)
        << path;
}

TEST(Database, NamesThatMeanSomethingToSqliteAreFilesAllTheSame) {
  const Scratch scratch;
  for (const char* name : {":memory:", "file:x?mode=memory"}) {
    Database database(scratch.path(name), Database::Access::create);
    database.run("CREATE TABLE t (x INTEGER)");
    EXPECT_TRUE(scratch.names().contains(name));
  }
}

TEST(Database, TextIsNoDatabase) {
  const Scratch scratch;
  const std::string path = scratch.file("a.txt", std::string(10'000, 'x'));
  const Error error = error_of([&] {
    Database database(path, Database::Access::write);
    (void)database.number("PRAGMA application_id");
    (void)database.number("SELECT count(*) FROM sqlite_schema");
  });
  EXPECT_EQ(error.kind(), ErrorKind::malformed);
  EXPECT_THAT(error.what(), HasSubstr("not a SQLite database"));
}

TEST(Database, AReaderDoesNotWrite) {
  const Scratch scratch;
  Database writer(scratch.path("x.db"), Database::Access::create);
  writer.run("CREATE TABLE t (x INTEGER)");
  Database reader(scratch.path("x.db"), Database::Access::read);
  EXPECT_EQ(error_of([&] { reader.run("INSERT INTO t VALUES (1)"); }).kind(), ErrorKind::io);
}

}  // namespace
}  // namespace oovec
