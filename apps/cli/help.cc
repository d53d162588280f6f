#include "apps/cli/help.h"

#include <algorithm>
#include <iterator>
#include <vector>

#include <fmt/format.h>

#include "apps/cli/arguments.h"
#include "apps/cli/options.h"
#include "apps/cli/wrap.h"
#include "oovec/base/error.h"
#include "oovec/base/suggest.h"

namespace oovec::cli {
namespace {

constexpr std::size_t name_column = 24;

// "oovec vectors get".
std::string full_name(const CLI::App& command) {
  const CLI::App* const parent = command.get_parent();
  return parent ? full_name(*parent) + ' ' + command.get_name() : command.get_name();
}

// The innermost command that the command line names.
const CLI::App& command_in_use(const CLI::App& app) {
  const std::vector<CLI::App*> named = app.get_subcommands();
  return named.empty() ? app : command_in_use(*named.front());
}

// True for a command that does nothing by itself.
bool only_holds_others(const CLI::App& command) { return command.get_require_subcommand_min() > 0; }

std::vector<std::string> names_of_commands(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::App* command : app.get_subcommands({})) names.push_back(command->get_name());
  return names;
}

// Commands of this name that belong to another command: "vectors convert" for "convert".
std::vector<std::string> commands_below(const CLI::App& app, const std::string& name) {
  std::vector<std::string> found;
  for (const CLI::App* holder : app.get_subcommands({}))
    if (find_command(*holder, name)) found.push_back(holder->get_name() + ' ' + name);
  return found;
}

std::string no_such_command(const CLI::App& app, const std::string& name) {
  const std::vector<std::string> commands = names_of_commands(app);
  std::string suggestion = did_you_mean(name, commands);
  if (suggestion.empty()) {
    const std::vector<std::string> below = commands_below(app, name);
    suggestion = did_you_mean(below.empty() ? "" : below.front(), below);
  }
  if (!suggestion.empty() || commands.empty())
    return fmt::format("{} has no command \"{}\"{}", full_name(app), name, suggestion);
  return fmt::format("{} has no command \"{}\"; choose {}", full_name(app), name,
                     list_choices(commands));
}

// "--json" and "-k" as users write them.
std::vector<std::string> names_of_options(const CLI::App& command) {
  std::vector<std::string> names;
  for (const CLI::Option* option : command.get_options()) {
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
    for (const std::string& name : option->get_snames()) names.push_back("-" + name);
  }
  return names;
}

// Names of options are compared without their dashes, which say nothing.
std::string similar_options(const CLI::App& command, const std::string& argument) {
  const auto bare = [](const std::string& name) {
    return name.substr(std::min(name.find_first_not_of('-'), name.size()));
  };
  std::vector<std::string> options = names_of_options(command), names;
  names.reserve(options.size());
  std::transform(options.begin(), options.end(), std::back_inserter(names), bare);
  const std::string written = bare(argument.substr(0, argument.find_first_of("= \t\n")));
  std::vector<std::string> similar = similar_names(written, names);
  for (std::string& name : similar)
    name = options[static_cast<std::size_t>(std::find(names.begin(), names.end(), name) -
                                            names.begin())];
  return similar.empty() ? "" : "; did you mean " + list_choices(similar) + "?";
}

std::string no_such_option(const CLI::App& command, const std::string& argument) {
  const std::string suggestion = similar_options(command, argument);
  return fmt::format(
      "there is no option {}{}", argument,
      suggestion.empty() ? "; put arguments that begin with - after --" : suggestion);
}

// CLI11 takes a mistyped command for a missing one, and lists what it cannot use backwards.
std::string what_is_wrong(const CLI::App& command, const CLI::ParseError& error) {
  const std::vector<std::string> unused = command.remaining();
  if (!unused.empty() && unused.front().size() > 1 && unused.front().front() == '-')
    return no_such_option(command, unused.front());
  if (only_holds_others(command)) {
    if (!unused.empty()) return no_such_command(command, unused.front());
    return fmt::format("{} needs a command: {}", full_name(command),
                       list_choices(names_of_commands(command)));
  }
  if (!unused.empty()) {
    const std::string argument = without_mark(unused.front());
    const std::string suggestion = did_you_mean(argument, names_of_commands(command));
    if (!suggestion.empty())
      return fmt::format("{} has no command \"{}\"{}", full_name(command), argument, suggestion);
    return fmt::format("\"{}\" is an extra argument", argument);
  }
  return error.what();
}

// The command that could not use an argument: the one in use, or one that it belongs to.
const CLI::App& command_at_fault(const CLI::App& in_use) {
  for (const CLI::App* command = &in_use; command; command = command->get_parent())
    if (!command->remaining().empty()) return *command;
  return in_use;
}

// Where to read more.
std::string and_see(const std::string& message, const CLI::App& command) {
  return fmt::format("{}{} `{} --help`", message, message.ends_with('?') ? " See" : "; see",
                     full_name(command));
}

}  // namespace

