// Reads and writes small files as a whole.
#pragma once

#include <string>
#include <string_view>

#include "lab/experiment/json_object.h"

namespace oovec::lab {

// Throws Error(malformed) if the file is larger than 100 MiB.
[[nodiscard]] std::string read_text(const std::string& path);

// Throws Error(damaged) if the file is not JSON.
[[nodiscard]] Json read_json(const std::string& path);

// Both write atomically.
void write_text(const std::string& path, std::string_view text);
void write_json(const std::string& path, const Json& json);

}  // namespace oovec::lab
