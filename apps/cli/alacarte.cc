// oovec alacarte --vectors V --contexts C -o M: a linear map from contexts to vectors.
#include <algorithm>
#include <memory>

#include <fmt/format.h>

#include "apps/cli/commands.h"
#include "apps/cli/inputs.h"
#include "apps/cli/options.h"
#include "apps/cli/print.h"
#include "apps/cli/progress_bar.h"
#include "apps/cli/words.h"
#include "lab/baselines/alacarte.h"
#include "oovec/base/error.h"

namespace oovec::cli {
namespace {

struct AlacarteArguments {
  std::string vectors, contexts, matrix, exclude, output, matrix_output;
  lab::AlacarteOptions options;
  WriteModelOptions write;
  bool json = false;
};

lab::LearnedAlacarte make_alacarte(const AlacarteArguments& arguments) {
  auto vectors = read_shown(arguments.vectors, arguments.options.threads);
  if (!arguments.matrix.empty())
    return {lab::read_alacarte(std::move(vectors), arguments.matrix), {}};
  return lab::learn_alacarte(std::move(vectors), ContextIndex(arguments.contexts),
                             arguments.options, read_words(arguments.exclude));
}

void run_alacarte(AlacarteArguments& arguments) {
  if (arguments.contexts.empty() == arguments.matrix.empty())
    throw Error(ErrorKind::usage,
                "give contexts to learn from with --contexts, or a matrix with --matrix");
  arguments.write.threads = arguments.options.threads;
  arguments.write.progress = arguments.options.progress = terminal_progress();
  const auto [model, excluded] = make_alacarte(arguments);
  write_model(model, arguments.output, arguments.write);
  if (!arguments.matrix_output.empty()) lab::write_alacarte_matrix(model, arguments.matrix_output);
  const auto words =
      static_cast<std::uint64_t>(std::count(model.targets.begin(), model.targets.end(), true));
  report_excluded(arguments.exclude, excluded);
  if (arguments.json)
    print_json({{"file", arguments.output}, {"words", words}, {"excluded", listed_json(excluded)}});
  else if (arguments.matrix.empty())
    fmt::print("{}: learned from {}\n", printable(arguments.output), counted(words, "word"));
}

}  // namespace

void add_alacarte(Command parent, int& /*exit_code*/) {
  auto arguments = std::make_shared<AlacarteArguments>();
  const Command command =
      parent.add_command("alacarte", "Learn a linear map from contexts to vectors");
  command.footer(R"(
A La Carte (Khodak and others, 2018): the linear map from the mean of a word's contexts to its
vector, learned by least squares over the words of the index. The result is a model that uses
contexts alone. --matrix takes a map learned elsewhere instead. --write-matrix also writes the map,
for R or NumPy, as raw little-endian 32-bit floats, row by row.

Example:
  oovec alacarte --vectors glove.txt --contexts wiki.ctx -o alacarte.oovec
)");
  command.add_file("--vectors", arguments->vectors, "Vectors file, in any format.").required();
  command.add_file("--contexts", arguments->contexts, "Index of contexts (oovec index).");
  const Option matrix =
      command.add_file("--matrix", arguments->matrix, "Use this matrix instead of learning one.");
  command.add_output("-o,--output", arguments->output, "Model to write.").required();
  command.add_output("--write-matrix", arguments->matrix_output,
                     "Also write the matrix to this file.");
  command
      .add_file("--exclude", arguments->exclude,
                "List of words to hold out from training, one per line.")
      .excludes(matrix);
  add_fields(command, arguments->options);
  add_fields(command, arguments->write);
  command.add_flag("--json", arguments->json, "Print JSON.");
  command.on_run([arguments] { run_alacarte(*arguments); });
}

}  // namespace oovec::cli
