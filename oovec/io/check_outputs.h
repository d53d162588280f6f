// Checks, before a task does any work, that what it will write can be written and loses nothing.
//
//   check_outputs({{"words.oovec"}, {"log.jsonl", OutputKind::log}}, {"vectors.txt"});
#pragma once

#include <string>
#include <vector>

namespace oovec::inline io {

enum class OutputKind {
  file,    // replaced when it is complete (Output)
  log,     // written in place, line by line
  folder,  // made if there is none, and filled with files
};

struct PlannedOutput {
  std::string path;  // empty for none; "-" is standard output
  OutputKind kind = OutputKind::file;
};

// Throws Error(usage) if an output is an input, under whatever name, lies in a folder that is read,
// or is another output, too; and Error(io) if it cannot be written. Inputs may be empty or "-".
// Devices and pipes may be named more than once.
void check_outputs(const std::vector<PlannedOutput>& outputs,
                   const std::vector<std::string>& inputs);

// Throws Error(io) if the output cannot be written: its folder is missing or not writable, it is a
// folder itself, or its owner does not permit it. Writes nothing, and opens no pipe or device.
void check_writable(const PlannedOutput& output);

}  // namespace oovec::inline io
