// The one hash of the project: XXH3-64. It is stored in files (checksums, word indexes), so it must
// never change.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace oovec::inline base {

std::uint64_t hash64(std::span<const std::byte> bytes, std::uint64_t seed = 0);
std::uint64_t hash64(std::string_view text, std::uint64_t seed = 0);

}  // namespace oovec::inline base
