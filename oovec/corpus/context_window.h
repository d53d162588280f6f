// How much of a text is a context of a word: its whole sentence, or some tokens to either side.
// Everything that reads contexts (oovec index, infer, compare) uses this code, so that a model can
// be used with the kind of contexts it was trained on.
#pragma once

#include <cstdint>
#include <string>

#include "oovec/base/options.h"

namespace oovec::inline corpus {

struct ContextWindow {
  std::uint32_t window = 0;

  template <class Visitor>
  void fields(Visitor&& field) {
    field("window", window,
          R"(Take N tokens to either side of a word as its context, across sentences of a text. 0:
             the sentence of the word.)",
          Range{0, 1000});
  }
};

// A hint if contexts are read differently from those that a model was trained on; otherwise empty.
[[nodiscard]] std::string window_hint(std::uint32_t trained, std::uint32_t used);

}  // namespace oovec::inline corpus
