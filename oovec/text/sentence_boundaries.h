// Where sentences end: the rules of UAX #29, and the exceptions that languages need.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

#include "oovec/text/language.h"

namespace oovec::inline text {

// Whether the character at `stop` (a terminator such as . ! ? 。 or a line separator) ends a
// sentence by UAX #29: then where the next one begins. A terminator may be followed by quotes,
// brackets and blanks, which belong to its sentence. The text must be valid UTF-8.
[[nodiscard]] std::optional<std::size_t> boundary_after(std::string_view text, std::size_t stop);

// Whether a boundary of UAX #29, where a sentence would begin, is none after all: after . ! ?
// without a blank, as inside a URL; after an initial or an abbreviation. docs/text.md has the
// rules.
bool is_exception(std::string_view text, std::size_t boundary, const LanguageRules& rules);

}  // namespace oovec::inline text
