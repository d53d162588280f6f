// The line "rows dimension" that opens word2vec files, text and binary. Not part of the public
// interface.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace oovec::inline vectors {

struct TextHeader {
  std::uint64_t rows;
  std::uint64_t dimension;
  std::size_t size;  // bytes up to and including the line end, a byte order mark included
};

// The header at the start of `text`, if its first line is one.
[[nodiscard]] std::optional<TextHeader> parse_text_header(std::string_view text);

// Throws unless the dimension is one that vectors can have.
void check_dimension(const TextHeader& header, const std::string& file);

}  // namespace oovec::inline vectors