HelpFormatter::HelpFormatter() {
  column_width(name_column);
  label("Positionals", "Arguments");
}

std::string HelpFormatter::make_usage(const CLI::App* app, std::string /*name*/) const {
  std::string usage = fmt::format("\nUsage: {} [OPTIONS]", full_name(*app));
  for (const CLI::Option* option : app->get_options())
    if (option->get_positional()) usage += ' ' + make_option_usage(option);
  if (!app->get_subcommands({}).empty())
    usage += only_holds_others(*app) ? " COMMAND" : " [COMMAND]";
  return usage + '\n';
}

// A command that only holds others is shown as those.
std::string HelpFormatter::make_subcommand(const CLI::App* sub) const {
  const std::vector<const CLI::App*> commands = sub->get_subcommands({});
  std::string lines;
  if (!only_holds_others(*sub))
    lines = fmt::format("  {:<22}{}\n", sub->get_name(), sub->get_description());
  for (const CLI::App* command : commands)
    lines += fmt::format("  {:<22}{}\n", sub->get_name() + ' ' + command->get_name(),
                         command->get_description());
  return lines;
}

std::string HelpFormatter::make_option_name(const CLI::Option* option, bool is_positional) const {
  std::string name = CLI::Formatter::make_option_name(option, is_positional);
  if (is_positional) return name;
  const std::string value = option->get_type_size() == 0 ? "" : ' ' + option->get_type_name();
  return CLI::detail::find_and_replace(name, ",", ", ") + value;
}

// Part of the name, since an option that is also an argument has a value only as an option.
std::string HelpFormatter::make_option_opts(const CLI::Option*) const { return ""; }

std::string HelpFormatter::make_option_desc(const CLI::Option* option) const {
  const std::string standard = option->get_default_str();
  const std::string text = one_line(option->get_description()) +
                           (standard.empty() ? "" : fmt::format(" [{}]", standard));
  return wrap(text, help_width() - name_column);
}

std::string HelpFormatter::make_footer(const CLI::App* app) const {
  const std::string footer = app->get_footer();
  return footer.empty() ? "" : wrap(footer, help_width()) + '\n';
}

const CLI::App* find_command(const CLI::App& app, const std::string& name) {
  for (const CLI::App* command : app.get_subcommands({}))
    if (command->get_name() == name) return command;
  return nullptr;
}

std::string help_of(const CLI::App& app, std::span<const std::string> names) {
  const CLI::App* command = &app;
  for (const std::string& name : names) {
    const CLI::App* const next = find_command(*command, name);
    if (!next) throw Error(ErrorKind::usage, and_see(no_such_command(*command, name), *command));
    command = next;
  }
  return command->help();
}

std::string usage_message(const CLI::App& app, const CLI::ParseError& error) {
  const CLI::App& in_use = command_in_use(app);
  const CLI::App& command = command_at_fault(in_use);
  if (&command != &in_use && in_use.get_option_no_throw(command.remaining().front()))
    return and_see(fmt::format("{} goes after {}", command.remaining().front(), full_name(in_use)),
                   in_use);
  return and_see(what_is_wrong(command, error), command);
}

}  // namespace oovec::cli
