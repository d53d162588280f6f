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
  command.add_file("--vectors", arguments.vectors, "vectors file").required();
  command.add_file("--contexts", arguments.contexts, "index of contexts (oovec index)").required();
  command.add_output("-o,--output", arguments.output, "model to write", {".checkpoint", ".best"})
      .required();
  command.add_file("--exclude", arguments.exclude, "words not to learn from, one per line");
  command.add_list("--dev", arguments.dev, "development data, several; the best epoch is kept")
      .type("FILE");
  command.reads([&arguments] { return dev_files(arguments.dev); });
  add_fields(command, arguments.options, leave_out);
  arguments.is_given = [command, leave_out](const std::string& name) {
    return std::ranges::find(leave_out, name) == leave_out.end() &&
           command.option("--" + name).is_given();
  };
  command.add_log(
      "--log", arguments.log,
      "Write a line of JSON per epoch, or one for the model balanced. --resume appends.");
  add_fields(command, arguments.options.write);
  command.add_flag("--json", arguments.json, "print JSON");
  command.add_flag("--resume", arguments.options.resume, "go on from the checkpoint, if any");
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
