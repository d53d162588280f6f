// What a reader found wrong in a vectors file.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "oovec/base/error.h"

namespace oovec::inline vectors {

enum class ProblemKind {
  duplicate_word,  // the first row is kept; the only kind that is not an error
  empty_word,
  invalid_utf8,
  not_finite,  // NaN or infinity among the numbers
  bad_number,  // something that is not a number where one must be
  too_few_numbers,
  too_many_numbers,
  wrong_count,  // the header announces another number of rows
  cut_short,    // the file ends in the middle of a row
};

struct Problem {
  ProblemKind kind;
  std::uint64_t line;    // from 1 (in native files the row); 0 in other binary formats
  std::uint64_t offset;  // in the (decompressed) bytes
  std::string message;   // what was found
  std::string remedy;    // what repair does about it
};

// "the word is empty; the row is left out": message and remedy.
[[nodiscard]] std::string describe(const Problem& problem);

// Collects problems. Unless it is to repair, the first that is an error is thrown instead, with the
// file's name, where it is and what to do.
class ProblemLog {
 public:
  ProblemLog(std::string file, bool repair) : file_(std::move(file)), repair_(repair) {}

  void add(Problem problem);

  // For problems that the caller wants repaired: never thrown.
  void note(Problem problem) { problems_.push_back(std::move(problem)); }

  const std::vector<Problem>& problems() const { return problems_; }
  [[nodiscard]] std::vector<Problem> take() { return std::move(problems_); }

 private:
  std::string file_;
  bool repair_;
  std::vector<Problem> problems_;
};

[[nodiscard]] std::string_view name_of(ProblemKind kind);

// "FILE:12" in text formats, "FILE: byte 345" in binary ones.
[[nodiscard]] std::string location(std::string_view file, const Problem& problem);

}  // namespace oovec::inline vectors
