#include "oovec/model/composer.h"

#include "oovec/model/compositions/balanced.h"
#include "oovec/model/compositions/componentwise.h"
#include "oovec/model/compositions/context_only.h"
#include "oovec/model/compositions/form_only.h"
#include "oovec/model/compositions/gated.h"
#include "oovec/model/compositions/iterative.h"
#include "oovec/model/compositions/mlp.h"
#include "oovec/model/compositions/single.h"

namespace oovec::inline model {
namespace {

template <class Real>
using MakeComposer = std::unique_ptr<const Composer<Real>> (*)(std::size_t k);

template <class Real, template <class> class Kind>
std::unique_ptr<const Composer<Real>> make_kind(std::size_t k) {
  return std::make_unique<const Kind<Real>>(k);
}

struct CompositionEntry {
  Composition composition;
  bool uses_form, uses_context, is_solved;
  MakeComposer<float> make_float;
  MakeComposer<double> make_double;
};

template <template <class> class Kind>
constexpr CompositionEntry entry(Composition composition, bool form = true, bool context = true,
                                 bool solved = false) {
  return {composition, form, context, solved, make_kind<float, Kind>, make_kind<double, Kind>};
}

// In the order of the enumeration.
constexpr std::array compositions_known = {
    entry<Gated>(Composition::gated),
    entry<Single>(Composition::single),
    entry<ContextOnly>(Composition::context, /*form=*/false),
    entry<FormOnly>(Composition::form, true, /*context=*/false),
    entry<Mlp>(Composition::mlp),
    entry<Componentwise>(Composition::componentwise),
    entry<Iterative>(Composition::iterative),
    entry<Balanced>(Composition::balanced, true, true, /*solved=*/true),
};

constexpr bool are_in_order() {
  for (std::size_t i = 0; i < compositions_known.size(); ++i)
    if (static_cast<std::size_t>(compositions_known[i].composition) != i) return false;
  return compositions_known.size() == enum_names(Composition()).size();
}
static_assert(are_in_order());

const CompositionEntry& entry_of(Composition composition) {
  return compositions_known[static_cast<std::size_t>(composition)];
}

}  // namespace

bool uses_form(Composition composition) { return entry_of(composition).uses_form; }

bool uses_context(Composition composition) { return entry_of(composition).uses_context; }

bool is_solved(Composition composition) { return entry_of(composition).is_solved; }

template <>
std::unique_ptr<const Composer<float>> make_composer(Composition composition, std::size_t k) {
  return entry_of(composition).make_float(k);
}

template <>
std::unique_ptr<const Composer<double>> make_composer(Composition composition, std::size_t k) {
  return entry_of(composition).make_double(k);
}

}  // namespace oovec::inline model
