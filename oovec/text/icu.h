// Helpers for calling ICU. Not part of the public interface.
#pragma once

#include <unicode/utypes.h>

#include <fmt/format.h>

#include "oovec/base/error.h"

namespace oovec::inline text {

// Throws Error(unsupported) if ICU failed; `task` is what it was to do.
inline void check_icu(UErrorCode status, const char* task) {
  if (U_FAILURE(status) != 0)
    throw Error(ErrorKind::unsupported, fmt::format("ICU cannot {}: {}; is its data installed?",
                                                    task, u_errorName(status)));
}

}  // namespace oovec::inline text
