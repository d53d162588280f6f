// The arguments of all commands that ask a model about a word: the model, the word and its
// contexts.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "apps/cli/command.h"
#include "oovec/model/model.h"

namespace oovec::cli {

struct ModelArguments {
  std::string file;
  std::string vectors;
  std::string word;
  std::vector<std::string> contexts;
  ContextWindow window;  // how much of a text is a context
  bool json = false;
};

// WORD is required unless `word_is_optional`.
void add_model_arguments(Command command, ModelArguments& arguments, bool word_is_optional = false);

// Infers the word. If nothing can be inferred, reports that and returns nothing.
[[nodiscard]] std::optional<Inference> infer_word(const Model& model,
                                                  const ModelArguments& arguments);

}  // namespace oovec::cli
