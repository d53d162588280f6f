// The command-line program: parses, calls the library, prints. Errors become exit codes here and
// nowhere else.
#include <CLI/CLI.hpp>

#include <csignal>
#include <cstdio>
#include <new>

#include <fmt/format.h>

#include "apps/cli/commands.h"
#include "apps/cli/exit_codes.h"
#include "oovec/base/error.h"
#include "oovec/base/version.h"
#include "oovec/io/output.h"

namespace oovec::cli {
namespace {

// A program that dies of a signal leaves no half-written file, and dies of that signal.
extern "C" void clean_up_and_die(int signal) {
  Output::discard_all();
  std::signal(signal, SIG_DFL);
  std::raise(signal);
}

void add_vectors(CLI::App& app, int& exit_code) {
  CLI::App* vectors =
      app.add_subcommand("vectors", "Inspect, check, convert and search word vectors");
  vectors->require_subcommand(1);
  add_vectors_info(*vectors, exit_code);
  add_vectors_check(*vectors, exit_code);
  add_vectors_convert(*vectors, exit_code);
  add_vectors_get(*vectors, exit_code);
  add_vectors_neighbors(*vectors, exit_code);
}

int report(int code, const std::string& message) {
  fmt::print(stderr, "oovec: {}\n", message);
  return code;
}

int run(int argc, char** argv) {
  CLI::App app("Vectors for words your embedding has never seen.", "oovec");
  app.set_version_flag("--version", fmt::format("oovec {}", version()));
  app.require_subcommand(1);
  int exit_code = exit_ok;
  add_vectors(app, exit_code);
  add_index(app, exit_code);
  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& help_or_version) {
    app.exit(help_or_version);
  } catch (const CLI::ParseError& error) {
    return report(exit_usage, fmt::format("{}; see `{} --help`", error.what(), argv[0]));
  } catch (const Error& error) {
    return report(exit_code_of(error.kind()), error.what());
  } catch (const std::bad_alloc&) {
    return report(exit_io, "out of memory");
  }
  if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0)
    return report(exit_io, "cannot write to standard output");
  return exit_code;
}

}  // namespace
}  // namespace oovec::cli

int main(int argc, char** argv) {
  for (const int signal : {SIGINT, SIGTERM, SIGHUP})
    std::signal(signal, oovec::cli::clean_up_and_die);
  return oovec::cli::run(argc, argv);
}
