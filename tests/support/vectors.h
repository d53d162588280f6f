// Helpers for tests of vector formats.
#pragma once

#include <gtest/gtest.h>

#include <functional>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "oovec/io/input.h"
#include "oovec/vectors/format.h"
#include "tests/support/error_of.h"

namespace oovec {

inline ReadResult read_bytes(std::string_view bytes, const ReadOptions& options = {}) {
  return read_vectors(memory_input(bytes, "test"), options);
}

inline ReadOptions as(VectorFormat format) {
  ReadOptions options;
  options.format = format;
  return options;
}

inline ReadOptions repairing(ReadOptions options = {}) {
  options.repair = true;
  return options;
}

inline std::vector<std::string> words_of(const Embeddings& embeddings) {
  std::vector<std::string> words;
  for (std::size_t i = 0; i < embeddings.size(); ++i) words.emplace_back(embeddings.word(i));
  return words;
}

inline std::vector<float> row_of(const Embeddings& embeddings, std::string_view word) {
  const auto row = embeddings.find(word);
  if (!row) return {};
  const auto values = embeddings.row(*row);
  return {values.begin(), values.end()};
}

inline std::vector<ProblemKind> kinds_of(const std::vector<Problem>& problems) {
  std::vector<ProblemKind> kinds;
  for (const Problem& problem : problems) kinds.push_back(problem.kind);
  return kinds;
}

inline Error read_error(std::string_view bytes, const ReadOptions& options = {}) {
  return error_of([&] { read_bytes(bytes, options); });
}

inline Embeddings make_embeddings(const std::vector<std::string>& words, std::size_t dimension,
                                  const std::vector<float>& values) {
  Vocabulary vocabulary;
  for (const std::string& word : words) EXPECT_FALSE(vocabulary.insert(word)) << word;
  Matrix matrix(dimension);
  matrix.append(values);
  return {std::move(vocabulary), std::move(matrix)};
}

// Bit-for-bit: NaN equals NaN, 0 differs from −0.
inline void expect_same(const Embeddings& a, const Embeddings& b) {
  ASSERT_EQ(words_of(a), words_of(b));
  ASSERT_EQ(a.dimension(), b.dimension());
  const auto left = std::as_bytes(a.values());
  const auto right = std::as_bytes(b.values());
  EXPECT_TRUE(std::equal(left.begin(), left.end(), right.begin(), right.end()));
}

}  // namespace oovec
