#include "lab/experiment/comparison.h"

#include <algorithm>

#include "lab/eval/metrics.h"

namespace oovec::lab {
namespace {

// The first of those that are as good.
std::size_t find_best(const SampledTable& table) {
  const auto is_worse = [](const SampledSystem& a, const SampledSystem& b) {
    return a.value < b.value;
  };
  return static_cast<std::size_t>(std::max_element(table.begin(), table.end(), is_worse) -
                                  table.begin());
}

std::size_t find_reference(const SampledTable& table, const std::string& baseline) {
  for (std::size_t i = 0; i < table.size(); ++i)
    if (table[i].name == baseline) return i;
  return find_best(table);
}

Json difference_json(const SampledSystem& system, const SampledSystem& other) {
  const Comparison found = compare(system.value, other.value, system.samples, other.samples);
  return {{"difference", found.difference},
          {"difference_95", {found.interval.low, found.interval.high}},
          {"p", found.p}};
}

}  // namespace

void add_comparisons(Json& systems, const SampledTable& table, const std::string& baseline) {
  const std::size_t reference = find_reference(table, baseline);
  for (std::size_t i = 0; i < table.size(); ++i) {
    Json& comparison = systems.at(i)["comparison"];
    if (i == reference) continue;
    comparison = {{"against", table[reference].name}};
    comparison.update(difference_json(table[i], table[reference]));
  }
}

Json summary_row(const TableSubject& subject, const SampledTable& table) {
  const std::size_t best = find_best(table);
  Json row = {{"measure", subject.measure}, {"data", subject.data},      {"figure", subject.figure},
              {"size", subject.size},       {"items", subject.items},    {"systems", table.size()},
              {"best", table[best].name},   {"value", table[best].value}};
  for (const char* key : {"next", "next_value", "difference", "difference_95", "p"})
    row[key] = nullptr;
  SampledTable others = table;
  others.erase(others.begin() + static_cast<std::ptrdiff_t>(best));
  if (others.empty()) return row;
  const SampledSystem& next = others[find_best(others)];
  row["next"] = next.name;
  row["next_value"] = next.value;
  row.update(difference_json(table[best], next));
  return row;
}

void mark_best(Json& systems, const std::string& name, const std::string& value,
               const std::string& interval, bool lower_is_better) {
  const Json::json_pointer value_at(value), interval_at(interval);
  const double sign = lower_is_better ? -1 : 1;
  const auto goodness = [&](const Json& system) {
    return sign * system.at(value_at).get<double>();
  };
  const auto worst_of = [&](const Json& system) {
    return sign * system.at(interval_at).at(lower_is_better ? 1 : 0).get<double>();
  };
  const auto best_of = [&](const Json& system) {
    return sign * system.at(interval_at).at(lower_is_better ? 0 : 1).get<double>();
  };
  if (systems.size() < 2) return;
  Json* best = &systems.front();
  for (Json& system : systems)
    if (goodness(system) > goodness(*best)) best = &system;
  for (const Json& system : systems)
    if (&system != best && best_of(system) >= worst_of(*best)) return;
  (*best)["best"].push_back(name);
}

void mark_best(Json& systems, const std::string& name, bool lower_is_better) {
  mark_best(systems, name, "/" + name, "/" + name + "_95", lower_is_better);
}

}  // namespace oovec::lab
