// UTF-8 validation and repair.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace oovec::inline text {

// The offset of the first byte that is not part of well-formed UTF-8 (Unicode 15, table 3-7:
// no overlong forms, no surrogates, nothing above U+10FFFF), or nothing.
[[nodiscard]] std::optional<std::size_t> find_invalid_utf8(std::string_view text);

// The text with every maximal ill-formed part replaced by U+FFFD.
[[nodiscard]] std::string replace_invalid_utf8(std::string_view text);

}  // namespace oovec::inline text
