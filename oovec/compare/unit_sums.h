// The contexts of a word as vectors, and their sums by unit. A unit is what permutations and
// bootstrap samples draw: a document or row, or the part of a document whose rows have the same
// values. Not part of the public interface.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "oovec/compare/read_contexts.h"
#include "oovec/model/model.h"

namespace oovec::inline compare {

// The units from `begin` to before `end`.
struct UnitRange {
  std::size_t begin = 0, end = 0;
  std::size_t size() const { return end - begin; }
};

// The sum of the x_i and the number of contexts of each unit.
struct UnitSums {
  std::size_t dimension = 0;
  std::vector<float> sums;  // unit after unit
  std::vector<double> counts;

  std::size_t size() const { return counts.size(); }
  std::span<const float> sum(std::size_t unit) const {
    return std::span(sums).subspan(unit * dimension, dimension);
  }

  // How far Σ N_g·|g|² of groups of these units may be off because sums are floats. Groups that
  // differ by less do not differ.
  [[nodiscard]] double rounding(UnitRange units) const;
};

// A stratum: a group, a period, or the whole sample.
struct TableGroup {
  Stratum key;
  std::uint64_t found = 0;
  std::uint64_t contexts = 0;
  UnitRange units;
  UnitRange rows;  // contexts
};

struct WordTable {
  std::vector<FoundContext> contexts;  // group after group
  std::vector<float> vectors;          // x of each
  std::vector<std::uint32_t> units;    // of each
  std::vector<TableGroup> groups;
  UnitSums sums;
  std::uint64_t documents = 0;
  std::uint64_t split_documents = 0;   // that are several units
  std::uint64_t without_document = 0;  // contexts

  std::span<const float> vector(std::size_t context) const {
    return std::span(vectors).subspan(context * sums.dimension, sums.dimension);
  }
  // Any context of the unit; all of them have the same values.
  std::size_t context_of(std::size_t unit) const { return first_contexts[unit]; }

  std::vector<std::size_t> first_contexts;  // per unit
};

// Takes the contexts out of the sample.
[[nodiscard]] WordTable make_table(const Model& model, WordSample sample, int threads);

}  // namespace oovec::inline compare
