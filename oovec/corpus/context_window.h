// How much of a text is a context of a word: its whole sentence, or some tokens to either side.
// Whatever reads contexts (oovec index, infer, compare) takes it from here, so that what was
// trained with one is used with the same.
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

// What to say of contexts that are read otherwise than those a model was trained on; empty if they
// are read alike.
[[nodiscard]] std::string window_hint(std::uint32_t trained, std::uint32_t used);

}  // namespace oovec::inline corpus
