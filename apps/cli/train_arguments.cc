#include "apps/cli/train_arguments.h"
#include "apps/cli/inputs.h"

#include "apps/cli/options.h"
#include "apps/cli/progress_bar.h"
#include "apps/cli/words.h"
#include "lab/eval/dev_set.h"

namespace oovec::cli {

void add_train_arguments(Command command, TrainArguments& arguments,
                         const std::vector<std::string>& leave_out) {
  command.add_file("--vectors", arguments.vectors, "vectors file").required();
  command.add_file("--contexts", arguments.contexts, "index of contexts (oovec index)").required();
  command.add_file("-o,--output", arguments.output, "model to write").required();
  command.add_file("--exclude", arguments.exclude, "words not to learn from, one per line");
  command.add_files("--dev", arguments.dev, "development data, several; the best epoch is kept");
  add_fields(command, arguments.options, leave_out);
  command.add_file("--log", arguments.log, "write a line of JSON per epoch; --resume appends");
  add_fields(command, arguments.options.write);
  command.add_flag("--json", arguments.json, "print JSON");
  command.add_flag("--resume", arguments.options.resume, "go on from the checkpoint, if any");
}

std::shared_ptr<const Embeddings> read_train_inputs(TrainArguments& arguments,
                                                    const std::string& plot) {
  std::vector<std::string> inputs = arguments.dev;
  inputs.insert(inputs.end(), {arguments.vectors, arguments.contexts, arguments.exclude});
  check_outputs({arguments.output, arguments.log, plot}, inputs);
  auto vectors = read_shown(arguments.vectors, arguments.options.threads);
  arguments.options.excluded = read_words(arguments.exclude);
  arguments.options.dev = lab::dev_scorers(arguments.dev);
  arguments.options.write.threads = arguments.options.threads;
  arguments.options.write.progress = terminal_progress();
  return vectors;
}

}  // namespace oovec::cli
