// How the program explains itself: the layout of --help, and what it says of a command line that
// makes no sense.
#pragma once

#include <CLI/CLI.hpp>

#include <span>
#include <string>

namespace oovec::cli {

// Lays out help as
//
//   Usage: oovec vectors get [OPTIONS] FILE [WORD...]
//
//   Options:
//     --limit N       read only the first N words, 0 for all [0]
class HelpFormatter : public CLI::Formatter {
 public:
  HelpFormatter();
  std::string make_usage(const CLI::App* app, std::string name) const override;
  std::string make_subcommand(const CLI::App* sub) const override;
  std::string make_option_name(const CLI::Option* option, bool is_positional) const override;
  std::string make_option_opts(const CLI::Option* option) const override;
  std::string make_option_desc(const CLI::Option* option) const override;
};

// The command of this name right below `app`, or null.
[[nodiscard]] const CLI::App* find_command(const CLI::App& app, const std::string& name);

// The help of the command that the names lead to from `app` ("vectors", "get"). Throws Error(usage)
// for a name that is no command.
[[nodiscard]] std::string help_of(const CLI::App& app, std::span<const std::string> names);

// What is wrong with the command line that `app` has just failed to parse, and where to read more.
std::string usage_message(const CLI::App& app, const CLI::ParseError& error);

}  // namespace oovec::cli
