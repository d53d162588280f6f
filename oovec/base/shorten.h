// Shortens messages, which may quote megabytes from users and files.
#pragma once

#include <string>
#include <string_view>

namespace oovec::inline base {

// The message with long texts in quotes cut short and, if it is still very long, without its
// middle; "…" stands for what is left out.
[[nodiscard]] std::string shorten(std::string_view message);

}  // namespace oovec::inline base
