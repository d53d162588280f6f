#include "oovec/base/hash.h"

#include <gtest/gtest.h>

#include <string>

namespace oovec {
namespace {

TEST(Hasher, PiecesGiveTheHashOfTheWhole) {
  std::string text;
  for (int i = 0; i < 5000; ++i) text += std::to_string(i);
  for (const std::size_t size : {1UL, 7UL, 64UL, 1000UL, 100'000UL}) {
    Hasher hasher(42);
    for (std::size_t at = 0; at < text.size(); at += size) {
      const std::string piece = text.substr(at, size);
      hasher.add(std::as_bytes(std::span(piece)));
    }
    EXPECT_EQ(hasher.value(), hash64(text, 42)) << size;
  }
  EXPECT_EQ(Hasher().value(), hash64(""));
}

}  // namespace
}  // namespace oovec
