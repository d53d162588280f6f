// Keyword arguments as the options of a task: names, ranges and help are those of its fields()
// (oovec/base/options.h), with _ for -.
#pragma once

#include <nanobind/nanobind.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "oovec/base/error.h"
#include "oovec/base/options.h"
#include "oovec/text/utf8.h"

namespace oovec::python {

namespace nb = nanobind;

// In Python dict[str, Any], and list[tuple[str, Any, str]]: name, default, help.
using GivenOptions = nb::typed<nb::dict, nb::str, nb::any>;
using DescribedOptions = nb::typed<nb::list, nb::typed<nb::tuple, nb::str, nb::any, nb::str>>;

inline std::string python_name(std::string_view field) {
  std::string name(field);
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}

// The hints of the library about a result, with options spelled as in Python.
inline std::vector<std::string> python_hints(std::vector<std::string> hints) {
  for (std::string& hint : hints) hint = replace_invalid_utf8(spell_options(hint, python_name));
  return hints;
}

[[noreturn]] inline void wrong_type(const std::string& name, nb::handle value,
                                    const char* expected) {
  const auto type = nb::cast<std::string>(value.type().attr("__name__"));
  throw nb::type_error((name + " takes " + expected + ", not " + type).c_str());
}

template <class T>
T convert(const std::string& name, nb::handle value, const char* expected) {
  T converted{};
  if (!nb::try_cast<T>(value, converted)) wrong_type(name, value, expected);
  return converted;
}

template <class Number>
void set_number(const std::string& name, nb::handle given, Range range, Number& value) {
  constexpr bool whole = std::is_integral_v<Number>;
  const char* const expected = whole ? "a whole number" : "a number";
  if (nb::isinstance<nb::bool_>(given) || (whole && nb::isinstance<nb::float_>(given)))
    wrong_type(name, given, expected);
  // As a double, so that numbers that do not fit are judged, too.
  const auto number = convert<double>(name, given, expected);
  Number exact{};
  if (!(number >= range.low && number <= range.high) || !nb::try_cast<Number>(given, exact))
    throw Error(ErrorKind::usage,
                name + ": " + wrong_number(nb::cast<std::string>(nb::str(given)), whole, range));
  value = exact;
}

// Where a choice is between on and off, bools will do.
template <class Enum>
void set_enum(const std::string& name, nb::handle given, Enum& value) {
  const std::string chosen = nb::isinstance<nb::bool_>(given)
                                 ? (nb::cast<bool>(given) ? "on" : "off")
                                 : convert<std::string>(name, given, "a str");
  const auto named = enum_named<Enum>(chosen);
  if (!named)
    throw Error(ErrorKind::usage,
                name + ": \"" + chosen + "\" is not " + list_choices(choices_of(value)));
  value = *named;
}

template <class Value>
void set_value(const std::string& name, nb::handle given, Range range, Value& value) {
  if constexpr (std::is_same_v<Value, bool>)
    value = convert<bool>(name, given, "True or False");
  else if constexpr (is_choice_v<Value>)
    set_enum(name, given, value);
  else if constexpr (std::is_arithmetic_v<Value>)
    set_number(name, given, range, value);
  else
    value = convert<Value>(name, given, "a str");
}

// Sets what `given` names, and takes it out.
template <class Options>
void take_options(nb::dict& given, Options& options) {
  options.fields(
      [&](const char* field, auto& value, const char* /*help*/, Range range = {}, Effect = {}) {
        const std::string name = python_name(field);
        if (!given.contains(name.c_str())) return;
        set_value(name, given[name.c_str()], range, value);
        nb::del(given[name.c_str()]);
      });
}

// Refuses options that no struct has.
inline void check_none_left(const nb::dict& given) {
  for (const auto& [name, value] : given)
    throw nb::type_error(("there is no option " + nb::cast<std::string>(nb::str(name))).c_str());
}

template <class Options>
Options options_from(nb::dict given, Options options = {}) {
  take_options(given, options);
  check_none_left(given);
  return options;
}

template <class Options>
DescribedOptions describe_options(Options options) {
  nb::list list;
  options.fields([&](const char* field, auto& value, const char* help, Range = {}, Effect = {}) {
    using Value = std::remove_reference_t<decltype(value)>;
    std::string text = spell_options(one_line(help), python_name);
    nb::object initial;
    if constexpr (is_choice_v<Value>) {
      initial = nb::cast(std::string(enum_name(value)));
      text += " One of " + list_choices(choices_of(value)) + '.';
    } else {
      initial = nb::cast(value);
    }
    list.append(nb::make_tuple(python_name(field), initial, text));
  });
  return list;
}

}  // namespace oovec::python
