// Lines of NDJSON, cut from a body that is still being received.
#pragma once

#include <optional>
#include <string>

namespace oovec::server {

// Takes whole lines off the front of a body: some 64 KiB of them, at least one; at the end of the
// body also a last one that has no line end. Nothing if there is none.
[[nodiscard]] std::optional<std::string> take_lines(std::string& body, bool is_complete);

}  // namespace oovec::server
