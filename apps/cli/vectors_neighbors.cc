// oovec vectors neighbors FILE WORD…: the nearest words by cosine.
#include <memory>

#include <fmt/format.h>

#include "apps/cli/commands.h"
#include "apps/cli/exit_codes.h"
#include "apps/cli/options.h"
#include "apps/cli/print.h"
#include "apps/cli/progress_bar.h"
#include "apps/cli/words.h"
#include "oovec/search/nearest.h"

namespace oovec::cli {
namespace {

struct Arguments {
  std::string file;
  WordArguments words;
  std::size_t k = 10;
  ReadOptions read;
  bool json = false;
};

// What is asked: words, their vectors one after the other, and their own rows, which are no answer.
struct Queries {
  std::vector<std::string> words;
  std::vector<float> vectors;
  std::vector<std::optional<std::size_t>> rows;
};

Queries collect_queries(const Arguments& arguments, const Embeddings& vectors, int& exit_code) {
  Queries queries;
  for_each_word(arguments.words, [&](const std::string& word) {
    const auto vector = vectors.vector_of(word);
    if (!vector) {
      report_unknown(word, arguments.file);
      exit_code = exit_negative;
      return;
    }
    queries.words.push_back(word);
    queries.vectors.insert(queries.vectors.end(), vector->begin(), vector->end());
    queries.rows.push_back(vectors.find(word));
  });
  return queries;
}

void print_neighbors(const std::string& word, const std::vector<Neighbor>& neighbors,
                     const Embeddings& vectors, bool json) {
  if (json) {
    Json list = Json::array();
    for (const Neighbor& neighbor : neighbors)
      list.push_back({{"word", vectors.word(neighbor.row)}, {"cosine", neighbor.score}});
    return print_json({{"word", word}, {"neighbors", list}});
  }
  fmt::print("{}\n", printable(word));
  for (const Neighbor& neighbor : neighbors)
    fmt::print("  {:6.4f}  {}\n", neighbor.score, printable(vectors.word(neighbor.row)));
}

int run(Arguments& arguments) {
  arguments.read.progress = terminal_progress();
  const Embeddings vectors = read_vectors(arguments.file, arguments.read).embeddings;
  int exit_code = exit_ok;
  const Queries queries = collect_queries(arguments, vectors, exit_code);
  const auto answers = nearest({vectors.values(arguments.read.threads), vectors.dimension()},
                               queries.vectors, arguments.k, queries.rows, arguments.read.threads);
  for (std::size_t i = 0; i < answers.size(); ++i)
    print_neighbors(queries.words[i], answers[i], vectors, arguments.json);
  return exit_code;
}

}  // namespace

void add_vectors_neighbors(CLI::App& parent, int& exit_code) {
  auto arguments = std::make_shared<Arguments>();
  CLI::App* command = parent.add_subcommand("neighbors", "Find the nearest words by cosine");
  command->footer(
      "Every word of the file is compared. Exit code 1 if a word has no vector.\n\n"
      "Example:\n  oovec vectors neighbors glove.safetensors grapefruit cardigan -k 5");
  command->add_option("file", arguments->file, "vectors file, - for standard input")->required();
  add_word_arguments(*command, arguments->words);
  command->add_option("-k", arguments->k, "neighbors per word")->capture_default_str();
  add_fields(*command, arguments->read);
  command->add_flag("--json", arguments->json, "print a JSON object per word");
  command->callback([arguments, &exit_code] { exit_code = run(*arguments); });
}

}  // namespace oovec::cli
