#include "apps/cli/train_arguments.h"
#include "apps/cli/inputs.h"

#include "apps/cli/options.h"
#include "apps/cli/print.h"
#include "apps/cli/progress_bar.h"
#include "apps/cli/words.h"
#include "oovec/vectors/format.h"

namespace oovec::cli {

void add_train_arguments(CLI::App& command, TrainArguments& arguments,
                         const std::vector<std::string>& leave_out) {
  const auto add_file = [&](const char* flag, auto& value, const char* help) {
    return command.add_option(flag, value, help)->type_name("FILE");
  };
  add_file("--vectors", arguments.vectors, "vectors file")->required();
  add_file("--contexts", arguments.contexts, "index of contexts (oovec index)")->required();
  add_file("-o,--output", arguments.output, "model to write")->required();
  add_file("--exclude", arguments.exclude, "words not to learn from, one per line");
  add_file("--dev", arguments.task.dev, "development data, several; the best epoch is kept");
  add_fields(command, arguments.options, leave_out);
  add_file("--log", arguments.log, "append a line of JSON per epoch");
  add_fields(command, arguments.task.write);
  command.add_flag("--json", arguments.json, "print JSON");
}

std::shared_ptr<const Embeddings> read_train_inputs(TrainArguments& arguments) {
  std::vector<std::string> inputs = arguments.task.dev;
  inputs.insert(inputs.end(), {arguments.vectors, arguments.contexts, arguments.exclude});
  check_not_input(arguments.output, inputs);
  ReadOptions read;
  read.progress = terminal_progress();
  read.threads = arguments.options.threads;
  ReadResult vectors = read_vectors(arguments.vectors, read);
  print_problems(arguments.vectors, vectors.problems);
  if (!arguments.exclude.empty())
    for_each_line(arguments.exclude,
                  [&](const std::string& word) { arguments.task.excluded.push_back(word); });
  arguments.task.write.threads = arguments.options.threads;
  return std::make_shared<const Embeddings>(std::move(vectors.embeddings));
}

}  // namespace oovec::cli
