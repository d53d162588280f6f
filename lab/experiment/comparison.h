// Which of the systems in a table is best, and whether the difference is more than chance: paired
// tests by bootstrap over the test items, which are the same for all systems.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "lab/experiment/json_object.h"

namespace oovec::lab {

// A figure, the higher the better, and what it is on samples of the test items (metrics.h).
struct SampledSystem {
  std::string name;
  double value;
  std::vector<double> samples;
};

// The figure of each system in a table.
using SampledTable = std::vector<SampledSystem>;

// Adds "comparison" to each of `systems`, which are those of the table in the same order: the
// difference from the system called `baseline` or, if that is empty or not in the table, from the
// best: {"against", "difference", "difference_95", "p"}; null for that one itself.
void add_comparisons(Json& systems, const SampledTable& table, const std::string& baseline);

// What a table shows.
struct TableSubject {
  std::string measure;  // "crw", the key of results
  std::string data;     // the name of the file
  std::string figure;   // "MRR"
  std::size_t size;     // of the test, 550 say
  std::string items;    // "pairs"
};

// Says which system is best and by how much: the keys of the subject, how many "systems" there are,
// the "best" with its "value", the "next" with its "next_value", and "difference", "difference_95"
// and "p" between them. What is of the next is null if there is none.
[[nodiscard]] Json summary_row(const TableSubject& subject, const SampledTable& table);

// Adds `name` to the list "best" of the system whose interval overlaps with no other system's and
// is the best of all; there may be none. The figure and its interval are at these places within a
// system ("/mrr", "/mrr_95").
void mark_best(Json& systems, const std::string& name, const std::string& value,
               const std::string& interval, bool lower_is_better = false);
void mark_best(Json& systems, const std::string& name, bool lower_is_better = false);

}  // namespace oovec::lab
