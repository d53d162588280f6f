// Turns an options struct (oovec/base/options.h) into command-line options.
#pragma once

#include <algorithm>
#include <charconv>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include <fmt/format.h>

#include "apps/cli/command.h"
#include "oovec/base/options.h"
#include "oovec/base/suggest.h"

namespace oovec::cli {

// A decimal number: CLI11 itself would read 010 as 8.
template <class Number>
void parse_number(const std::string& flag, const std::string& text, Range range, Number& value) {
  const char* const end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, value);
  if (error != std::errc() || rest != end || !(value >= range.low && value <= range.high))
    reject_value(flag, wrong_number(text, std::is_integral_v<Number>, range));
}

template <class Number>
void add_number(Command command, const std::string& flag, Number& value, const std::string& help,
                Range range) {
  const auto parse = [&value, flag, range](const std::string& text) {
    parse_number(flag, text, range, value);
  };
  command.add_option(flag, parse, help, fmt::format("{}", value)).type("N");
}

template <class Enum>
void parse_enum(const std::string& flag, const std::string& name, Enum& value) {
  const auto named = enum_named<Enum>(name);
  const std::vector<std::string> choices = choices_of(value);
  if (!named)
    reject_value(flag, fmt::format("\"{}\" is not {}{}", name, list_choices(choices),
                                   did_you_mean(name, choices)));
  value = *named;
}

// The help of an option with a choice of names.
template <class Enum>
std::string choice_help(const std::string& help, Enum value) {
  return fmt::format("{} NAME is {}.", help, list_choices(choices_of(value)));
}

template <class Enum>
void add_enum(Command command, const std::string& flag, Enum& value, const std::string& help) {
  const auto choose = [&value, flag](const std::string& name) { parse_enum(flag, name, value); };
  command.add_option(flag, choose, choice_help(help, value), std::string(enum_name(value)))
      .type("NAME");
}

// Adds `flag` with a list, its items separated by commas or given one by one; parse(text, item)
// takes one.
template <class Item, class Parse>
void add_list(Command command, const std::string& flag, std::vector<Item>& list,
              const std::string& help, const std::string& type, const std::string& default_text,
              const Parse& parse) {
  const auto take = [&list, parse](const std::vector<std::string>& texts) {
    list.clear();
    for (const std::string& text : texts) parse(text, list.emplace_back());
  };
  command.add_list(flag, take, help, default_text).type(type);
}

template <class Number>
void add_numbers(Command command, const std::string& flag, std::vector<Number>& values,
                 const std::string& help, Range range) {
  add_list(command, flag, values, help, "N", fmt::format("{}", fmt::join(values, ",")),
           [flag, range](const std::string& text, Number& value) {
             parse_number(flag, text, range, value);
           });
}

template <class Enum>
void add_enums(Command command, const std::string& flag, std::vector<Enum>& values,
               const std::string& help) {
  std::vector<std::string_view> names(values.size());
  std::transform(values.begin(), values.end(), names.begin(), enum_name<Enum>);
  add_list(command, flag, values, choice_help(help, Enum()), "NAME",
           fmt::format("{}", fmt::join(names, ",")),
           [flag](const std::string& name, Enum& value) { parse_enum(flag, name, value); });
}

// Adds every field, but those left out, as --name with its help, default and range.
template <class Options>
void add_fields(Command command, Options& options, const std::vector<std::string>& leave_out = {}) {
  options.fields(
      [&](const char* name, auto& value, const char* help, Range range = {}, Effect = {}) {
        if (std::find(leave_out.begin(), leave_out.end(), name) != leave_out.end()) return;
        using Value = std::remove_reference_t<decltype(value)>;
        const std::string flag = std::string("--") + name;
        if constexpr (std::is_same_v<Value, bool>)
          command.add_flag(flag, value, help);
        else if constexpr (is_choice_v<Value>)
          add_enum(command, flag, value, help);
        else if constexpr (std::is_arithmetic_v<Value>)
          add_number(command, flag, value, help, range);
        else
          command.add_option(flag, value, help).type("TEXT").show_default();
      });
}

}  // namespace oovec::cli
