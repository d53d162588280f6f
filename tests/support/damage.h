// Damaged copies of a file's bytes, for tests that no reader crashes, hangs or lies on any of them.
#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <string>

#include "oovec/base/error.h"
#include "tests/support/vectors.h"

namespace oovec {

// What holds for every Embeddings that a reader lets out.
inline void expect_well_formed(const Embeddings& embeddings) {
  for (std::size_t i = 0; i < embeddings.size(); ++i) {
    ASSERT_FALSE(embeddings.word(i).empty());
    ASSERT_EQ(embeddings.find(embeddings.word(i)), i);
    ASSERT_EQ(embeddings.row(i).size(), embeddings.dimension());
    for (const float value : embeddings.row(i)) ASSERT_TRUE(std::isfinite(value));
  }
}

// True if the bytes are refused with an Error; else what is read from them is well-formed.
inline bool is_refused(std::string_view bytes, const ReadOptions& options) {
  try {
    expect_well_formed(read_bytes(bytes, options).embeddings);
    return false;
  } catch (const Error&) {
    return true;
  }
}

// Reads copies with one to three bits flipped, plainly and repairing. Returns how many are refused
// plainly.
inline int refused_flips(const std::string& bytes, const ReadOptions& options, int copies) {
  std::mt19937 random(20190127);
  int refused = 0;
  for (int i = 0; i < copies; ++i) {
    std::string damaged = bytes;
    for (int flips = 1 + i % 3; flips > 0; --flips) {
      char& byte = damaged[random() % damaged.size()];
      byte = static_cast<char>(byte ^ (1 << random() % 8));
    }
    refused += is_refused(damaged, options) ? 1 : 0;
    is_refused(damaged, repairing(options));
  }
  return refused;
}

}  // namespace oovec
