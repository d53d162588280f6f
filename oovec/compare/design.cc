#include "oovec/compare/design.h"

#include <algorithm>
#include <numeric>

#include <fmt/format.h>

#include "oovec/base/error.h"
#include "oovec/base/suggest.h"
#include "oovec/compare/covariate_value.h"
#include "oovec/text/normalize.h"

namespace oovec::inline compare {
namespace {

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  for (;;) {
    const std::size_t end = std::min(text.find(separator), text.size());
    parts.push_back(trim(text.substr(0, end)));
    if (end == text.size()) return parts;
    text.remove_prefix(end + 1);
  }
}

// The parts of "party=Labour, Co-op,year=1960": a part without "=" continues the value before it.
std::vector<std::string> split_values(std::string_view at) {
  std::vector<std::string> parts;
  std::size_t begin = 0;
  while (begin <= at.size()) {
    const std::size_t end = std::min(at.find(',', begin), at.size());
    const std::string_view part = at.substr(begin, end - begin);
    if (parts.empty() || part.find('=') != std::string_view::npos)
      parts.emplace_back(part);
    else
      parts.back().append(",").append(part);
    begin = end + 1;
  }
  return parts;
}

Term parse_term(std::string_view text) {
  if (text.starts_with("C(") && text.ends_with(')'))
    return {std::string(trim(text.substr(2, text.size() - 3))), true};
  return {std::string(text), false};
}

std::size_t level_number(const Covariate& covariate, const std::string& value) {
  const auto found = std::ranges::find(covariate.levels, value);
  return static_cast<std::size_t>(found - covariate.levels.begin());
}

void append_row(const Covariate& covariate, const std::string& value, std::vector<double>& row) {
  if (covariate.numeric) {
    row.push_back(parse_value(value).value_or(covariate.mean) - covariate.mean);
    return;
  }
  const std::size_t level = level_number(covariate, value);
  for (std::size_t i = 1; i < covariate.levels.size(); ++i) row.push_back(i == level ? 1 : 0);
}

std::optional<std::string> check_value(const Covariate& covariate, const std::string& value) {
  if (!covariate.numeric) {
    if (level_number(covariate, value) < covariate.levels.size()) return std::nullopt;
    throw Error(
        ErrorKind::usage,
        fmt::format("`at`: \"{}\" is not a level of {} with enough contexts; its levels are {}{}",
                    value, covariate.name, fmt::join(covariate.levels, ", "),
                    did_you_mean(value, covariate.levels)));
  }
  const auto number = parse_value(value);
  if (!number)
    throw Error(ErrorKind::usage,
                fmt::format("`at`: \"{}\" is not a number, but all values of {} are", value,
                            covariate.name));
  if (*number >= covariate.low && *number <= covariate.high) return std::nullopt;
  return fmt::format(
      "{}={} is outside the range of the data, {:g} to {:g}: the fitted vector is an extrapolation",
      covariate.name, value, covariate.low, covariate.high);
}

}  // namespace

std::vector<Term> parse_formula(const std::string& formula) {
  std::vector<Term> terms;
  for (const std::string_view part : split(formula, '+')) {
    Term term = parse_term(part);
    if (term.column.empty())
      throw Error(ErrorKind::usage,
                  fmt::format("`formula`: \"{}\" is not a sum of columns, such as \"party + year\"",
                              formula));
    for (const Term& other : terms)
      if (other.column == term.column)
        throw Error(ErrorKind::usage,
                    fmt::format("`formula`: \"{}\" names {} twice", formula, term.column));
    terms.push_back(std::move(term));
  }
  return terms;
}

std::vector<std::string> Design::names() const {
  std::vector<std::string> names = {"1"};
  for (const Covariate& covariate : covariates_) {
    if (covariate.numeric) names.push_back(covariate.name);
    for (std::size_t i = 1; i < covariate.levels.size(); ++i)
      names.push_back(fmt::format("{}={}", covariate.name, covariate.levels[i]));
  }
  return names;
}

std::vector<double> Design::row(std::span<const std::string> values) const {
  std::vector<double> row = {1};
  for (std::size_t i = 0; i < covariates_.size(); ++i) append_row(covariates_[i], values[i], row);
  return row;
}

std::vector<double> Design::row_at(const std::string& at, std::optional<std::string>& hint) const {
  std::vector<std::string> names, values;
  for (const Covariate& covariate : covariates_) {
    names.push_back(covariate.name);
    values.push_back(covariate.numeric ? "" : covariate.levels.front());
  }
  std::vector<bool> given(names.size());
  for (const std::string& part : split_values(at)) {
    const std::size_t equals = std::min(part.find('='), part.size());
    const std::string name(trim(std::string_view(part).substr(0, equals)));
    const auto found = std::ranges::find(names, name);
    if (equals == part.size() || found == names.end())
      throw Error(ErrorKind::usage,
                  fmt::format("`at`: \"{}\" is not COLUMN=VALUE with a column of the model, {}{}",
                              part, list_choices(names), did_you_mean(name, names)));
    const auto number = static_cast<std::size_t>(found - names.begin());
    if (given[number])
      throw Error(ErrorKind::usage, fmt::format("`at`: \"{}\" names {} twice", at, name));
    given[number] = true;
    values[number] = trim(std::string_view(part).substr(equals + 1));
    if (auto said = check_value(covariates_[number], values[number])) hint = std::move(said);
  }
  return row(values);
}

Covariate describe_covariate(const Term& term, std::span<const std::string> values,
                             std::span<const double> counts) {
  Covariate covariate;
  covariate.name = term.column;
  covariate.numeric = !term.categorical && std::ranges::all_of(values, [](const auto& value) {
    return parse_value(value).has_value();
  });
  if (!covariate.numeric) {
    auto& levels = covariate.levels;
    levels.assign(values.begin(), values.end());
    std::ranges::sort(levels);
    levels.erase(std::unique(levels.begin(), levels.end()), levels.end());
    return covariate;
  }
  double contexts = 0;
  covariate.low = covariate.high = values.empty() ? 0 : *parse_value(values.front());
  for (std::size_t i = 0; i < values.size(); ++i) {
    const double value = *parse_value(values[i]);
    covariate.low = std::min(covariate.low, value);
    covariate.high = std::max(covariate.high, value);
    covariate.mean += counts[i] * value;
    contexts += counts[i];
  }
  if (contexts > 0) covariate.mean /= contexts;
  return covariate;
}

}  // namespace oovec::inline compare
