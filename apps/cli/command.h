// A command of the program, its options and its arguments: what the commands need of CLI11, whose
// headers take seconds to compile and are included behind this one only.
//
//   Command command = parent.add_command("info", "Show what an index holds");
//   command.add_option("FILE", arguments->file, "index").required();
//   command.add_flag("--json", arguments->json, "print JSON");
//   command.on_run([arguments] { … });
//
// A command checks its files before it runs: what it writes can be written, and is neither another
// output nor anything that it reads (oovec/io/check_outputs.h).
//
// Handles are cheap to copy and valid as long as the Program. The variables that options write to
// must live until the command has run.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "oovec/io/check_outputs.h"

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace oovec::cli {

// An option or argument that has been added to a command.
class Option {
 public:
  explicit Option(CLI::Option* option) : option_(option) {}

  Option required(bool required = true) const;
  // Says what the value is, as in --output FILE.
  Option type(const std::string& name) const;
  // Puts the value that the variable has now into the help.
  Option show_default() const;
  // The two cannot be given together.
  void excludes(Option other) const;
  // Whether the command line has it, once that is parsed.
  [[nodiscard]] bool is_given() const;
  // Throws, while the command runs, unless the option was given: for commands that need it only in
  // some cases.
  void check_given() const;

 private:
  CLI::Option* option_;
};

// How the text of an option becomes its value; throws by reject_value.
using ParseText = std::function<void(const std::string& text)>;
using ParseTexts = std::function<void(const std::vector<std::string>& texts)>;

// Ends the parsing of the command line: what `flag` was given is wrong for the reason in `message`.
[[noreturn]] void reject_value(const std::string& flag, const std::string& message);

// The files that a command reads and writes, known once the command line is parsed.
struct CommandFiles;

class Command {
 public:
  explicit Command(CLI::App* app);

  Command add_command(const std::string& name, const std::string& description) const;
  // The command does nothing by itself.
  void require_command() const;
  // The command can do without one of its commands; has_command() tells whether one was given.
  void allow_command() const;
  [[nodiscard]] bool has_command() const;

  // Says what follows the options in the help.
  void footer(const std::string& text) const;
  void on_run(const std::function<void()>& action) const;

  // Several flags are separated by a comma: "-o,--output"; a name without dashes, "FILE", is an
  // argument.
  Option add_option(const std::string& flag, std::string& value, const std::string& help) const;
  Option add_option(const std::string& flag, const ParseText& parse, const std::string& help,
                    const std::string& default_text) const;
  // Takes one value or several; parsed ones may also be separated by commas.
  Option add_list(const std::string& flag, std::vector<std::string>& values,
                  const std::string& help) const;
  Option add_list(const std::string& flag, const ParseTexts& parse, const std::string& help,
                  const std::string& default_text) const;

  // Files that the command reads; several may be globs.
  Option add_file(const std::string& flag, std::string& path, const std::string& help) const;
  Option add_files(const std::string& flag, std::vector<std::string>& paths,
                   const std::string& help) const;
  // More of them, which follow from the arguments.
  void reads(const std::function<std::vector<std::string>()>& inputs) const;
  // A file that the command writes, if it is given, and those that it writes beside it, of the same
  // name with these endings.
  Option add_output(const std::string& flag, std::string& path, const std::string& help,
                    const std::vector<std::string>& endings = {}) const;
  // The same with the details of a PlannedOutput.
  void writes(const std::function<PlannedOutput()>& output) const;
  Option add_log(const std::string& flag, std::string& path, const std::string& help) const;
  Option add_output_folder(const std::string& flag, std::string& path,
                           const std::string& help) const;

  void add_flag(const std::string& flag, bool& value, const std::string& help) const;

  // Any number of words or texts, each taken as it is.
  void add_texts(const std::string& name, std::vector<std::string>& texts,
                 const std::string& help) const;

  [[nodiscard]] Option option(const std::string& flag) const;

 private:
  CLI::App* app_;
  CommandFiles* files_;
};

// The program itself, which all commands belong to.
class Program {
 public:
  Program(const std::string& name, const std::string& version, const std::string& description);
  ~Program();

  [[nodiscard]] Command root() const;
  // Parses the command line and runs the command it names, or prints help or version. An empty one
  // asks for help, as "help" and "help COMMAND" do. An invalid command line throws
  // Error(usage).
  void run(int argc, char** argv);

 private:
  std::unique_ptr<CLI::App> app_;
};

}  // namespace oovec::cli
