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
  ContextWindow window;  // what of the contexts counts
  bool json = false;
};

// WORD is required unless `word_is_optional`.
void add_model_arguments(Command command, ModelArguments& arguments, bool word_is_optional = false);

// What the model makes of the word; nothing, having said so, if that is nothing.
[[nodiscard]] std::optional<Inference> infer_word(const Model& model,
                                                  const ModelArguments& arguments);

}  // namespace oovec::cli
