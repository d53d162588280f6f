#include "lab/experiment/examples.h"

#include <algorithm>
#include <map>

#include "lab/eval/data_file.h"
#include "oovec/io/json.h"
#include "oovec/model/explain_json.h"
#include "oovec/model/neighbors.h"

namespace oovec::lab {
namespace {

constexpr std::size_t neighbors_shown = 5;

std::map<std::string, std::string> read_definitions(const std::string& path, Casing casing) {
  std::map<std::string, std::string> definitions;
  if (path.empty()) return definitions;
  const DataFile file = read_items(path);
  for (const DataLine& line : file.lines) {
    const std::vector<std::string> fields = file.fields(line, 2, "a word and a sentence");
    definitions.try_emplace(normal_word(fields[0], casing), fields[1]);
  }
  return definitions;
}

Json neighborhood_json(const std::optional<Neighborhood>& found, const Model& model) {
  if (!found) return nullptr;
  Json words = Json::array();
  for (const Neighbor& neighbor : found->neighbors)
    words.push_back({{"word", model.vectors().word(neighbor.row)}, {"cosine", neighbor.score}});
  return {{"neighbors", words}, {"rank", found->rank ? Json(*found->rank) : Json()}};
}

Json example_json(const Model& model, const Explanation& explanation, int threads) {
  if (!explanation.inferred)
    return parse_json<Json>(explanation_json(explanation), "an explanation");
  const Neighborhoods found =
      find_neighbors(model, explanation.word, *explanation.inferred, neighbors_shown, threads);
  Json json = parse_json<Json>(explanation_json(explanation, neighbor_words(model, found.joint)),
                               "an explanation");
  json["form"] = neighborhood_json(found.form, model);
  json["context"] = neighborhood_json(found.context, model);
  json["joint"] = neighborhood_json(found.joint, model);
  return json;
}

}  // namespace

Json explain_examples(const ExperimentConfig& config, const Model& model, int threads) {
  const Casing casing = model.text().casing();
  const auto definitions = read_definitions(config.dn, casing);
  Json list = Json::array();
  for (const ExampleWord& example : config.examples) {
    std::vector<std::string> contexts = example.contexts;
    const auto definition = definitions.find(normal_word(example.word, casing));
    if (contexts.empty() && definition != definitions.end()) contexts = {definition->second};
    list.push_back(example_json(model, explain(model, example.word, contexts), threads));
  }
  return list;
}

}  // namespace oovec::lab
