// What may disappoint in a comparison, and what to do about it. Not part of the public interface.
#pragma once

#include <string>
#include <vector>

#include "oovec/compare/compare.h"
#include "oovec/compare/design.h"
#include "oovec/compare/read_contexts.h"

namespace oovec::inline compare {

// Why a word cannot be compared, and what its documents are too few or too many for. Why there is
// no regression of enough contexts, regress_word() has said.
void add_hints(const ComparedWord& word, const CompareOptions& options,
               std::vector<std::string>& hints);

// That some values keep a column from being a number, if most are.
void add_number_hints(const std::vector<Term>& terms, const std::vector<FoundContext>& contexts,
                      std::vector<std::string>& hints);

}  // namespace oovec::inline compare
