// What may be a novel word: a token without a vector that has a letter and is not too long. Not
// part of the public interface.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string_view>

namespace oovec::inline corpus {

inline constexpr std::size_t max_novel_size = 64;  // bytes; longer tokens are no words

[[nodiscard]] inline bool may_be_novel(std::string_view token) {
  return token.size() <= max_novel_size && std::any_of(token.begin(), token.end(), [](char c) {
           const auto byte = static_cast<unsigned char>(c);
           return byte >= 0x80 || (byte | 0x20U) - 'a' < 26U;
         });
}

}  // namespace oovec::inline corpus
