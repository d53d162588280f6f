// The quality of models on words they have not learned from, as a web page with charts
// (web/heldout.html): a single file that loads nothing from the network.
#pragma once

#include <string>

#include "lab/experiment/json_object.h"

namespace oovec::lab {

// `models` is an array of the objects that `oovec eval heldout --json` prints (docs/cli.md).
[[nodiscard]] std::string held_out_page(const Json& models);

}  // namespace oovec::lab
