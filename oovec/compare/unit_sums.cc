#include "oovec/compare/unit_sums.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

#include "oovec/base/error.h"
#include "oovec/base/finite.h"
#include "oovec/base/parallel.h"

namespace oovec::inline compare {
namespace {

// What tells units apart.
using UnitKey = std::tuple<std::string, std::uint64_t, std::vector<std::string>>;

UnitKey unit_key(const FoundContext& context) {
  return {context.document, context.document.empty() ? context.row : 0, context.values};
}

// Units have the order of their first context, which does not depend on that of the rows.
void number_units(WordTable& table) {
  for (TableGroup& group : table.groups) {
    std::map<UnitKey, std::uint32_t> numbers;
    group.units.begin = table.first_contexts.size();
    for (std::size_t i = group.rows.begin; i < group.rows.end; ++i) {
      const auto next = static_cast<std::uint32_t>(table.first_contexts.size());
      const auto [found, is_new] = numbers.emplace(unit_key(table.contexts[i]), next);
      if (is_new) table.first_contexts.push_back(i);
      table.units.push_back(found->second);
    }
    group.units.end = table.first_contexts.size();
  }
}

void count_documents(WordTable& table) {
  std::map<std::pair<std::string, std::uint64_t>, std::size_t> units;
  for (const std::size_t i : table.first_contexts) {
    const FoundContext& context = table.contexts[i];
    ++units[{context.document, context.document.empty() ? context.row : 0}];
  }
  table.documents = units.size();
  for (const auto& [document, count] : units) table.split_documents += count > 1 ? 1 : 0;
  table.without_document = static_cast<std::uint64_t>(std::ranges::count_if(
      table.contexts, [](const FoundContext& context) { return context.document.empty(); }));
}

void map_vectors(const Model& model, WordTable& table, int threads) {
  constexpr std::size_t per_part = 64;
  const std::size_t k = model.dimension();
  table.vectors.resize(table.contexts.size() * k);
  parallel_for(threads, (table.contexts.size() + per_part - 1) / per_part, [&](std::size_t part) {
    const std::size_t end = std::min(table.contexts.size(), (part + 1) * per_part);
    for (std::size_t i = part * per_part; i < end; ++i)
      model.map_context(table.contexts[i].mean, std::span(table.vectors).subspan(i * k, k));
  });
}

void add_up(WordTable& table, std::size_t dimension) {
  UnitSums& sums = table.sums;
  sums.dimension = dimension;
  sums.counts.resize(table.first_contexts.size());
  std::vector<double> totals(sums.size() * dimension);  // of many contexts floats would drift
  for (std::size_t i = 0; i < table.contexts.size(); ++i) {
    const std::size_t unit = table.units[i];
    const auto vector = table.vector(i);
    sums.counts[unit] += 1;
    for (std::size_t j = 0; j < dimension; ++j) totals[unit * dimension + j] += vector[j];
  }
  sums.sums.reserve(totals.size());
  for (const double total : totals) sums.sums.push_back(static_cast<float>(total));
}

}  // namespace

double UnitSums::rounding(UnitRange units) const {
  constexpr double of_squares = 1e-12;  // floats are off by 2⁻²⁴, and differences are squared
  double squares = 0;
  for (std::size_t unit = units.begin; unit < units.end; ++unit)
    for (const float value : sum(unit)) squares += double{value} * value / counts[unit];
  return of_squares * squares;
}

WordTable make_table(const Model& model, WordSample sample, int threads) {
  WordTable table;
  for (auto& [key, stratum] : sample.strata) {
    const std::size_t begin = table.contexts.size();
    for (FoundContext& context : stratum.contexts) table.contexts.push_back(std::move(context));
    table.groups.push_back(
        {key, stratum.found, stratum.contexts.size(), {}, {begin, table.contexts.size()}});
  }
  number_units(table);
  count_documents(table);
  map_vectors(model, table, threads);
  if (!all_finite(table.vectors))
    throw Error(ErrorKind::malformed,
                "contexts have no finite vectors: the numbers of the model are too large");
  for (FoundContext& context : table.contexts) context.mean = {};
  add_up(table, model.dimension());
  return table;
}

}  // namespace oovec::inline compare
