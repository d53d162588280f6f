// The command line before it is parsed. CLI11 treats every argument that begins with - as an
// option, but a text may begin with - as well: "-he said", "--who goes there". Such arguments are
// marked, and their values are returned without the mark.
#pragma once

#include <string>
#include <vector>

namespace CLI {
class App;
}  // namespace CLI

namespace oovec::cli {

// Marks arguments that are texts: for a command that takes any number of texts, those before "--"
// that begin with - and contain a blank before any "=". Throws Error(usage) for what may as well be
// an option: "--output a.txt" as one argument, or "-owl said" where -o takes a value.
[[nodiscard]] std::vector<std::string> mark_texts(const CLI::App& app,
                                                  std::vector<std::string> arguments);

// The argument as it was written.
[[nodiscard]] std::string without_mark(std::string argument);

}  // namespace oovec::cli
