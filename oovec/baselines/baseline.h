// What makes vectors without having learned anything, to hold models against.
#pragma once

#include <array>
#include <memory>
#include <string_view>

#include "oovec/model/inferrer.h"

namespace oovec {

enum class Baseline {
  additive,  // the sum of the vectors of the context words
  avg,       // their mean, which has the same direction
};

constexpr auto enum_names(Baseline) { return std::array<std::string_view, 2>{"additive", "avg"}; }

// `text` must say whether to lower-case (resolve_text()).
std::unique_ptr<Inferrer> make_baseline(Baseline baseline,
                                        std::shared_ptr<const Embeddings> vectors,
                                        const TokenizerOptions& text);

}  // namespace oovec
