// Constants of the files of fastText models. Not part of the public interface.
#pragma once

#include <cstdint>

namespace oovec::inline vectors::fasttext {

constexpr std::int32_t magic = 793712314;
constexpr std::int32_t version = 12;

// Kinds of models, from 1: cbow.
constexpr std::int32_t skipgram = 2;
constexpr std::int32_t supervised = 3;

// One of the kinds of losses.
constexpr std::int32_t negative_sampling = 2;

}  // namespace oovec::inline vectors::fasttext
