// Makes command-line options of an options struct (oovec/base/options.h).
#pragma once

#include <CLI/CLI.hpp>

#include <algorithm>
#include <charconv>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include <fmt/format.h>

#include "oovec/base/options.h"

namespace oovec::cli {

// What to say of a number that is none, or not within `range`.
std::string wrong_number(const std::string& text, bool whole, Range range);

// "auto, word2vec or glove".
std::string list_choices(const std::vector<std::string>& choices);

// Adds `flag` with a number in decimal: CLI11 itself would take 010 for 8.
template <class Number>
void add_number(CLI::App& command, const std::string& flag, Number& value, const std::string& help,
                Range range) {
  const auto parse = [&value, flag, range](const std::string& text) {
    const char* const end = text.data() + text.size();
    const auto [rest, error] = std::from_chars(text.data(), end, value);
    if (error != std::errc() || rest != end || !(value >= range.low && value <= range.high))
      throw CLI::ValidationError(flag, wrong_number(text, std::is_integral_v<Number>, range));
  };
  command.add_option_function<std::string>(flag, parse, help)
      ->type_name("N")
      ->default_str(fmt::format("{}", value));
}

template <class Enum>
void add_enum(CLI::App& command, const std::string& flag, Enum& value, const std::string& help) {
  const auto names = enum_names(value);
  const std::vector<std::string> choices(names.begin(), names.end());
  const auto choose = [&value, flag, choices](const std::string& name) {
    const auto choice = std::find(choices.begin(), choices.end(), name);
    if (choice == choices.end())
      throw CLI::ValidationError(flag, '"' + name + "\" is not " + list_choices(choices));
    value = static_cast<Enum>(choice - choices.begin());
  };
  command.add_option_function<std::string>(flag, choose, help + ":\n" + list_choices(choices))
      ->type_name("NAME")
      ->default_str(choices[static_cast<std::size_t>(value)]);
}

// Adds every field, but those left out, as --name with its help, default and range.
template <class Options>
void add_fields(CLI::App& command, Options& options,
                const std::vector<std::string>& leave_out = {}) {
  options.fields([&](const char* name, auto& value, const char* help, Range range = {}) {
    if (std::find(leave_out.begin(), leave_out.end(), name) != leave_out.end()) return;
    using Value = std::remove_reference_t<decltype(value)>;
    const std::string flag = std::string("--") + name;
    if constexpr (std::is_same_v<Value, bool>)
      command.add_flag(flag, value, help);
    else if constexpr (std::is_enum_v<Value>)
      add_enum(command, flag, value, help);
    else if constexpr (std::is_arithmetic_v<Value>)
      add_number(command, flag, value, help, range);
    else
      command.add_option(flag, value, help)->type_name("TEXT")->capture_default_str();
  });
}

}  // namespace oovec::cli
