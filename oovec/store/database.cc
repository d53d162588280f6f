#include "oovec/store/database.h"

#include <chrono>
#include <cstring>
#include <filesystem>
#include <new>
#include <system_error>
#include <thread>

#include <fmt/format.h>
#include <sqlite3.h>

#include "oovec/base/error.h"

namespace oovec::inline store {
namespace {

namespace fs = std::filesystem;

constexpr int busy_milliseconds = 10'000;
constexpr int longest_value = 4 << 20;  // bytes; SQLite refuses what is longer

int open_flags(Database::Access access) {
  constexpr int unshared = SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_PRIVATECACHE | SQLITE_OPEN_EXRESCODE;
  if (access == Database::Access::read || access == Database::Access::write)
    return unshared | SQLITE_OPEN_READWRITE;
  return unshared | SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE;
}

// What SQLite opens. An absolute path is never taken for a URI or for ":memory:".
std::string location(const std::string& path, Database::Access access) {
  if (access == Database::Access::memory) return ":memory:";
  if (access == Database::Access::scratch) return "";
  return fs::absolute(path).string();
}

void check_path(const std::string& path) {
  if (path.empty() || path == "-" || path.find('\0') != std::string::npos)
    throw Error(ErrorKind::usage, "a store must be a file; name one");
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  if (fs::exists(status) && !fs::is_regular_file(status))
    throw Error(ErrorKind::usage, path + " is not a file; a store must be one");
}

}  // namespace

void Database::Close::operator()(sqlite3* connection) const { sqlite3_close_v2(connection); }

Database::Database(const std::string& path, Access access) : path_(path) {
  if (access != Access::memory && access != Access::scratch) check_path(path);
  open(access);
  configure(access);
}

void Database::open(Access access) {
  sqlite3* connection = nullptr;
  const int answer =
      sqlite3_open_v2(location(path_, access).c_str(), &connection, open_flags(access), nullptr);
  connection_.reset(connection);
  if (!connection) throw std::bad_alloc();
  if (answer != SQLITE_OK) fail(answer);
}

// SQLite's advice for files that may be hostile: nothing in the file is executed, nothing is mapped
// (a file cut short would be a signal), sizes of cells are checked.
void Database::configure(Access access) {
  sqlite3* const connection = connection_.get();
  sqlite3_busy_timeout(connection, busy_milliseconds);
  sqlite3_limit(connection, SQLITE_LIMIT_LENGTH, longest_value);
  sqlite3_db_config(connection, SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
  sqlite3_db_config(connection, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, nullptr);
  sqlite3_db_config(connection, SQLITE_DBCONFIG_ENABLE_VIEW, 0, nullptr);
  sqlite3_db_config(connection, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, nullptr);
  run("PRAGMA cell_size_check = ON");
  run("PRAGMA mmap_size = 0");
  if (access == Access::read) run("PRAGMA query_only = ON");
  if (access == Access::scratch) {
    run("PRAGMA journal_mode = MEMORY");
    run("PRAGMA synchronous = OFF");
    run("PRAGMA cache_size = -65536");  // KiB
  }
}

void Database::run(const std::string& sql) {
  const int answer = sqlite3_exec(connection_.get(), sql.c_str(), nullptr, nullptr, nullptr);
  if (answer != SQLITE_OK) fail(answer);
}

void Database::run_alone(const std::string& sql) {
  constexpr std::chrono::milliseconds pause(10);
  for (int waited = 0;; waited += static_cast<int>(pause.count())) {
    const int answer = sqlite3_exec(connection_.get(), sql.c_str(), nullptr, nullptr, nullptr);
    if (answer == SQLITE_OK) return;
    if ((answer & 0xFF) != SQLITE_BUSY || waited >= busy_milliseconds) fail(answer);
    std::this_thread::sleep_for(pause);
  }
}

std::int64_t Database::number(const std::string& sql) {
  Statement statement(*this, sql);
  ResultRows rows = statement.run();
  if (!rows.next()) damaged("an answer is missing");
  return rows.integer(0);
}

std::string Database::text(const std::string& sql) {
  Statement statement(*this, sql);
  ResultRows rows = statement.run();
  if (!rows.next()) damaged("an answer is missing");
  return std::string(rows.text(0));
}

void Database::fail(int answer) const {
  const char* const message = sqlite3_errmsg(connection_.get());
  const int reason = sqlite3_system_errno(connection_.get());
  const std::string why =
      reason != 0 ? fmt::format("{} ({})", message, std::strerror(reason)) : std::string(message);
  switch (answer & 0xFF) {
    case SQLITE_NOMEM:
      throw std::bad_alloc();
    case SQLITE_NOTADB:
      throw Error(ErrorKind::malformed, path_ + " is not a store: it is not a SQLite database");
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
      throw Error(ErrorKind::io, fmt::format("{}: another program has kept the store locked for {} "
                                             "seconds; try again when that program has ended",
                                             path_, busy_milliseconds / 1000));
    case SQLITE_READONLY:
      throw Error(ErrorKind::io, fmt::format("cannot write to {}: {}", path_, why));
    case SQLITE_FULL:
      throw Error(ErrorKind::io, fmt::format("cannot write to {}: {}; make room", path_, why));
    case SQLITE_CANTOPEN:
      throw Error(ErrorKind::io, fmt::format("cannot open the store {}: {}", path_, why));
    case SQLITE_PERM:
    case SQLITE_IOERR:
    case SQLITE_NOLFS:
    case SQLITE_PROTOCOL:
      throw Error(ErrorKind::io, fmt::format("{}: {}", path_, why));
    default:
      damaged(message);
  }
}

void Database::damaged(std::string_view what) const {
  throw Error(ErrorKind::damaged,
              fmt::format("the store {} is damaged: {}; restore an earlier copy", path_, what));
}

ResultRows::~ResultRows() {
  sqlite3_reset(statement_);
  sqlite3_clear_bindings(statement_);
}

bool ResultRows::next() {
  const int answer = sqlite3_step(statement_);
  if (answer == SQLITE_ROW) return true;
  if (answer != SQLITE_DONE) database_->fail(answer);
  return false;
}

std::int64_t ResultRows::integer(int column) const {
  if (sqlite3_column_type(statement_, column) != SQLITE_INTEGER)
    database_->damaged("a number is missing");
  return sqlite3_column_int64(statement_, column);
}

std::string_view ResultRows::text(int column) const {
  if (sqlite3_column_type(statement_, column) != SQLITE_TEXT)
    database_->damaged("a text is missing");
  const auto* const text = reinterpret_cast<const char*>(sqlite3_column_text(statement_, column));
  if (!text) throw std::bad_alloc();
  return {text, static_cast<std::size_t>(sqlite3_column_bytes(statement_, column))};
}

void Statement::Finalize::operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }

Statement::Statement(const Database& database, std::string_view sql) : database_(&database) {
  sqlite3_stmt* statement = nullptr;
  const int answer = sqlite3_prepare_v3(database.get(), sql.data(), static_cast<int>(sql.size()),
                                        SQLITE_PREPARE_PERSISTENT, &statement, nullptr);
  statement_.reset(statement);
  if (answer != SQLITE_OK) database.fail(answer);
}

void Statement::bind(int place, std::int64_t value) {
  const int answer = sqlite3_bind_int64(statement_.get(), place, value);
  if (answer != SQLITE_OK) database_->fail(answer);
}

void Statement::bind(int place, std::string_view value) {
  // An empty text is no NULL.
  const int answer = sqlite3_bind_text64(statement_.get(), place, value.data() ? value.data() : "",
                                         value.size(), SQLITE_STATIC, SQLITE_UTF8);
  if (answer != SQLITE_OK) database_->fail(answer);
}

Transaction::Transaction(Database& database, Kind kind) : database_(database) {
  database_.run(kind == Kind::write ? "BEGIN IMMEDIATE" : "BEGIN");
}

Transaction::~Transaction() {
  // Nothing to undo is no failure: SQLite has ended some transactions itself.
  if (open_) sqlite3_exec(database_.get(), "ROLLBACK", nullptr, nullptr, nullptr);
}

void Transaction::commit() {
  database_.run("COMMIT");
  open_ = false;
}

}  // namespace oovec::inline store
