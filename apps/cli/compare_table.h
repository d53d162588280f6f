// What `oovec compare` prints.
#pragma once

#include <string>

#include "oovec/compare/compare.h"

namespace oovec::cli {

[[nodiscard]] std::string compare_table(const CompareResult& result);

}  // namespace oovec::cli
