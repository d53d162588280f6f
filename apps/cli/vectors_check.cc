// oovec vectors check FILE: every problem of a vectors file.
#include <memory>

#include <fmt/format.h>

#include "apps/cli/commands.h"
#include "apps/cli/exit_codes.h"
#include "apps/cli/print.h"
#include "apps/cli/vectors_arguments.h"
#include "oovec/base/shorten.h"

namespace oovec::cli {
namespace {

bool is_about_the_content(const Error& error) {
  return error.kind() == ErrorKind::malformed || error.kind() == ErrorKind::damaged;
}

void print_findings(const std::string& file, const ReadResult& result) {
  for (const Problem& problem : result.problems)
    fmt::print("{}: {}: {}\n", printable(location(file, problem)), name_of(problem.kind),
               printable(shorten(describe(problem))));
  fmt::print("{}: {}, {}, {}: {}\n", printable(file), enum_name(result.format),
             counted(result.embeddings.size(), "word"),
             counted(result.embeddings.dimension(), "dimension"),
             result.problems.empty() ? "no problems" : counted(result.problems.size(), "problem"));
}

void print_findings_as_json(const std::string& file, const ReadResult& result) {
  print_json({{"file", file},
              {"format", enum_name(result.format)},
              {"words", result.embeddings.size()},
              {"dimension", result.embeddings.dimension()},
              {"problems", problems_json(result.problems)}});
}

// Of a file that cannot be read, only the reason is known.
void print_unreadable(const VectorsArguments& arguments, const Error& error) {
  if (arguments.json)
    print_json(
        {{"file", arguments.file},
         {"problems", Json::array({{{"kind", "unreadable"}, {"message", message_of(error)}}})}});
  else
    fmt::print("{}\n", printable(message_of(error)));
}

// Lists all problems that a reader can skip; one that it cannot skip is printed alone.
int run_vectors_check(VectorsArguments& arguments) {
  arguments.read.repair = true;
  try {
    const ReadResult result = read_vectors(arguments.file, arguments.read);
    (arguments.json ? print_findings_as_json : print_findings)(arguments.file, result);
    return result.problems.empty() ? exit_ok : exit_negative;
  } catch (const Error& error) {
    if (!is_about_the_content(error)) throw;
    print_unreadable(arguments, error);
    return exit_negative;
  }
}

}  // namespace

void add_vectors_check(Command parent, int& exit_code) {
  auto arguments = std::make_shared<VectorsArguments>();
  const Command command = parent.add_command("check", "List every problem of a vectors file");
  command.footer(R"(
Exit code 1: the file has problems.

Example:
  oovec vectors check glove.txt
)");
  add_vectors_arguments(command, *arguments);
  command.on_run([arguments, &exit_code] { exit_code = run_vectors_check(*arguments); });
}

}  // namespace oovec::cli
