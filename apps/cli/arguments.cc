#include "apps/cli/arguments.h"

#include <CLI/CLI.hpp>

#include <algorithm>

#include <fmt/format.h>

#include "apps/cli/help.h"
#include "oovec/base/error.h"

namespace oovec::cli {
namespace {

constexpr char text_mark = '\0';  // which no argument of a program can contain

// The command that the arguments begin with.
const CLI::App& command_named(const CLI::App& app, const std::vector<std::string>& arguments) {
  const CLI::App* command = &app;
  for (const std::string& argument : arguments) {
    const CLI::App* const next = find_command(*command, argument);
    if (!next) break;
    command = next;
  }
  return *command;
}

bool takes_texts(const CLI::App& command) {
  const std::vector<const CLI::Option*> options = command.get_options();
  return std::any_of(options.begin(), options.end(), [](const CLI::Option* option) {
    return option->get_positional() &&
           option->get_expected_max() >= CLI::detail::expected_max_vector_size;
  });
}

// The option that an argument with a blank may be: "--output a.txt", "--output=a b.txt", "-o
// a.txt",
// "-oa b.txt".
const CLI::Option* possible_option(const CLI::App& command, const std::string& argument,
                                   std::size_t name_end) {
  if (const auto* option = command.get_option_no_throw(argument.substr(0, name_end))) return option;
  const CLI::Option* const letter = command.get_option_no_throw(argument.substr(0, 2));
  return letter && letter->get_items_expected_max() > 0 ? letter : nullptr;
}

bool is_text(const CLI::App& command, const std::string& argument) {
  if (argument.size() < 2 || argument.front() != '-') return false;
  const std::size_t blank = argument.find_first_of(" \t\n\r");
  if (blank == argument.npos) return false;
  const std::size_t name_end = std::min(argument.find('='), blank);
  if (const CLI::Option* const option = possible_option(command, argument, name_end))
    throw Error(ErrorKind::usage,
                fmt::format("\"{}\" may be the option {} or a text; write the option and its value "
                            "as two arguments, or -- before texts",
                            argument, option->get_name()));
  return true;
}

}  // namespace

std::vector<std::string> mark_texts(const CLI::App& app, std::vector<std::string> arguments) {
  const CLI::App& command = command_named(app, arguments);
  if (!takes_texts(command)) return arguments;
  for (std::string& argument : arguments) {
    if (argument == "--") break;
    if (is_text(command, argument)) argument.insert(argument.begin(), text_mark);
  }
  return arguments;
}

std::string without_mark(std::string argument) {
  if (!argument.empty() && argument.front() == text_mark) argument.erase(0, 1);
  return argument;
}

}  // namespace oovec::cli
