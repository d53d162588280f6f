#include "apps/cli/model_arguments.h"

#include "apps/cli/words.h"
#include "oovec/model/infer_lines.h"

namespace oovec::cli {

void add_model_arguments(Command command, ModelArguments& arguments, bool word_is_optional) {
  command.add_option("MODEL", arguments.file, "model file").required();
  command.add_option("WORD", arguments.word, "word; after -- if it begins with -")
      .required(!word_is_optional);
  command.add_texts("CONTEXT", arguments.contexts,
                    "texts with the word, with ___ in its place, or about it");
  command.add_file("--vectors", arguments.vectors,
                   "the vectors the model was trained with, if it was written without");
  command.add_flag("--json", arguments.json, "print JSON");
}

std::optional<Inference> infer_word(const Model& model, const ModelArguments& arguments) {
  Observation observation(model, arguments.word);
  for (const std::string& context : arguments.contexts) observation.add(context);
  auto inference = observation.infer();
  if (!inference) report_word(arguments.word, cannot_infer);
  return inference;
}

}  // namespace oovec::cli
