#include "apps/cli/inputs.h"

#include <utility>

#include "apps/cli/print.h"
#include "apps/cli/progress_bar.h"
#include "oovec/vectors/format.h"

namespace oovec::cli {
std::shared_ptr<const Embeddings> read_shown(const std::string& path, int threads) {
  ReadOptions options;
  options.progress = terminal_progress();
  options.threads = threads;
  ReadResult vectors = read_vectors(path, options);
  print_problems(path, vectors.problems);
  return std::make_shared<const Embeddings>(std::move(vectors.embeddings));
}

}  // namespace oovec::cli
