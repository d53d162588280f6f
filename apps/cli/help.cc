#include "apps/cli/help.h"

#include <fmt/format.h>

#include "apps/cli/options.h"

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

// CLI11 takes a mistyped command for a missing one, and lists what it cannot use backwards.
std::string what_is_wrong(const CLI::App& command, const CLI::ParseError& error) {
  const std::vector<std::string> unused = command.remaining();
  const std::vector<std::string> commands = names_of_commands(command);
  if (!unused.empty() && unused.front().size() > 1 && unused.front().front() == '-')
    return fmt::format("there is no option {}; what begins with - and is no option goes after --",
                       unused.front());
  if (only_holds_others(command))
    return fmt::format("{} takes a command, {}, {}", full_name(command), list_choices(commands),
                       unused.empty() ? "but there is none" : "not \"" + unused.front() + '"');
  if (!unused.empty()) return fmt::format("\"{}\" is one argument too many", unused.front());
  return error.what();
}

// Breaks lines at blanks where they would be longer than the column of descriptions is wide.
std::string wrap(const std::string& text) {
  constexpr std::size_t width = 100 - name_column;
  std::string wrapped;
  std::size_t line = 0, blank = std::string::npos;  // where the line begins, and its last blank
  for (const char c : text) {
    if (c == ' ') blank = wrapped.size();
    wrapped += c;
    if (c == '\n') {
      line = wrapped.size();
      blank = std::string::npos;
    } else if (wrapped.size() - line > width && blank != std::string::npos) {
      wrapped[blank] = '\n';
      line = blank + 1;
      blank = std::string::npos;
    }
  }
  return wrapped;
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
  const std::string name = CLI::Formatter::make_option_name(option, is_positional);
  return is_positional ? name : CLI::detail::find_and_replace(name, ",", ", ");
}

std::string HelpFormatter::make_option_opts(const CLI::Option* option) const {
  const bool takes_value = option->nonpositional() && option->get_type_size() != 0;
  return takes_value ? ' ' + option->get_type_name() : "";
}

std::string HelpFormatter::make_option_desc(const CLI::Option* option) const {
  const std::string standard = option->get_default_str();
  return wrap(option->get_description() + (standard.empty() ? "" : fmt::format(" [{}]", standard)));
}

std::string usage_message(const CLI::App& app, const CLI::ParseError& error) {
  const CLI::App& command = command_in_use(app);
  return fmt::format("{}; see `{} --help`", what_is_wrong(command, error), full_name(command));
}

}  // namespace oovec::cli
