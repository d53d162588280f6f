#include "oovec/base/unpack.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <vector>

#include <hwy/targets.h>

#include "oovec/base/bfloat16.h"
#include "oovec/base/float16.h"

namespace oovec {
namespace {

// Runs a test for every instruction set that this machine has.
template <class Test>
void on_every_target(const Test& test) {
  for (const std::int64_t target : hwy::SupportedAndGeneratedTargets()) {
    hwy::SetSupportedTargetsForTest(target);
    SCOPED_TRACE(hwy::TargetName(target));
    test();
  }
  hwy::SetSupportedTargetsForTest(0);
}

TEST(Unpack, EveryHalfBecomesTheFloatThatTheHeadersSay) {
  std::vector<std::uint16_t> halves(0x10000);
  for (std::size_t i = 0; i < halves.size(); ++i) halves[i] = static_cast<std::uint16_t>(i);
  std::vector<float> floats(halves.size());
  on_every_target([&] {
    unpack_bfloat16(halves, floats);
    for (std::size_t i = 0; i < floats.size(); ++i) {
      if (std::isnan(from_bfloat16(halves[i]))) continue;
      ASSERT_EQ(floats[i], from_bfloat16(halves[i])) << i;
    }
    unpack_float16(halves, floats);
    for (std::size_t i = 0; i < floats.size(); ++i) {
      if (!std::isfinite(from_float16(halves[i]))) continue;
      ASSERT_EQ(floats[i], from_float16(halves[i])) << i;
    }
  });
}

TEST(Unpack, BytesAreMultipliedByTheirScale) {
  std::vector<std::int8_t> bytes(256);
  for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<std::int8_t>(i);
  std::vector<float> floats(bytes.size());
  on_every_target([&] {
    unpack_int8(bytes, 0.3F, floats);
    for (std::size_t i = 0; i < floats.size(); ++i)
      ASSERT_EQ(floats[i], 0.3F * static_cast<float>(bytes[i]));
  });
}

TEST(Unpack, NothingBeyondTheEndIsTouched) {
  const std::vector<std::int8_t> bytes(40, 1);
  const std::vector<std::uint16_t> halves(40, 0x3C00);
  on_every_target([&] {
    for (std::size_t size = 0; size < 39; ++size) {
      std::vector<float> floats(40, -1);
      const auto part = std::span(floats).first(size);
      unpack_int8(std::span(bytes).first(size), 2, part);
      unpack_float16(std::span(halves).first(size), part);
      unpack_bfloat16(std::span(halves).first(size), part);
      EXPECT_EQ(floats[size], -1);
    }
  });
}

}  // namespace
}  // namespace oovec
