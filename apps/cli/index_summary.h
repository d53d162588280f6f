// Prints what an index contains, for the commands that make or read one.
#pragma once

#include <string>

#include "oovec/corpus/indexer.h"

namespace oovec::cli {

void print_summary(const std::string& file, const IndexSummary& summary, bool json);

}  // namespace oovec::cli
