#include "oovec/store/schema.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/store/stores.h"
#include "tests/support/error_of.h"
#include "tests/support/scratch.h"

namespace oovec {
namespace {

using testing::HasSubstr;

// A store with one word.
std::string make_store(const Scratch& scratch) {
  const std::string path = scratch.path("words.db");
  Store::open(path, store_options()).add("pomelo", "A pomelo is ripe.", 1);
  return path;
}

// The error of opening a store that something else has changed by `sql`.
Error error_after(const std::string& sql) {
  const Scratch scratch;
  const std::string path = make_store(scratch);
  Database(path, Database::Access::write).run(sql);
  return error_of([&] { (void)Store::open(path).find("pomelo"); });
}

TEST(Schema, SettingsAreReadBack) {
  StoreSettings settings;
  settings.text = {TokenizerKind::whitespace, Lowercase::on, "pt-BR"};
  settings.per_word = 7;
  settings.max_bytes = 99;
  Database database("test", Database::Access::memory);
  EXPECT_FALSE(is_store(database));
  create_tables(database, settings);
  EXPECT_TRUE(is_store(database));
  const StoreSettings read = read_settings(database);
  EXPECT_EQ(read.text.tokenizer, TokenizerKind::whitespace);
  EXPECT_EQ(read.text.lowercase, Lowercase::on);
  EXPECT_EQ(read.text.language, "pt-BR");
  EXPECT_EQ(read.per_word, 7U);
  EXPECT_EQ(read.max_bytes, 99U);
}

TEST(Schema, ADatabaseOfAnotherProgramIsRefusedAndLeftAsItIs) {
  const Scratch scratch;
  const std::string path = scratch.path("other.db");
  Database(path, Database::Access::create).run("CREATE TABLE words (word TEXT)");
  const std::string before = scratch.content("other.db");
  const Error error = error_of([&] { (void)Store::open(path, store_options()); });
  EXPECT_EQ(error.kind(), ErrorKind::malformed);
  EXPECT_THAT(error.what(), HasSubstr("another program"));
  EXPECT_EQ(scratch.content("other.db"), before);
  Database(path, Database::Access::write).run("PRAGMA application_id = 7");
  EXPECT_EQ(error_of([&] { (void)Store::open(path); }).kind(), ErrorKind::malformed);
}

TEST(Schema, WhatIsNoDatabaseIsRefused) {
  const Scratch scratch;
  const std::string path = scratch.file("a.txt", "the pomelo is ripe\n");
  EXPECT_EQ(error_of([&] { (void)Store::open(path); }).kind(), ErrorKind::malformed);
  EXPECT_EQ(scratch.content("a.txt"), "the pomelo is ripe\n");
}

TEST(Schema, AnEmptyFileIsANewStoreOnlyIfOneMayBeMade) {
  const Scratch scratch;
  const std::string path = scratch.file("empty.db", "");
  StoreOptions options = store_options();
  options.create = false;
  EXPECT_EQ(error_of([&] { (void)Store::open(path, options); }).kind(), ErrorKind::malformed);
  EXPECT_EQ(Store::open(path, store_options()).totals().words, 0U);
}

TEST(Schema, AStoreOfANewerVersionIsRefused) {
  const Error error = error_after("PRAGMA user_version = 2");
  EXPECT_EQ(error.kind(), ErrorKind::unsupported);
  EXPECT_THAT(error.what(), HasSubstr("newer version"));
}

TEST(Schema, TablesThatAreNotOursAreDamage) {
  for (const char* sql :
       {"DROP TABLE totals", "DROP INDEX words_by_last", "CREATE TABLE more (x INTEGER)",
        "CREATE TRIGGER t AFTER INSERT ON words BEGIN DELETE FROM contexts; END",
        "CREATE VIEW v AS SELECT * FROM words", "ALTER TABLE words ADD COLUMN x INTEGER",
        "PRAGMA user_version = 0", "PRAGMA user_version = -1"})
    EXPECT_EQ(error_after(sql).kind(), ErrorKind::damaged) << sql;
}

TEST(Schema, SettingsThatWereAlteredAreDamage) {
  for (const char* sql :
       {"DELETE FROM settings", "INSERT INTO settings SELECT * FROM settings",
        "UPDATE settings SET per_word = 3", "UPDATE settings SET per_word = 0",
        "UPDATE settings SET max_bytes = 1 << 40", "UPDATE settings SET language = '-'",
        "UPDATE settings SET tokenizer = 'none'", "UPDATE settings SET lowercase = 2"})
    EXPECT_EQ(error_after(sql).kind(), ErrorKind::damaged) << sql;
}

TEST(Schema, RowsThatWereAlteredAreDamage) {
  for (const char* sql :
       {"UPDATE words SET count = 2", "UPDATE words SET count = -1", "UPDATE words SET last = 2",
        "UPDATE words SET contexts = 0", "UPDATE words SET contexts = 1 << 40",
        "UPDATE contexts SET text = 'A pomelo is raw.'", "UPDATE contexts SET last = 2",
        "UPDATE contexts SET priority = priority + 1", "DELETE FROM contexts",
        "INSERT INTO contexts VALUES ('pomelo', 7, 1, 'A pomelo is blue.')"})
    EXPECT_EQ(error_after(sql).kind(), ErrorKind::damaged) << sql;
}

TEST(Schema, EverythingIsChecked) {
  for (const char* sql :
       {"DELETE FROM words", "DELETE FROM totals", "UPDATE totals SET words = 2",
        "UPDATE totals SET digest = 0", "INSERT INTO contexts VALUES ('quince', 1, 1, 'A quince.')",
        "INSERT INTO words VALUES ('quince', 1, 1, 1, 0, 0, 0)"}) {
    const Scratch scratch;
    const std::string path = make_store(scratch);
    Store::open(path).check();
    Database(path, Database::Access::write).run(sql);
    EXPECT_EQ(error_of([&] { Store::open(path).check(); }).kind(), ErrorKind::damaged) << sql;
    Store other = Store::in_memory(store_options());
    EXPECT_EQ(error_of([&] { other.merge(Store::open(path)); }).kind(), ErrorKind::damaged) << sql;
    EXPECT_EQ(other.totals().words, 0U);
  }
}

}  // namespace
}  // namespace oovec
