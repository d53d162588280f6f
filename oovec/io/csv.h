// Comma-separated values as in RFC 4180: a record per line, fields that may be quoted, and quoted
// fields that may hold delimiters, line ends and doubled quotes. A quote within a field that does
// not begin with one stands for itself.
//
//   const CsvHeader header = read_csv_header(text, "posts.csv");
//   CsvReader records(text.substr(header.size), header.delimiter, "posts.csv", header.lines + 1);
//   while (records.next()) use(records.fields()[*header.find("body")]);
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace oovec::inline io {

// Reads records one after the other. Broken quoting is an Error(malformed) with file and line:
// there is no way to tell where the next record begins.
class CsvReader {
 public:
  // `text` must live as long; `line` is the number of its first line.
  CsvReader(std::string_view text, char delimiter, std::string name, std::uint64_t line)
      : rest_(text), delimiter_(delimiter), name_(std::move(name)), next_line_(line) {}

  // Moves to the next record; false at the end. Blank lines are skipped.
  [[nodiscard]] bool next();

  // Of the record, valid until the next call of next().
  std::span<const std::string> fields() const { return {fields_.data(), count_}; }
  std::string_view text() const { return text_; }
  std::uint64_t line() const { return line_; }  // where it begins

  // What follows the record, and the number of its first line.
  std::string_view rest() const { return rest_; }
  std::uint64_t next_line() const { return next_line_; }

 private:
  void take_record();
  void take_quoted(std::string& field);
  void take_unquoted(std::string& field);
  [[noreturn]] void refuse(const std::string& what) const;

  std::string_view rest_;
  const char delimiter_;
  const std::string name_;
  std::uint64_t next_line_;

  std::vector<std::string> fields_;  // the first count_; the others keep their memory
  std::size_t count_ = 0;
  std::string_view text_;
  std::uint64_t line_ = 0;
};

// One past the last record of `text` that is complete, which it is if its line end is there; 0 if
// none is. The text must begin with a record.
[[nodiscard]] std::size_t find_last_record_end(std::string_view text, char delimiter);

struct CsvHeader {
  std::vector<std::string> columns;
  char delimiter = ',';
  std::size_t size = 0;     // in bytes, the byte order mark and the line end included
  std::uint64_t lines = 0;  // that it takes

  [[nodiscard]] std::optional<std::size_t> find(std::string_view column) const;
};

// The first record. The delimiter is what it has most of: commas, semicolons, tabs or bars.
// `name` is what messages call the file.
[[nodiscard]] CsvHeader read_csv_header(std::string_view text, const std::string& name);

}  // namespace oovec::inline io
