// The regression of one word: from its contexts to coefficients and fitted vectors. Not part of the
// public interface.
#pragma once

#include <string>
#include <vector>

#include "oovec/compare/compare.h"
#include "oovec/compare/read_contexts.h"
#include "oovec/compare/resample.h"
#include "oovec/compare/similarity.h"

namespace oovec::inline compare {

// Fills in the regression and what it is made of; without one, `hints` say why.
void regress_word(const Model& model, WordSample sample, const std::vector<Anchor>& anchors,
                  const Resampling& resampling, const CompareOptions& options, ComparedWord& word,
                  std::vector<std::string>& hints);

}  // namespace oovec::inline compare
