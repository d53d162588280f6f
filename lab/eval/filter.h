// Removes test words that can be guessed from a known word with the same stem.
#pragma once

#include <cstddef>

#include "lab/baselines/stems.h"
#include "lab/eval/data_file.h"
#include "oovec/text/normalize.h"

namespace oovec::lab {

// Removes the lines whose word, field number `field` between tabs, shares its stem with another
// word of the vectors, and returns their number. Throws Error(usage) if no line is left.
std::size_t drop_related(DataFile& file, std::size_t field, const Stems& stems, Casing casing);

}  // namespace oovec::lab
