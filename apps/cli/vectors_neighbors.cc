// oovec vectors neighbors FILE WORD…: the nearest words by cosine.
#include <algorithm>
#include <memory>

#include <fmt/format.h>

#include "apps/cli/commands.h"
#include "apps/cli/exit_codes.h"
#include "apps/cli/options.h"
#include "apps/cli/print.h"
#include "apps/cli/words.h"
#include "oovec/search/nearest.h"

namespace oovec::cli {
namespace {

struct VectorsNeighborsArguments : WordsArguments {
  std::size_t k = 10;
};

// What is asked: words, how the file spells them, their vectors one after the other, and their own
// rows, which are no answer.
struct Queries {
  std::vector<std::string> words;
  std::vector<std::string> spellings;
  std::vector<float> vectors;
  std::vector<std::optional<std::size_t>> rows;
};

// The zero vector has no direction, so nothing is near it.
bool is_zero(const std::vector<float>& vector) {
  return std::all_of(vector.begin(), vector.end(), [](float value) { return value == 0; });
}

Queries collect_queries(const VectorsNeighborsArguments& arguments, const Embeddings& vectors,
                        int& exit_code) {
  Queries queries;
  for_each_word(arguments, [&](const std::string& word) {
    const auto named = find_vector(vectors, word, arguments.file);
    const bool zero = named && is_zero(named->vector);
    if (zero) report_word(word, "has a vector of zeros in " + arguments.file);
    if (!named || zero) {
      exit_code = exit_negative;
      return;
    }
    queries.words.push_back(word);
    queries.spellings.push_back(named->spelling);
    queries.vectors.insert(queries.vectors.end(), named->vector.begin(), named->vector.end());
    queries.rows.push_back(named->row);
  });
  return queries;
}

void print_neighbors(const std::string& word, const std::string& spelling,
                     const std::vector<Neighbor>& neighbors, const Embeddings& vectors, bool json) {
  if (json) {
    Json list = Json::array();
    for (const Neighbor& neighbor : neighbors)
      list.push_back({{"word", vectors.word(neighbor.row)}, {"cosine", neighbor.score}});
    return print_json({{"word", word}, {"found", spelling}, {"neighbors", list}});
  }
  fmt::print("{}\n", printable(word));
  for (const Neighbor& neighbor : neighbors)
    fmt::print("  {:6.4f}  {}\n", neighbor.score, printable(vectors.word(neighbor.row)));
}

int run_vectors_neighbors(const VectorsNeighborsArguments& arguments) {
  check_words_arguments(arguments);
  const ReadResult read = read_vectors(arguments.file, arguments.read);
  print_problems(arguments.file, read.problems);
  const Embeddings& vectors = read.embeddings;
  int exit_code = exit_ok;
  const Queries queries = collect_queries(arguments, vectors, exit_code);
  const auto answers = nearest(rows_of(vectors, arguments.read.threads), queries.vectors,
                               arguments.k, queries.rows, arguments.read.threads);
  for (std::size_t i = 0; i < answers.size(); ++i)
    print_neighbors(queries.words[i], queries.spellings[i], answers[i], vectors, arguments.json);
  return exit_code;
}

}  // namespace

void add_vectors_neighbors(Command parent, int& exit_code) {
  auto arguments = std::make_shared<VectorsNeighborsArguments>();
  const Command command = parent.add_command("neighbors", "Find the nearest words by cosine");
  command.footer(R"(
Compares with every word of the file. A word may be spelled as in running text: with capitals, or
with a clitic. --json prints an object per word.

Exit code 1: a word has no vector, or one of zeros.

Example:
  oovec vectors neighbors glove.safetensors grapefruit cardigan -k 5
)");
  add_words_arguments(command, *arguments);
  add_number(command, "-k", arguments->k, "List N neighbors per word.", at_least(1));
  command.on_run([arguments, &exit_code] { exit_code = run_vectors_neighbors(*arguments); });
}

}  // namespace oovec::cli
