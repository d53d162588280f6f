#include "apps/cli/eval_arguments.h"

#include <algorithm>

#include "apps/cli/print.h"

namespace oovec::cli {

std::size_t EvalArguments::name_width() const {
  std::size_t width = 5;  // "model"
  for (const std::string& model : models) width = std::max(width, printable(model).size());
  return width;
}

void add_eval_arguments(CLI::App& command, EvalArguments& arguments) {
  command.add_option("--model", arguments.models, "models to evaluate, one or several")
      ->type_name("FILE")
      ->required();
  command
      .add_option("--vectors", arguments.vectors,
                  "vectors of models that were written without them")
      ->type_name("FILE");
  command.add_flag("--json", arguments.json, "print JSON");
}

}  // namespace oovec::cli
