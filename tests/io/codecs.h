// Compressed fixtures, and the whole of an input as a string.
#pragma once

#include <cstdint>
#include <memory>
#include <random>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "oovec/io/bzip2.h"
#include "oovec/io/gzip.h"
#include "oovec/io/input.h"
#include "oovec/io/zstd.h"

namespace oovec {

inline std::string compress(Compression compression, std::string_view plain) {
  const auto encoder = compression == Compression::gzip    ? gzip_encoder()
                       : compression == Compression::bzip2 ? bzip2_encoder()
                                                           : zstd_encoder();
  std::string compressed;
  const auto append = [&](std::string_view bytes) { compressed += bytes; };
  encoder->write(plain, append);
  encoder->finish(append);
  return compressed;
}

inline std::string read_all(Input& input, std::size_t at_once = 10000) {
  std::string all;
  std::vector<char> buffer(at_once);
  while (const std::size_t count = input.read(buffer)) all.append(buffer.data(), count);
  return all;
}

inline std::string decompress(std::string_view bytes) {
  return read_all(*memory_input(bytes, "fixture"));
}

// Text that compresses about as real text does: words drawn from a small vocabulary.
inline std::string sample_text(std::size_t size, std::uint32_t seed = 1) {
  std::mt19937 random(seed);
  std::string text;
  while (text.size() < size) text += "word" + std::to_string(random() % 5000) + ' ';
  text.resize(size);
  return text;
}

}  // namespace oovec
