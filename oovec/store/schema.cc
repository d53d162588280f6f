#include "oovec/store/schema.h"

#include <array>
#include <bit>
#include <span>
#include <string>

#include <fmt/format.h>

#include "oovec/base/error.h"
#include "oovec/base/hash.h"
#include "oovec/text/language.h"

namespace oovec::inline store {
namespace {

constexpr std::int64_t application_id = 0x6F6F7665;  // "oove", in the header of the file
constexpr std::int64_t schema_version = 1;
constexpr std::uint32_t most_per_word = 10'000;
constexpr std::uint32_t most_bytes = 1 << 20;

struct Part {
  const char* name;
  const char* sql;
};

// In the order of their names, as they are read back. `mark` is a checksum of the rest of a row;
// `digest` in words is that of all its contexts, in totals that of all words.
constexpr std::array parts = {
    Part{"contexts",
         "CREATE TABLE contexts (word TEXT NOT NULL, priority INTEGER NOT NULL, last INTEGER NOT "
         "NULL, text TEXT NOT NULL, PRIMARY KEY (word, priority)) STRICT, WITHOUT ROWID"},
    Part{
        "settings",
        "CREATE TABLE settings (tokenizer TEXT NOT NULL, lowercase INTEGER NOT NULL, language TEXT "
        "NOT NULL, per_word INTEGER NOT NULL, max_bytes INTEGER NOT NULL, mark INTEGER NOT NULL) "
        "STRICT"},
    Part{
        "totals",
        "CREATE TABLE totals (words INTEGER NOT NULL, contexts INTEGER NOT NULL, sightings INTEGER "
        "NOT NULL, digest INTEGER NOT NULL) STRICT"},
    Part{
        "words",
        "CREATE TABLE words (word TEXT NOT NULL PRIMARY KEY, count INTEGER NOT NULL, first INTEGER "
        "NOT NULL, last INTEGER NOT NULL, contexts INTEGER NOT NULL, digest INTEGER NOT NULL, mark "
        "INTEGER NOT NULL) STRICT, WITHOUT ROWID"},
    Part{"words_by_last", "CREATE INDEX words_by_last ON words (last)"},
};

std::int64_t mark_of(const StoreSettings& settings) {
  const std::array<std::uint64_t, 4> numbers = {static_cast<std::uint64_t>(settings.text.tokenizer),
                                                static_cast<std::uint64_t>(settings.text.lowercase),
                                                settings.per_word, settings.max_bytes};
  return std::bit_cast<std::int64_t>(
      hash64(std::as_bytes(std::span(numbers)), hash64(settings.text.language)));
}

void check_version(Database& database) {
  const std::int64_t version = database.number("PRAGMA user_version");
  if (version > schema_version)
    throw Error(ErrorKind::unsupported,
                fmt::format("the store {} was made by a newer version of oovec (format {}, this "
                            "program knows {}); update oovec",
                            database.path(), version, schema_version));
  if (version != schema_version) database.damaged("its version is wrong");
}

}  // namespace

bool is_store(Database& database) {
  const std::int64_t id = database.number("PRAGMA application_id");
  Statement list(database,
                 "SELECT name, sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY name");
  ResultRows rows = list.run();
  std::size_t found = 0;
  if (id == 0 && !rows.next()) return false;
  if (id != application_id)
    throw Error(ErrorKind::malformed, database.path() +
                                          " is not a store, but a SQLite database of "
                                          "another program; name another file");
  check_version(database);
  for (; rows.next(); ++found)
    if (found == parts.size() || rows.text(0) != parts[found].name ||
        rows.text(1) != parts[found].sql)
      database.damaged("its tables are not those of a store");
  if (found != parts.size()) database.damaged("its tables are not those of a store");
  if (database.text("PRAGMA encoding") != "UTF-8") database.damaged("its text is not UTF-8");
  return true;
}

void create_tables(Database& database, const StoreSettings& settings) {
  database.run(fmt::format("PRAGMA application_id = {}", application_id));
  database.run(fmt::format("PRAGMA user_version = {}", schema_version));
  for (const Part& part : parts) database.run(part.sql);
  Statement(database, "INSERT INTO settings VALUES (?, ?, ?, ?, ?, ?)")
      .execute(enum_name(settings.text.tokenizer),
               std::int64_t{settings.text.lowercase == Lowercase::on ? 1 : 0},
               std::string_view(settings.text.language), std::int64_t{settings.per_word},
               std::int64_t{settings.max_bytes}, mark_of(settings));
  database.run("INSERT INTO totals VALUES (0, 0, 0, 0)");
}

StoreSettings read_settings(Database& database) {
  Statement statement(database,
                      "SELECT tokenizer, lowercase, language, per_word, max_bytes, mark FROM "
                      "settings LIMIT 2");
  ResultRows rows = statement.run();
  if (!rows.next()) database.damaged("its settings are missing");
  const auto tokenizer = enum_named<TokenizerKind>(rows.text(0));
  const std::int64_t lowercase = rows.integer(1);
  StoreSettings settings;
  settings.text.language = rows.text(2);
  settings.per_word = static_cast<std::uint32_t>(rows.integer(3));
  settings.max_bytes = static_cast<std::uint32_t>(rows.integer(4));
  if (!tokenizer || (lowercase != 0 && lowercase != 1) || !is_language(settings.text.language) ||
      settings.per_word == 0 || settings.per_word > most_per_word || settings.max_bytes == 0 ||
      settings.max_bytes > most_bytes)
    database.damaged("its settings are invalid");
  settings.text.tokenizer = *tokenizer;
  settings.text.lowercase = lowercase == 1 ? Lowercase::on : Lowercase::off;
  if (rows.integer(5) != mark_of(settings)) database.damaged("its settings were altered");
  if (rows.next()) database.damaged("it has settings twice");
  return settings;
}

}  // namespace oovec::inline store
