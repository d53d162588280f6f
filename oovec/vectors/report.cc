#include "oovec/vectors/report.h"

#include <fmt/format.h>

namespace oovec::inline vectors {

void ProblemLog::add(Problem problem) {
  if (!repair_ && problem.kind != ProblemKind::duplicate_word)
    throw Error(problem.kind == ProblemKind::cut_short ? ErrorKind::damaged : ErrorKind::malformed,
                fmt::format("{}: {}; `oovec vectors check` lists all such problems, `oovec vectors "
                            "convert` with `repair` fixes them",
                            location(file_, problem), problem.message));
  problems_.push_back(std::move(problem));
}

std::string describe(const Problem& problem) { return problem.message + "; " + problem.remedy; }

std::string_view name_of(ProblemKind kind) {
  switch (kind) {
    case ProblemKind::duplicate_word:
      return "duplicate-word";
    case ProblemKind::empty_word:
      return "empty-word";
    case ProblemKind::invalid_utf8:
      return "invalid-utf8";
    case ProblemKind::not_finite:
      return "not-finite";
    case ProblemKind::bad_number:
      return "bad-number";
    case ProblemKind::too_few_numbers:
      return "too-few-numbers";
    case ProblemKind::too_many_numbers:
      return "too-many-numbers";
    case ProblemKind::wrong_count:
      return "wrong-count";
    case ProblemKind::cut_short:
      return "cut-short";
  }
  return "unknown";
}

std::string location(std::string_view file, const Problem& problem) {
  if (problem.line > 0) return fmt::format("{}:{}", file, problem.line);
  return fmt::format("{}: byte {}", file, problem.offset);
}

}  // namespace oovec::inline vectors
