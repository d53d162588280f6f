#include "oovec/base/hash.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

namespace oovec::inline base {

std::uint64_t hash64(std::span<const std::byte> bytes, std::uint64_t seed) {
  return XXH3_64bits_withSeed(bytes.data(), bytes.size(), seed);
}

std::uint64_t hash64(std::string_view text, std::uint64_t seed) {
  return XXH3_64bits_withSeed(text.data(), text.size(), seed);
}

struct Hasher::State {
  XXH3_state_t state;
};

Hasher::Hasher(std::uint64_t seed) : state_(std::make_unique<State>()) {
  XXH3_64bits_reset_withSeed(&state_->state, seed);
}

Hasher::~Hasher() = default;

void Hasher::add(std::span<const std::byte> bytes) {
  XXH3_64bits_update(&state_->state, bytes.data(), bytes.size());
}

std::uint64_t Hasher::value() const { return XXH3_64bits_digest(&state_->state); }

}  // namespace oovec::inline base
