#include "apps/cli/vectors_arguments.h"

#include "apps/cli/options.h"
#include "apps/cli/progress_bar.h"

namespace oovec::cli {

void add_vectors_arguments(Command command, VectorsArguments& arguments) {
  command.add_file("FILE", arguments.file, "Vectors file; -: standard input.").required();
  add_fields(command, arguments.read);
  command.add_flag("--json", arguments.json, "Print JSON.");
  arguments.read.progress = terminal_progress();
}

}  // namespace oovec::cli
