#include "apps/cli/inputs.h"

#include <filesystem>

#include "oovec/base/error.h"
#include "oovec/corpus/text_blocks.h"

namespace oovec::cli {
namespace {

namespace fs = std::filesystem;

bool is_same(const std::string& one, const std::string& other) {
  std::error_code absent;
  return one != "-" && other != "-" && fs::is_regular_file(one, absent) &&
         fs::equivalent(one, other, absent);
}

}  // namespace

void check_not_input(const std::string& output, const std::vector<std::string>& inputs) {
  for (const std::string& pattern : inputs) {
    if (pattern.empty()) continue;
    for (const std::string& input : expand_globs({pattern}))
      if (is_same(input, output))
        throw Error(ErrorKind::usage,
                    output + " is read, and would be replaced: choose another name for the output");
  }
}

}  // namespace oovec::cli
