// The exit codes of the program, as documented in docs/cli.md.
#pragma once

#include "oovec/base/error.h"

namespace oovec::cli {

enum ExitCode {
  exit_ok = 0,
  exit_negative = 1,   // a check found problems, or a word has no vector
  exit_usage = 2,      // the command line is invalid
  exit_bad_input = 3,  // a file is malformed, damaged or of an unsupported variant
  exit_io = 4,         // the operating system refused
  exit_stopped = 5,    // stopped on request, to be resumed
  exit_bug = 6,        // an exception that no code of ours should throw
};

inline int exit_code_of(ErrorKind kind) {
  switch (kind) {
    case ErrorKind::usage:
      return exit_usage;
    case ErrorKind::malformed:
    case ErrorKind::damaged:
    case ErrorKind::unsupported:
      return exit_bad_input;
    case ErrorKind::io:
      return exit_io;
  }
  return exit_bad_input;
}

}  // namespace oovec::cli
