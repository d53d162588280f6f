// oovec index merge A B -o C: one index of several.
#include <memory>

#include "apps/cli/commands.h"
#include "apps/cli/index_summary.h"
#include "apps/cli/options.h"
#include "apps/cli/progress_bar.h"

namespace oovec::cli {
namespace {

struct IndexMergeArguments {
  std::vector<std::string> files;
  std::string output;
  int threads = 0;
  bool json = false;
};

}  // namespace

void add_index_merge(Command parent, int& /*exit_code*/) {
  auto arguments = std::make_shared<IndexMergeArguments>();
  const Command command = parent.add_command("merge", "Merge indexes made with the same settings");
  command.footer(R"(
The result is, byte for byte, the index of all their corpora together.

Example:
  oovec index merge monday.ctx tuesday.ctx -o week.ctx
)");
  command.add_list("FILE", arguments->files, "Indexes to merge.")
      .required();  // the output may replace one
  command.add_output("-o,--output", arguments->output, "Index to write.").required();
  add_number(command, "--threads", arguments->threads, "Number of threads; 0: one per core.",
             at_least(0));
  command.add_flag("--json", arguments->json, "Print JSON.");
  command.on_run([arguments] {
    print_summary(arguments->output,
                  merge_index_files(arguments->files, arguments->output, arguments->threads,
                                    terminal_progress()),
                  arguments->json);
  });
}

}  // namespace oovec::cli
