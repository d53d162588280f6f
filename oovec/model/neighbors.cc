#include "oovec/model/neighbors.h"

#include <span>

#include "oovec/base/kernels.h"
#include "oovec/vectors/word_list.h"

namespace oovec::inline model {

Neighborhoods find_neighbors(const Model& model, std::string_view word, const Inference& inference,
                             const NeighborQuery& query) {
  Neighborhoods found;
  found.row = find_word(model.vectors(), word, model.text()).word;
  std::vector<float> queries;  // one after the other, so that all are searched at once
  std::vector<std::optional<Neighborhood>*> answers;
  std::vector<std::optional<std::size_t>> excluded;
  const auto ask = [&](std::span<const float> vector, std::optional<Neighborhood>& answer) {
    if (!(length_of(vector) > 0)) return;
    queries.insert(queries.end(), vector.begin(), vector.end());
    answers.push_back(&answer);
    excluded.emplace_back();
  };
  if (query.form) ask(inference.form, found.form);
  if (query.context) ask(inference.context, found.context);
  if (query.joint) ask(inference.vector, found.joint);
  const std::size_t inferred = answers.size();
  const std::size_t inferred_numbers = queries.size();
  if (query.own && found.row) ask(model.vectors().row(*found.row), found.own);
  if (answers.size() > inferred) excluded.back() = found.row;

  const Rows rows = model.search()->rows(query.threads);
  auto neighbors = nearest(rows, queries, query.k, excluded, query.threads);
  for (std::size_t i = 0; i < answers.size(); ++i)
    *answers[i] = Neighborhood{std::move(neighbors[i]), std::nullopt};
  if (found.row && query.ranks) {
    const std::vector<std::size_t> targets(inferred, *found.row);
    const auto places =
        ranks(rows, std::span(queries).first(inferred_numbers), targets, query.threads);
    for (std::size_t i = 0; i < inferred; ++i) (*answers[i])->rank = places[i];
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
