// SQLite behind three small classes: a connection, a prepared statement and a transaction. Not part
// of the public interface.
//
//   Database database("words.db", Database::Access::write);
//   Statement find(database, "SELECT count FROM words WHERE word = ?");
//   ResultRows rows = find.run("pomelo");
//   while (rows.next()) use(rows.integer(0));
//
// A file is hostile until checked: whatever SQLite says of it becomes an Error that names the file,
// and a column of another type than asked for is damage. A connection serves one thread at a time.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

struct sqlite3;
struct sqlite3_stmt;

namespace oovec::inline store {

class Database {
 public:
  enum class Access {
    read,     // a file that exists
    write,    // the same
    create,   // a file, made if it does not exist
    memory,   // gone when the connection ends; the path is for messages
    scratch,  // the same, on the disk
  };

  Database(const std::string& path, Access access);

  const std::string& path() const { return path_; }
  sqlite3* get() const { return connection_.get(); }

  // Runs SQL that gives no rows.
  void run(const std::string& sql);
  // The same for what needs the file alone, for which SQLite itself does not always wait.
  void run_alone(const std::string& sql);
  // The one number that a query gives.
  [[nodiscard]] std::int64_t number(const std::string& sql);
  [[nodiscard]] std::string text(const std::string& sql);

  // Throws the error that a result code of SQLite stands for.
  [[noreturn]] void fail(int answer) const;
  // The file was altered by something else: says what is wrong.
  [[noreturn]] void damaged(std::string_view what) const;

 private:
  struct Close {
    void operator()(sqlite3* connection) const;
  };

  void open(Access access);
  void configure(Access access);

  const std::string path_;
  std::unique_ptr<sqlite3, Close> connection_;
};

// The rows that a running statement gives; the statement ends with this object.
class ResultRows {
 public:
  explicit ResultRows(const Database& database, sqlite3_stmt* statement)
      : database_(&database), statement_(statement) {}
  ~ResultRows();
  ResultRows(const ResultRows&) = delete;
  ResultRows& operator=(const ResultRows&) = delete;

  // Goes to the first row, or the next; false if there is none.
  [[nodiscard]] bool next();

  // Columns of the row, from 0. A text is valid until the next row.
  [[nodiscard]] std::int64_t integer(int column) const;
  [[nodiscard]] std::string_view text(int column) const;

 private:
  const Database* database_;
  sqlite3_stmt* statement_;
};

class Statement {
 public:
  Statement(const Database& database, std::string_view sql);

  // With values for the question marks. Texts must live as long as the rows.
  template <class... Values>
  [[nodiscard]] ResultRows run(const Values&... values) {
    int place = 0;
    (bind(++place, values), ...);
    return ResultRows(*database_, statement_.get());
  }
  // The same for what gives no rows.
  template <class... Values>
  void execute(const Values&... values) {
    ResultRows rows = run(values...);
    (void)rows.next();
  }

 private:
  struct Finalize {
    void operator()(sqlite3_stmt* statement) const;
  };

  void bind(int place, std::int64_t value);
  void bind(int place, std::string_view value);

  const Database* database_;
  std::unique_ptr<sqlite3_stmt, Finalize> statement_;
};

// All or nothing: what is not committed is undone.
class Transaction {
 public:
  enum class Kind { read, write };

  Transaction(Database& database, Kind kind);
  ~Transaction();
  Transaction(const Transaction&) = delete;
  Transaction& operator=(const Transaction&) = delete;

  void commit();

 private:
  Database& database_;
  bool open_ = true;
};

}  // namespace oovec::inline store
