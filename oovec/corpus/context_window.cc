#include "oovec/corpus/context_window.h"

#include <fmt/format.h>

namespace oovec::inline corpus {
namespace {

std::string describe(std::uint32_t window) {
  return window == 0 ? "whole sentences"
                     : fmt::format("{} token{} to either side", window, window == 1 ? "" : "s");
}

}  // namespace

std::string window_hint(std::uint32_t trained, std::uint32_t used) {
  if (trained == used) return "";
  return fmt::format(
      "contexts are {}, but the model was trained on {}; `window` {} reads them alike",
      describe(used), describe(trained), trained);
}

}  // namespace oovec::inline corpus
