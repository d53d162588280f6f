// The options that `train` and `tune` share.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "apps/cli/command.h"
#include "oovec/train/train.h"

namespace oovec::cli {

struct TrainArguments {
  std::string vectors, contexts, output, exclude, log;
  std::vector<std::string> dev;
  TrainOptions options;
  std::function<bool(const std::string& name)> is_given;  // whether the command line has an option
  bool json = false;
};

// Adds all of it but the options named.
void add_train_arguments(Command command, TrainArguments& arguments,
                         const std::vector<std::string>& leave_out = {});

// Reads the vectors, and gives the options the words to be excluded and the development data.
[[nodiscard]] std::shared_ptr<const Embeddings> read_train_inputs(TrainArguments& arguments);

}  // namespace oovec::cli
