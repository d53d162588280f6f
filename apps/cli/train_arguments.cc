#include "apps/cli/train_arguments.h"

#include <algorithm>

#include "apps/cli/inputs.h"
#include "apps/cli/options.h"
#include "apps/cli/progress_bar.h"
#include "apps/cli/words.h"
#include "lab/eval/dev_set.h"
#include "lab/eval/rare_words.h"

namespace oovec::cli {
namespace {

// A folder stands for its pairs; contexts are beside these.
std::vector<std::string> dev_files(const std::vector<std::string>& sets) {
  std::vector<std::string> files;
  for (const std::string& set : sets) {
    files.push_back(lab::find_pairs_file(set));
    files.push_back(lab::find_contexts(files.back()));
  }
  return files;
}

}  // namespace

void add_train_arguments(Command command, TrainArguments& arguments,
                         const std::vector<std::string>& leave_out) {
  command.add_file("--vectors", arguments.vectors, "Vectors file, in any format.").required();
  command.add_file("--contexts", arguments.contexts, "Index of contexts (oovec index).").required();
  command.add_output("-o,--output", arguments.output, "Model to write.", {".checkpoint", ".best"})
      .required();
  command.add_file("--exclude", arguments.exclude,
                   "List of words to hold out from training, one per line.");
  command
      .add_list("--dev", arguments.dev,
                "Development data, one or several files. The epoch that scores best is kept.")
      .type("FILE");
  command.reads([&arguments] { return dev_files(arguments.dev); });
  add_fields(command, arguments.options, leave_out);
  arguments.is_given = [command, leave_out](const std::string& name) {
    return std::ranges::find(leave_out, name) == leave_out.end() &&
           command.option("--" + name).is_given();
  };
  command.add_log("--log", arguments.log,
                  "Write a line of JSON per epoch (a single line for balanced). --resume appends.");
  add_fields(command, arguments.options.write);
  command.add_flag("--json", arguments.json, "Print JSON.");
  command.add_flag("--resume", arguments.options.resume,
                   "Continue from the checkpoint, if there is one.");
}

std::shared_ptr<const Embeddings> read_train_inputs(TrainArguments& arguments) {
  auto vectors = read_shown(arguments.vectors, arguments.options.threads);
  arguments.options.fields([&](const char* name, auto&&...) {
    if (arguments.is_given(name)) arguments.options.given.emplace_back(name);
  });
  arguments.options.excluded = read_words(arguments.exclude);
  arguments.options.dev = lab::dev_scorers(arguments.dev);
  arguments.options.write.threads = arguments.options.threads;
  arguments.options.write.progress = terminal_progress();
  return vectors;
}

}  // namespace oovec::cli
