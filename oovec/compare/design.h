// The covariates of a regression, and the rows of numbers that encode them. Not part of the public
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
  bool categorical = false;  // C(year): even if all values are numbers
};

// Throws Error(usage) unless the formula is a sum of different columns.
[[nodiscard]] std::vector<Term> parse_formula(const std::string& formula);

// The columns of the regression: an intercept, then for each covariate its value minus the mean, or
// a dummy variable for every level except the reference.
class Design {
 public:
  Design(std::vector<Covariate> covariates) : covariates_(std::move(covariates)) {}

  const std::vector<Covariate>& covariates() const { return covariates_; }

  // The names of the columns; "1" is the intercept.
  [[nodiscard]] std::vector<std::string> names() const;
  std::size_t columns() const { return names().size(); }

  // Encodes values, one per covariate.
  [[nodiscard]] std::vector<double> row(std::span<const std::string> values) const;

  // Encodes "party=R, year=1960"; covariates that are not named have their reference level or mean.
  // Throws Error(usage) if something is not a covariate, level or number. Sets `hint` if a number
  // is outside the range of the data.
  [[nodiscard]] std::vector<double> row_at(const std::string& at,
                                           std::optional<std::string>& hint) const;

 private:
  std::vector<Covariate> covariates_;
};

// Describes a column by its values for each unit: numeric if all are numbers, unless the term says
// that it is categorical. `counts` are the contexts of each unit.
[[nodiscard]] Covariate describe_covariate(const Term& term, std::span<const std::string> values,
                                           std::span<const double> counts);

}  // namespace oovec::inline compare
