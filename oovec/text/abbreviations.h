// Abbreviations, initials and ordinal numbers, whose period does not end a sentence.
#pragma once

#include <cstddef>
#include <string_view>

#include "oovec/text/language.h"

namespace oovec::inline text {

// Whether the period at `period` belongs to an abbreviation, an initial or an ordinal number, so
// that the text at `next` continues the same sentence.
bool ends_in_abbreviation(std::string_view text, std::size_t period, std::size_t next,
                          const LanguageRules& rules);

}  // namespace oovec::inline text
