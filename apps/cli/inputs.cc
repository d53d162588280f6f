#include "apps/cli/inputs.h"

#include <filesystem>
#include <set>

#include "apps/cli/print.h"
#include "apps/cli/progress_bar.h"
#include "oovec/base/error.h"
#include "oovec/corpus/text_blocks.h"
#include "oovec/vectors/format.h"

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

void check_outputs(const std::vector<std::string>& outputs,
                   const std::vector<std::string>& inputs) {
  std::set<fs::path> places;
  for (const std::string& output : outputs) {
    if (output.empty()) continue;
    check_not_input(output, inputs);
    std::error_code ignored;
    if (!places.insert(fs::weakly_canonical(output, ignored)).second)
      throw Error(ErrorKind::usage,
                  output + " would be written twice: every output needs a file of its own");
  }
}

std::shared_ptr<const Embeddings> read_shown(const std::string& path, int threads) {
  ReadOptions options;
  options.progress = terminal_progress();
  options.threads = threads;
  ReadResult vectors = read_vectors(path, options);
  print_problems(path, vectors.problems);
  return std::make_shared<const Embeddings>(std::move(vectors.embeddings));
}

}  // namespace oovec::cli
