// oovec store merge A B -o C: one store of several.
#include <memory>

#include <fmt/format.h>

#include "apps/cli/commands.h"
#include "apps/cli/print.h"
#include "oovec/store/store.h"

namespace oovec::cli {
namespace {

struct StoreMergeArguments {
  std::vector<std::string> files;
  std::string output;
  bool json = false;
};

void merge_into_one(const StoreMergeArguments& arguments) {
  const StoreTotals totals = merge_stores(arguments.files, arguments.output);
  if (arguments.json)
    print_json({{"file", arguments.output},
                {"words", totals.words},
                {"sightings", totals.sightings},
                {"contexts", totals.contexts},
                {"bytes", totals.bytes}});
  else
    fmt::print(stderr, "{}: {}, seen {}, {}\n", printable(arguments.output),
               counted(totals.words, "word"), counted(totals.sightings, "time"),
               counted(totals.contexts, "context"));
}

}  // namespace

void add_store_merge(Command parent, int& /*exit_code*/) {
  auto arguments = std::make_shared<StoreMergeArguments>();
  const Command command = parent.add_command("merge", "Merge stores made with the same settings");
  command.footer(R"(
The result is what one store of all their texts would be. It is a new file, byte for byte the same
for any order of the stores. Other programs may use the stores at the same time.

Example:
  oovec store merge monday.db tuesday.db -o week.db
)");
  command.add_list("STORE", arguments->files, "Stores to merge.").required();
  command.reads([arguments] { return arguments->files; });
  command.add_output("-o,--output", arguments->output, "Store to create; it must not exist.")
      .required();
  command.add_flag("--json", arguments->json, "Print JSON.");
  command.on_run([arguments] { merge_into_one(*arguments); });
}

}  // namespace oovec::cli
