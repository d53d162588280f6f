// The regression for one word, from its contexts to coefficients and fitted vectors. Not part of
// the public interface.
#pragma once

#include <string>
#include <vector>

#include "oovec/compare/compare.h"
#include "oovec/compare/read_contexts.h"
#include "oovec/compare/resample.h"
#include "oovec/compare/similarity.h"

namespace oovec::inline compare {

// Sets word.regression and the numbers of contexts and documents. If there can be no regression,
// adds the reason to `hints`.
void regress_word(const Model& model, WordSample sample, const std::vector<Anchor>& anchors,
                  const Resampling& resampling, const CompareOptions& options, ComparedWord& word,
                  std::vector<std::string>& hints);

}  // namespace oovec::inline compare
