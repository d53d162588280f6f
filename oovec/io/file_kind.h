// Recognises files that are not text by their first bytes, to name their kind in messages.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

namespace oovec::inline io {

// How many bytes find_file_kind() looks at.
inline constexpr std::size_t file_kind_bytes = std::size_t{4} << 10;

// "a PDF document", for instance; nothing for what may be text.
[[nodiscard]] std::optional<std::string_view> find_file_kind(std::string_view start);

}  // namespace oovec::inline io
