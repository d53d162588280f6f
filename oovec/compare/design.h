// The covariates of a regression, and the rows of numbers that they come to. Not part of the public
// interface.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "oovec/compare/compare.h"

namespace oovec::inline compare {

// A term of "party + C(year)".
struct Term {
  std::string column;
  bool categorical = false;  // whatever its values look like
};

// Throws Error(usage) for what is no sum of columns, or names one twice.
[[nodiscard]] std::vector<Term> parse_formula(const std::string& formula);

// An intercept, then for each covariate its value less the mean, or a column of 0 and 1 for every
// level but the reference.
class Design {
 public:
  // `values` are those of each unit, one per covariate, and `counts` its contexts.
  Design(std::vector<Covariate> covariates) : covariates_(std::move(covariates)) {}

  const std::vector<Covariate>& covariates() const { return covariates_; }

  // Of the columns, "1" being the intercept.
  [[nodiscard]] std::vector<std::string> names() const;
  std::size_t columns() const { return names().size(); }

  // The row of these values, one per covariate.
  [[nodiscard]] std::vector<double> row(std::span<const std::string> values) const;

  // The row of "party=R, year=1960"; covariates that are not named are at their reference or mean.
  // Throws Error(usage) for what is no covariate, level or number. `hint` is set where a number
  // lies outside of the data.
  [[nodiscard]] std::vector<double> row_at(const std::string& at,
                                           std::optional<std::string>& hint) const;

 private:
  std::vector<Covariate> covariates_;
};

// What units have in a column: numeric if all are numbers and the term does not say otherwise.
[[nodiscard]] Covariate describe_covariate(const Term& term, std::span<const std::string> values,
                                           std::span<const double> counts);

}  // namespace oovec::inline compare
