// oovec vectors check FILE: every problem of a vectors file.
#include <memory>

#include <fmt/format.h>

#include "apps/cli/commands.h"
#include "apps/cli/exit_codes.h"
#include "apps/cli/print.h"
#include "apps/cli/vectors_arguments.h"

namespace oovec::cli {
namespace {

bool is_about_the_content(const Error& error) {
  return error.kind() == ErrorKind::malformed || error.kind() == ErrorKind::damaged;
}

// Problems that can be passed over are all listed; one that cannot ends the list.
int run(VectorsArguments& arguments) {
  arguments.read.repair = true;
  Json json = {{"file", arguments.file}, {"problems", Json::array()}};
  std::size_t count = 0;
  try {
    const ReadResult result = read_vectors(arguments.file, arguments.read);
    count = result.problems.size();
    for (const Problem& problem : result.problems) {
      if (arguments.json)
        json["problems"].push_back(to_json(problem));
      else
        fmt::print("{}: {}: {}\n", printable(location(arguments.file, problem)),
                   name_of(problem.kind), printable(problem.message));
    }
    json["format"] = enum_name(result.format);
    json["words"] = result.embeddings.size();
    json["dimension"] = result.embeddings.dimension();
    if (!arguments.json)
      fmt::print("{}: {}, {} words, {} dimensions: {}\n", printable(arguments.file),
                 enum_name(result.format), with_commas(result.embeddings.size()),
                 result.embeddings.dimension(),
                 count == 0   ? "no problems"
                 : count == 1 ? "1 problem"
                              : with_commas(count) + " problems");
  } catch (const Error& error) {
    if (!is_about_the_content(error)) throw;
    ++count;
    json["problems"].push_back({{"kind", "unreadable"}, {"message", error.what()}});
    if (!arguments.json) fmt::print("{}\n", printable(error.what()));
  }
  if (arguments.json) print_json(json);
  return count == 0 ? exit_ok : exit_negative;
}

}  // namespace

void add_vectors_check(CLI::App& parent, int& exit_code) {
  auto arguments = std::make_shared<VectorsArguments>();
  CLI::App* command = parent.add_subcommand("check", "List every problem of a vectors file");
  command->footer(
      "Exit code 1 if there is any problem.\n\nExample:\n  oovec vectors check glove.txt");
  add_vectors_arguments(*command, *arguments);
  command->callback([arguments, &exit_code] { exit_code = run(*arguments); });
}

}  // namespace oovec::cli
