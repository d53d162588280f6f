// The languages that have rules of their own. Not part of the public interface.
#pragma once

#include <vector>

#include "oovec/text/language.h"

namespace oovec::inline text {

// English comes first.
[[nodiscard]] const std::vector<LanguageRules>& language_table();

}  // namespace oovec::inline text
