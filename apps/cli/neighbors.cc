// oovec neighbors MODEL WORD CONTEXT…: the words nearest to a word's form, contexts and both.
#include <algorithm>
#include <array>
#include <memory>

#include <fmt/format.h>

#include "apps/cli/commands.h"
#include "apps/cli/exit_codes.h"
#include "apps/cli/model_arguments.h"
#include "apps/cli/options.h"
#include "apps/cli/print.h"
#include "apps/cli/words.h"
#include "oovec/model/neighbors.h"

namespace oovec::cli {
namespace {

struct NeighborsArguments : ModelArguments {
  std::size_t k = 10;
  int threads = 0;
};

// What the table shows, side by side.
struct Column {
  const char* name;
  const std::optional<Neighborhood>* found;
};
using Columns = std::array<Column, 3>;

void print_neighbors_json(const NeighborsArguments& arguments, const Inference& inference,
                          const Columns& columns, const Model& model,
                          std::optional<std::size_t> row) {
  const Embeddings& vectors = model.vectors();
  Json json = {{"word", arguments.word}, {"found", nullptr}, {"alpha", inference.alpha}};
  if (row) json["found"] = vectors.word(*row);
  for (const auto& [name, found] : columns) {
    json[name] = nullptr;
    if (!*found) continue;
    Json list = Json::array();
    for (const Neighbor& neighbor : (*found)->neighbors)
      list.push_back({{"word", vectors.word(neighbor.row)}, {"cosine", neighbor.score}});
    json[name] = {{"rank", nullptr}, {"neighbors", list}};
    if ((*found)->rank) json[name]["rank"] = *(*found)->rank;
  }
  json["search_bytes"] = model.search()->copy_bytes();
  print_json(json);
}

// Cells of one width, however many bytes their letters take.
void print_row(const std::vector<std::string>& cells) {
  std::string line;
  for (const std::string& cell : cells) line += fmt::format("  {:<28}", cell);
  line.erase(line.find_last_not_of(' ') + 1);
  fmt::print("{}\n", line);
}

void print_table(const Columns& columns, const Embeddings& vectors) {
  std::vector<std::string> titles, places;
  std::size_t length = 0;
  bool any_rank = false;
  for (const auto& [name, found] : columns) {
    if (!*found) continue;
    titles.emplace_back(name);
    any_rank = (*found)->rank.has_value();
    places.push_back(any_rank ? "rank " + with_commas(*(*found)->rank) : "");
    length = (*found)->neighbors.size();
  }
  print_row(titles);
  for (std::size_t i = 0; i < length; ++i) {
    std::vector<std::string> cells;
    for (const auto& [name, found] : columns) {
      if (!*found) continue;
      const Neighbor& neighbor = (*found)->neighbors[i];
      cells.push_back(
          fmt::format("{:6.4f}  {}", neighbor.score, printable(vectors.word(neighbor.row))));
    }
    print_row(cells);
  }
  if (any_rank) print_row(places);
}

int run_neighbors(const NeighborsArguments& arguments) {
  const Model model(arguments.file, arguments.vectors);
  const auto inference = infer_word(model, arguments);
  if (!inference) return exit_negative;
  const Neighborhoods found =
      find_neighbors(model, arguments.word, *inference, arguments.k, arguments.threads);
  if (found.row) report_spelling(arguments.word, model.vectors().word(*found.row));
  const Columns columns = {{{"form", &found.form},  //
                            {"context", &found.context},
                            {"joint", &found.joint}}};
  if (arguments.json) {
    print_neighbors_json(arguments, *inference, columns, model, found.row);
  } else {
    fmt::print("{}, α = {:.3f}\n", printable(arguments.word), inference->alpha);
    print_table(columns, model.vectors());
  }
  return exit_ok;
}

}  // namespace

void add_neighbors(Command parent, int& exit_code) {
  auto arguments = std::make_shared<NeighborsArguments>();
  const Command command =
      parent.add_command("neighbors", "Find the words nearest to a word's form and contexts");
  command.footer(R"(
Prints three lists side by side: the words nearest, by cosine, to the vector of the form alone, of
the contexts alone, and of both. If the word already has a vector, the last line gives its rank in
each list; 1 would be a perfect guess.

Exit code 1: nothing can be inferred for the word.

Example:
  oovec neighbors words.oovec pomelo "The pomelo is the largest citrus fruit." -k 5
)");
  add_model_arguments(command, *arguments);
  add_number(command, "-k", arguments->k, "List N neighbors.", at_least(1));
  add_number(command, "--threads", arguments->threads, "Number of threads; 0: one per core.",
             at_least(0));
  command.on_run([arguments, &exit_code] { exit_code = run_neighbors(*arguments); });
}

}  // namespace oovec::cli
