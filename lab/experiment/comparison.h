// Finds the best system of a table, and tests whether systems differ significantly: paired
// bootstrap tests over the test items, which are the same for all systems.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "lab/experiment/json_object.h"

namespace oovec::lab {

// The value of a metric (higher is better), and its values on bootstrap samples of the test items
// (metrics.h).
struct SampledSystem {
  std::string name;
  double value;
  std::vector<double> samples;
};

// The metric of each system of a table.
using SampledTable = std::vector<SampledSystem>;

// Adds the key "comparison" to each of `systems`, which are the systems of the table in the same
// order. It compares the system with the one called `baseline` or, if that is empty or not in the
// table, with the best one: {"against", "difference", "difference_95", "p"}, or null for the system
// that the others are compared with.
void add_comparisons(Json& systems, const SampledTable& table, const std::string& baseline);

// What a table shows.
struct TableSubject {
  std::string measure;  // "crw", the key of results
  std::string data;     // the name of the file
  std::string figure;   // "MRR"
  std::size_t size;     // number of test items, such as 550
  std::string items;    // "pairs"
};

// Returns which system is best and by how much: the keys of the subject, the number of "systems",
// the "best" with its "value", the "next" with its "next_value", and "difference", "difference_95"
// and "p" between the two. Whatever is about the next system is null if there is none.
[[nodiscard]] Json summary_row(const TableSubject& subject, const SampledTable& table);

// Adds `name` to the list "best" of the best system, if its interval overlaps with no other
// system's. `value` and `interval` are the JSON pointers of the metric and of its interval within a
// system ("/mrr", "/mrr_95").
void mark_best(Json& systems, const std::string& name, const std::string& value,
               const std::string& interval, bool lower_is_better = false);
void mark_best(Json& systems, const std::string& name, bool lower_is_better = false);

}  // namespace oovec::lab
