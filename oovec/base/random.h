// Random numbers that are the same everywhere, unlike those of <random>'s distributions.
//
//   Random random(derive_seed(seed, epoch));
//   std::size_t i = random.below(n);
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

namespace oovec::inline base {

// A bijection of 64-bit numbers that leaves no pattern: the finaliser of SplitMix64.
[[nodiscard]] constexpr std::uint64_t mix64(std::uint64_t x) {
  x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9;
  x = (x ^ x >> 27) * 0x94D049BB133111EB;
  return x ^ x >> 31;
}

// A different seed for each (seed, value), for independent streams of random numbers.
[[nodiscard]] constexpr std::uint64_t derive_seed(std::uint64_t seed, std::uint64_t value) {
  return mix64(mix64(seed + 0x9E3779B97F4A7C15) ^ (value + 0xD1B54A32D192ED03));
}

// SplitMix64 (Steele, Lea and Flood 2014): eight bytes of state, so one for each use is cheap.
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}

  std::uint64_t next() { return mix64(state_ += 0x9E3779B97F4A7C15); }

  // Uniform in 0 … bound - 1, for a bound above 0; its bias is below bound / 2^64.
  std::uint64_t below(std::uint64_t bound) {
    __extension__ using Wide = unsigned __int128;
    return static_cast<std::uint64_t>(static_cast<Wide>(next()) * bound >> 64);
  }

  // Uniform in [0, 1), a multiple of 2^-24: all of them are floats.
  float unit() { return static_cast<float>(next() >> 40) * 0x1p-24F; }

 private:
  std::uint64_t state_;
};

template <class T>
void shuffle(std::span<T> items, Random& random) {
  for (std::size_t i = items.size(); i > 1; --i) std::swap(items[i - 1], items[random.below(i)]);
}

}  // namespace oovec::inline base
