#include "apps/cli/command.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <cstddef>
#include <memory>
#include <utility>

#include <fmt/format.h>

#include "apps/cli/arguments.h"
#include "apps/cli/help.h"
#include "oovec/base/error.h"
#include "oovec/corpus/text_blocks.h"

namespace oovec::cli {

struct CommandFiles {
  std::vector<std::function<std::vector<std::string>()>> inputs;
  std::vector<std::function<PlannedOutput()>> outputs;

  void check() const {
    std::vector<PlannedOutput> written;
    written.reserve(outputs.size());
    for (const auto& output : outputs) written.push_back(output());
    std::erase_if(written, [](const PlannedOutput& output) { return output.path.empty(); });
    if (written.empty()) return;
    std::vector<std::string> read;
    for (const auto& input : inputs)
      for (const std::string& path : input()) read.push_back(path);
    std::erase_if(read, [](const std::string& path) { return path.empty(); });
    check_outputs(written, read.empty() ? read : expand_globs(read));
  }
};

Option Option::required(bool required) const {
  option_->required(required);
  return *this;
}

Option Option::type(const std::string& name) const {
  option_->type_name(name);
  return *this;
}

Option Option::show_default() const {
  option_->capture_default_str();
  return *this;
}

void Option::excludes(Option other) const { option_->excludes(other.option_); }

void Option::check_given() const {
  if (option_->count() == 0) throw CLI::RequiredError(option_->get_name());
}

void reject_value(const std::string& flag, const std::string& message) {
  throw CLI::ValidationError(flag, message);
}

namespace {

// An empty value would count as no value at all, in silence.
std::string value_of(const std::string& flag, const std::string& text) {
  if (text.empty() && flag.starts_with('-'))  // CLI11 puts the name before it
    throw CLI::ValidationError("its value is empty; give a value, or leave the option out");
  return without_mark(text);
}

}  // namespace

bool Option::is_given() const { return option_->count() > 0; }

// The files live as long as the app, which holds them in a callback that does nothing.
Command::Command(CLI::App* app) : app_(app) {
  const auto files = std::make_shared<CommandFiles>();
  app->preparse_callback([files](std::size_t) {});
  files_ = files.get();
}

Command Command::add_command(const std::string& name, const std::string& description) const {
  return Command(app_->add_subcommand(name, description));
}

void Command::require_command() const { app_->require_subcommand(1); }

void Command::allow_command() const { app_->require_subcommand(0, 1); }

bool Command::has_command() const { return !app_->get_subcommands().empty(); }

void Command::footer(const std::string& text) const { app_->footer(text); }

void Command::on_run(const std::function<void()>& action) const {
  app_->callback([files = files_, action] {
    files->check();
    action();
  });
}

Option Command::add_option(const std::string& flag, std::string& value,
                           const std::string& help) const {
  return Option(app_->add_option(flag, value, help)->transform([flag](const std::string& text) {
    return value_of(flag, text);
  }));
}

Option Command::add_option(const std::string& flag, const ParseText& parse, const std::string& help,
                           const std::string& default_text) const {
  return Option(app_->add_option_function<std::string>(flag, parse, help)
                    ->transform(without_mark)
                    ->default_str(default_text));
}

Option Command::add_list(const std::string& flag, std::vector<std::string>& values,
                         const std::string& help) const {
  return Option(app_->add_option(flag, values, help)->transform(without_mark));
}

Option Command::add_list(const std::string& flag, const ParseTexts& parse, const std::string& help,
                         const std::string& default_text) const {
  return Option(app_->add_option_function<std::vector<std::string>>(flag, parse, help)
                    ->delimiter(',')
                    ->transform(without_mark)
                    ->default_str(default_text));
}

Option Command::add_file(const std::string& flag, std::string& path,
                         const std::string& help) const {
  reads([&path] { return std::vector{path}; });
  return add_option(flag, path, help).type("FILE");
}

Option Command::add_files(const std::string& flag, std::vector<std::string>& paths,
                          const std::string& help) const {
  reads([&paths] { return paths; });
  return add_list(flag, paths, help).type("FILE");
}

void Command::reads(const std::function<std::vector<std::string>()>& inputs) const {
  files_->inputs.push_back(inputs);
}

Option Command::add_output(const std::string& flag, std::string& path, const std::string& help,
                           const std::vector<std::string>& endings) const {
  writes([&path] { return PlannedOutput{path}; });
  for (const std::string& ending : endings)
    writes([&path, ending] { return PlannedOutput{path.empty() ? "" : path + ending}; });
  return add_option(flag, path, help).type("FILE");
}

void Command::writes(const std::function<PlannedOutput()>& output) const {
  files_->outputs.push_back(output);
}

Option Command::add_log(const std::string& flag, std::string& path, const std::string& help) const {
  writes([&path] { return PlannedOutput{path, OutputKind::log}; });
  return add_option(flag, path, help).type("FILE");
}

Option Command::add_output_folder(const std::string& flag, std::string& path,
                                  const std::string& help) const {
  writes([&path] { return PlannedOutput{path, OutputKind::folder}; });
  return add_option(flag, path, help).type("DIR");
}

void Command::add_flag(const std::string& flag, bool& value, const std::string& help) const {
  // CLI11 takes --json=3 for --json.
  app_->add_flag(flag, value, help)->check([](const std::string& given) {
    return std::string(given == "true" ? "" : "this option takes no value");
  });
}

// An ordinary list would take "[UNK]" for a list of one word, UNK, and would let "--" end the
// command once it has a word.
void Command::add_texts(const std::string& name, std::vector<std::string>& texts,
                        const std::string& help) const {
  constexpr int any_number = CLI::detail::expected_max_vector_size;
  app_->add_option(name, texts, help)
      ->transform(without_mark)
      ->expected(any_number, any_number)
      ->allow_extra_args(false)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
}

Option Command::option(const std::string& flag) const { return Option(app_->get_option(flag)); }

Program::Program(const std::string& name, const std::string& version,
                 const std::string& description)
    : app_(std::make_unique<CLI::App>(description, name)) {
  app_->set_version_flag("--version", fmt::format("{} {}", name, version),
                         "Print the version and how the program was built.");
  app_->set_help_flag("-h,--help", "Print this help.");
  app_->require_subcommand(1);
  app_->formatter(std::make_shared<HelpFormatter>());
  app_->group("Commands");
}

Program::~Program() = default;

Command Program::root() const { return Command(app_.get()); }

void Program::run(int argc, char** argv) {
  const std::vector<std::string> given(argv + std::min(argc, 1), argv + argc);
  if (given.empty() || given.front() == "help") {
    std::vector<std::string> names(given.begin() + (given.empty() ? 0 : 1), given.end());
    std::erase_if(names, [](const std::string& name) { return name == "-h" || name == "--help"; });
    while (!names.empty() && names.front() == "help") names.erase(names.begin());
    fmt::print("{}", help_of(*app_, names));
    return;
  }
  try {
    std::vector<std::string> arguments = mark_texts(*app_, given);
    std::reverse(arguments.begin(), arguments.end());  // as CLI11 wants them
    app_->parse(std::move(arguments));
  } catch (const CLI::Success& help_or_version) {
    app_->exit(help_or_version);
  } catch (const CLI::ParseError& error) {
    throw Error(ErrorKind::usage, usage_message(*app_, error));
  }
}

}  // namespace oovec::cli
