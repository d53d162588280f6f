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
  command.footer(
      "A La Carte, the method of Khodak and others (2018): the map from the mean of a word's "
      "contexts\n"
      "to its vector that least squares give over the words of the index. Writes a model that "
      "uses\n"
      "contexts alone. --matrix takes a map learned elsewhere, and --write-matrix writes the map "
      "for\n"
      "others: raw little-endian 32-bit floats, row by row, as readBin of R reads them.\n\n"
      "Example:\n  oovec alacarte --vectors glove.txt --contexts wiki.ctx -o alacarte.oovec");
  command.add_file("--vectors", arguments->vectors, "vectors file").required();
  command.add_file("--contexts", arguments->contexts, "index of contexts (oovec index)");
  const Option matrix =
      command.add_file("--matrix", arguments->matrix, "matrix to use instead of learning one");
  command.add_output("-o,--output", arguments->output, "model to write").required();
  command.add_output("--write-matrix", arguments->matrix_output, "write the matrix, too");
  command.add_file("--exclude", arguments->exclude, "words not to learn from, one per line")
      .excludes(matrix);
  add_fields(command, arguments->options);
  add_fields(command, arguments->write);
  command.add_flag("--json", arguments->json, "print JSON");
  command.on_run([arguments] { run_alacarte(*arguments); });
}

}  // namespace oovec::cli
