// How the form of a word and its contexts make one vector. §3 of the paper has
//
//   ĉ = A·c                        the context embedding, c being the mean of the context words
//   v = α·ĉ + (1 − α)·f            f is the surface-form embedding
//
// and compositions differ in α. A composition may also make v in another way, as the default,
// balanced, does (compositions/balanced.h). composer.h is the interface that computes them.
#pragma once

#include <array>
#include <string_view>

namespace oovec::inline model {

enum class Composition { gated, single, context, form, mlp, componentwise, iterative, balanced };

constexpr auto enum_names(Composition) {
  return std::array<std::string_view, 8>{"gated", "single",        "context",   "form",
                                         "mlp",   "componentwise", "iterative", "balanced"};
}

[[nodiscard]] bool uses_form(Composition composition);
[[nodiscard]] bool uses_context(Composition composition);

// Whether training solves the parameters in closed form (train/solve.h) instead of by gradient
// descent.
[[nodiscard]] bool is_solved(Composition composition);

}  // namespace oovec::inline model
