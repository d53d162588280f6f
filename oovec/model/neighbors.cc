#include "oovec/model/neighbors.h"

#include <array>

#include "oovec/base/kernels.h"
#include "oovec/vectors/word_list.h"

namespace oovec::inline model {

Neighborhoods find_neighbors(const Model& model, std::string_view word, const Inference& inference,
                             std::size_t k, int threads) {
  Neighborhoods found;
  const std::array kinds = {std::pair(&inference.form, &found.form),
                            std::pair(&inference.context, &found.context),
                            std::pair(&inference.vector, &found.joint)};
  std::vector<float> queries;  // one after the other, so that all are searched at once
  std::vector<std::optional<Neighborhood>*> answers;
  for (const auto& [vector, answer] : kinds) {
    if (!(length_of(*vector) > 0)) continue;
    queries.insert(queries.end(), vector->begin(), vector->end());
    answers.push_back(answer);
  }
  const Rows rows = model.search()->rows(threads);
  auto neighbors = nearest(rows, queries, k, {}, threads);
  for (std::size_t i = 0; i < answers.size(); ++i)
    *answers[i] = Neighborhood{std::move(neighbors[i]), std::nullopt};
  found.row = find_word(model.vectors(), word, model.text()).word;
  if (found.row) {
    const std::vector<std::size_t> targets(answers.size(), *found.row);
    const auto places = ranks(rows, queries, targets, threads);
    for (std::size_t i = 0; i < answers.size(); ++i) (*answers[i])->rank = places[i];
  }
  return found;
}

std::vector<std::string> neighbor_words(const Model& model,
                                        const std::optional<Neighborhood>& found) {
  std::vector<std::string> words;
  if (!found) return words;
  words.reserve(found->neighbors.size());
  for (const Neighbor& neighbor : found->neighbors)
    words.emplace_back(model.vectors().word(neighbor.row));
  return words;
}

}  // namespace oovec::inline model
