// Test words that tell more of a model than its eye for endings.
#pragma once

#include <cstddef>

#include "lab/baselines/stems.h"
#include "lab/eval/data_file.h"
#include "oovec/text/normalize.h"

namespace oovec::lab {

// Drops the lines whose word, the `field`-th between tabs, shares its stem with another word of the
// vectors. Returns how many there were. Throws Error(usage) if no line is left.
std::size_t drop_related(DataFile& file, std::size_t field, const Stems& stems, Casing casing);

}  // namespace oovec::lab
