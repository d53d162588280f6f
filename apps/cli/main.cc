// The command-line program: parses, calls the library, prints. Errors become exit codes here and
// nowhere else.
#include <csignal>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <new>
#include <stdexcept>
#include <string_view>
#include <system_error>

#include <fmt/format.h>

#include "apps/cli/build.h"
#include "apps/cli/commands.h"
#include "apps/cli/exit_codes.h"
#include "apps/cli/print.h"
#include "oovec/base/error.h"
#include "oovec/io/map_guard.h"
#include "oovec/io/output.h"

namespace oovec::cli {
namespace {

// A program that dies of a signal leaves no half-written file, and dies of that signal.
extern "C" void clean_up_and_die(int signal) {
  Output::discard_all();
  std::signal(signal, SIG_DFL);
  std::raise(signal);
}

void add_vectors(Command root, int& exit_code) {
  const Command vectors =
      root.add_command("vectors", "Inspect, check, convert and search word vectors");
  vectors.require_command();
  vectors.footer("`oovec vectors COMMAND --help` describes a command, with examples.");
  add_vectors_info(vectors, exit_code);
  add_vectors_check(vectors, exit_code);
  add_vectors_convert(vectors, exit_code);
  add_vectors_get(vectors, exit_code);
  add_vectors_neighbors(vectors, exit_code);
}

void add_store(Command root, int& exit_code) {
  const Command store = root.add_command("store", "Remember new words and their contexts");
  store.require_command();
  store.footer("`oovec store COMMAND --help` describes a command, with examples.");
  add_store_add(store, exit_code);
  add_store_show(store, exit_code);
  add_store_merge(store, exit_code);
  add_store_export(store, exit_code);
}

void add_eval(Command root, int& exit_code) {
  const Command eval = root.add_command("eval", "Measure how good inferred vectors are");
  eval.require_command();
  eval.footer("`oovec eval COMMAND --help` describes a command, with examples.");
  add_eval_dn(eval, exit_code);
  add_eval_crw(eval, exit_code);
  add_eval_wordsim(eval, exit_code);
  add_eval_chimeras(eval, exit_code);
  add_eval_sentences(eval, exit_code);
  add_eval_heldout(eval, exit_code);
  add_eval_typos(eval, exit_code);
}

// Unlike fmt::print this does not throw where standard error cannot be written either.
int report(int code, std::string_view message) {
  std::fputs(fmt::format("oovec: {}\n", printable(message)).c_str(), stderr);
  return code;
}

constexpr const char* out_of_memory =
    "out of memory: the command needs more memory than is available";

int run_program(int argc, char** argv) {
  Program program("oovec", version_text(), "Vectors for words your embedding has never seen.");
  const Command root = program.root();
  root.footer(R"(
Exit codes:
  0  success
  1  a check found problems, or a word has no vector
  2  the command line is invalid
  3  a file is malformed, damaged or not supported
  4  the operating system reports an error: no such file, no permission, disk full
  5  training was stopped and can be resumed
  6  internal error: please report it

`oovec help COMMAND` describes a command, with examples.
)");
  int exit_code = exit_ok;
  add_vectors(root, exit_code);
  add_index(root, exit_code);
  add_skipgram(root, exit_code);
  add_train(root, exit_code);
  add_tune(root, exit_code);
  add_alacarte(root, exit_code);
  add_mimick(root, exit_code);
  add_infer(root, exit_code);
  add_neighbors(root, exit_code);
  add_explain(root, exit_code);
  add_augment(root, exit_code);
  add_compare(root, exit_code);
  add_store(root, exit_code);
  add_serve(root, exit_code);
  add_eval(root, exit_code);
  add_experiment(root, exit_code);
  try {
    program.run(argc, argv);
  } catch (const Error& error) {
    return report(exit_code_of(error.kind()), message_of(error));
  } catch (const std::bad_alloc&) {
    return report(exit_io, out_of_memory);
  } catch (const std::length_error&) {
    return report(exit_io, out_of_memory);
  } catch (const std::filesystem::filesystem_error& error) {
    return report(exit_io, fmt::format("cannot access {}: {}", error.path1().string(),
                                       error.code().message()));
  } catch (const std::system_error& error) {  // of fmt::print or std::thread
    return report(exit_io, error.what());
  } catch (const std::exception& error) {
    return report(exit_bug, fmt::format("{}: this is a bug in oovec; please report it with the "
                                        "command line",
                                        error.what()));
  }
  if (const auto path = lost_file()) return report(exit_bad_input, message_of(lost_error(*path)));
  if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0)
    return report(exit_io, "cannot write to standard output");
  return exit_code;
}

}  // namespace
}  // namespace oovec::cli

int main(int argc, char** argv) {
  for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGPIPE})
    if (std::signal(signal, SIG_IGN) != SIG_IGN)  // as nohup has it
      std::signal(signal, oovec::cli::clean_up_and_die);
  oovec::install_map_guard();
  return oovec::cli::run_program(argc, argv);
}
