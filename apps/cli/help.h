// The layout of --help, and the messages for invalid command lines.
#pragma once

#include <CLI/CLI.hpp>

#include <span>
#include <string>

namespace oovec::cli {

// Lays out help like this:
//
//   Usage: oovec vectors get [OPTIONS] FILE [WORD...]
//
//   Options:
//     --limit N       Read only the first N words; 0: all. [0]
class HelpFormatter : public CLI::Formatter {
 public:
  HelpFormatter();
  std::string make_usage(const CLI::App* app, std::string name) const override;
  std::string make_subcommand(const CLI::App* sub) const override;
  std::string make_option_name(const CLI::Option* option, bool is_positional) const override;
  std::string make_option_opts(const CLI::Option* option) const override;
  std::string make_option_desc(const CLI::Option* option) const override;
  std::string make_footer(const CLI::App* app) const override;
};

// The command of this name right below `app`, or null.
[[nodiscard]] const CLI::App* find_command(const CLI::App& app, const std::string& name);

// The help of the command with these names below `app` ("vectors", "get"). Throws Error(usage) for
// a name that is not a command.
[[nodiscard]] std::string help_of(const CLI::App& app, std::span<const std::string> names);

// The message for a command line that `app` has just failed to parse: the error, and where to read
// more.
std::string usage_message(const CLI::App& app, const CLI::ParseError& error);

}  // namespace oovec::cli
