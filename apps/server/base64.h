// Base64 of RFC 4648, with padding: how vectors go over the wire in fewer bytes than as numbers,
// and, in the alphabet for URLs without padding, cursors.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace oovec::server {

void append_base64(std::span<const std::byte> bytes, std::string& text);

[[nodiscard]] std::string base64_url(std::string_view bytes);
// Nothing of text that base64_url() does not give.
[[nodiscard]] std::optional<std::string> from_base64_url(std::string_view text);

}  // namespace oovec::server
