// What makes vectors without having learned anything, to hold models against. That `stem` does well
// on a test says that the test can be passed by looking up words of the same stem.
#pragma once

#include <array>
#include <memory>
#include <string_view>

#include "oovec/model/inferrer.h"

namespace oovec {

enum class Baseline {
  additive,  // the sum of the vectors of the context words
  avg,       // their mean, which has the same direction
  stem,      // the mean of the known words with the stem of the word, which is not one of them
  none,      // nothing: known words alone have vectors
};

constexpr auto enum_names(Baseline) {
  return std::array<std::string_view, 4>{"additive", "avg", "stem", "none"};
}

// `text` must say whether to lower-case (resolve_text()).
std::unique_ptr<Inferrer> make_baseline(Baseline baseline,
                                        std::shared_ptr<const Embeddings> vectors,
                                        const TokenizerOptions& text);

}  // namespace oovec
