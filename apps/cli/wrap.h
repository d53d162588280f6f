// Fits help texts to the width of a terminal. They stand in the source as raw strings, which a
// person can edit without minding line ends.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace oovec::cli {

// The columns of the terminal that standard output is; 100 if it is not a terminal.
[[nodiscard]] std::size_t help_width();

// The text with lines of at most `width` columns. Lines that follow each other form a paragraph,
// whose words are distributed anew. Blank lines, and lines that begin with a blank (such as
// examples), stay as they are; line ends around the text are dropped. `option` becomes --option.
[[nodiscard]] std::string wrap(std::string_view text, std::size_t width);

}  // namespace oovec::cli
