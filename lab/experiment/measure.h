// The kinds of data that systems are evaluated on.
#pragma once

#include <array>
#include <string_view>

namespace oovec::lab {

enum class Measure { dn, crw, chimeras, wordsim, sentences, examples };

constexpr auto enum_names(Measure) {
  return std::array<std::string_view, 6>{"dn",      "crw",       "chimeras",
                                         "wordsim", "sentences", "examples"};
}

}  // namespace oovec::lab
