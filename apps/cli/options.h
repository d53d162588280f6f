// Makes command-line options of an options struct (oovec/base/options.h).
#pragma once

#include <CLI/CLI.hpp>

#include <algorithm>
#include <string>
#include <type_traits>
#include <vector>

#include "oovec/base/options.h"

namespace oovec::cli {

template <class E>
void add_enum(CLI::App& command, const std::string& flag, E& value, const std::string& help) {
  const auto names = enum_names(value);
  const std::vector<std::string> choices(names.begin(), names.end());
  command
      .add_option_function<std::string>(
          flag,
          [&value, choices](const std::string& name) {
            value =
                static_cast<E>(std::find(choices.begin(), choices.end(), name) - choices.begin());
          },
          help)
      ->check(CLI::IsMember(choices))
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
    if constexpr (std::is_same_v<Value, bool>) {
      command.add_flag(flag, value, help);
    } else if constexpr (std::is_enum_v<Value>) {
      add_enum(command, flag, value, help);
    } else {
      auto* option = command.add_option(flag, value, help)->capture_default_str();
      if constexpr (std::is_arithmetic_v<Value>)
        option->check(
            [range](const std::string& text) -> std::string {
              const double number = std::strtod(text.c_str(), nullptr);
              if (number >= range.low && number <= range.high) return {};
              return range.low == 0 ? "must not be negative" : "out of range";
            },
            "");
    }
  });
}

}  // namespace oovec::cli
