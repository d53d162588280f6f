#include "apps/cli/model_arguments.h"

#include "apps/cli/words.h"
#include "oovec/base/error.h"
#include "oovec/model/batch_inference.h"

namespace oovec::cli {

void add_model_arguments(Command command, ModelArguments& arguments, bool word_is_optional) {
  command.add_file("MODEL", arguments.file, "Model file.").required();
  command.add_option("WORD", arguments.word, "Word to infer; after -- if it begins with -.")
      .required(!word_is_optional);
  command.add_texts("CONTEXT", arguments.contexts,
                    "Texts that contain the word, contain ___ in its place, or describe it.");
  command.add_file("--vectors", arguments.vectors,
                   "Vectors that the model was trained with, if it was written without them.");
  command.add_flag("--json", arguments.json, "Print JSON.");
}

std::optional<Inference> infer_word(const Model& model, const ModelArguments& arguments) {
  const std::vector<std::string_view> contexts(arguments.contexts.begin(),
                                               arguments.contexts.end());
  InferredWord inferred = WordInferrer(model, arguments.window).infer(arguments.word, contexts);
  if (inferred.status == InferStatus::malformed) throw Error(inferred.error, inferred.message);
  if (inferred.status == InferStatus::inferred) return std::move(inferred.inference);
  report_word(arguments.word, inferred.message);
  return std::nullopt;
}

}  // namespace oovec::cli
