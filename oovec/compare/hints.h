// What may disappoint in a comparison, and what to do about it. Not part of the public interface.
#pragma once

#include <string>
#include <vector>

#include "oovec/compare/compare.h"
#include "oovec/compare/design.h"
#include "oovec/compare/read_contexts.h"

namespace oovec::inline compare {

// Adds why a word cannot be compared, and hints about the number of its documents. regress_word()
// adds why there is no regression although there are enough contexts.
void add_hints(const ComparedWord& word, const CompareOptions& options,
               std::vector<std::string>& hints);

// Adds a hint if most values of a column are numbers, but some are not.
void add_number_hints(const std::vector<Term>& terms, const std::vector<FoundContext>& contexts,
                      std::vector<std::string>& hints);

}  // namespace oovec::inline compare
