// Writes numbers as text vectors have them: the shortest decimals that give the same float when
// read. Not part of the public interface.
#pragma once

#include <cstddef>

namespace oovec::inline vectors {

inline constexpr std::size_t longest_decimal = 15;  // "-1.17549435e-38"

// Writes what std::to_chars would write, in less than half the time for the numbers that vectors
// mostly consist of; returns its end. There must be room for longest_decimal bytes.
[[nodiscard]] char* write_decimal(float value, char* at);

}  // namespace oovec::inline vectors
