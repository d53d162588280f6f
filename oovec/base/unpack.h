// Numbers in fewer bytes become floats: the inner loops for packed rows, vectorised as kernels.h.
#pragma once

#include <cstdint>
#include <span>

namespace oovec::inline base {

// Each as long as `floats`.
void unpack_float16(std::span<const std::uint16_t> halves, std::span<float> floats);
void unpack_bfloat16(std::span<const std::uint16_t> halves, std::span<float> floats);

// floats = scale · bytes
void unpack_int8(std::span<const std::int8_t> bytes, float scale, std::span<float> floats);

}  // namespace oovec::inline base
