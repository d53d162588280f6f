// Inspects the beginning of a file, before hours are spent on the rest. Not part of the public
// interface.
#pragma once

#include <optional>
#include <string>

#include "oovec/corpus/block_texts.h"

namespace oovec::inline corpus {

// Throws Error(malformed) if too many lines of the sample cannot be read (bad_lines.h), with what
// it looks like: binary data, another encoding, or JSON without the field.
void check_sample(const TextBlock& sample, const LineRules& rules);

// What to do about a sample that is read as plain text but looks like JSON lines or CSV; names
// options in backquotes, as messages do. Nothing for other samples.
[[nodiscard]] std::optional<std::string> hint_about(const TextBlock& sample);

}  // namespace oovec::inline corpus
