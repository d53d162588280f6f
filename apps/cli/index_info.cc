// oovec index info FILE: what an index holds.
#include <memory>

#include "apps/cli/commands.h"
#include "apps/cli/index_summary.h"
#include "oovec/corpus/context_index.h"

namespace oovec::cli {
namespace {

struct IndexInfoArguments {
  std::string file;
  bool json = false;
};

}  // namespace

void add_index_info(Command parent, int& /*exit_code*/) {
  auto arguments = std::make_shared<IndexInfoArguments>();
  const Command command = parent.add_command("info", "Show what an index contains");
  command.footer(R"(
Example:
  oovec index info wiki.ctx
)");
  command.add_file("FILE", arguments->file, "Index file.").required();
  command.add_flag("--json", arguments->json, "Print JSON.");
  command.on_run([arguments] {
    const ContextIndex index(arguments->file);
    print_summary(arguments->file, summarize(index.view()), arguments->json);
  });
}

}  // namespace oovec::cli
