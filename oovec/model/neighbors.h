// The known words nearest to an inferred word: by its form, by its contexts, and by both (the
// paper's table of nearest neighbours).
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "oovec/model/model.h"
#include "oovec/search/nearest.h"

namespace oovec::inline model {

struct Neighborhood {
  std::vector<Neighbor> neighbors;  // rows of the model's vectors, best first
  std::optional<std::size_t> rank;  // of the word itself among all, if it has a vector
};

// A part is empty if the inference has no such vector or only zeros, or if it was not requested.
struct Neighborhoods {
  std::optional<Neighborhood> form;
  std::optional<Neighborhood> context;
  std::optional<Neighborhood> joint;
  std::optional<Neighborhood> own;  // of the vector that the word has, without the word
  std::optional<std::size_t> row;   // of the word itself (text/find_word.h), if it has a vector
};

// What to search for.
struct NeighborQuery {
  std::size_t k = 10;
  bool form = true, context = true, joint = true;
  bool own = false;
  bool ranks = true;  // of a word that has a vector
  int threads = 0;
};

[[nodiscard]] Neighborhoods find_neighbors(const Model& model, std::string_view word,
                                           const Inference& inference, const NeighborQuery& query);

[[nodiscard]] inline Neighborhoods find_neighbors(const Model& model, std::string_view word,
                                                  const Inference& inference, std::size_t k,
                                                  int threads = 0) {
  NeighborQuery query;
  query.k = k;
  query.threads = threads;
  return find_neighbors(model, word, inference, query);
}

// The words of what find_neighbors() found, best first; none if it found nothing.
[[nodiscard]] std::vector<std::string> neighbor_words(const Model& model,
                                                      const std::optional<Neighborhood>& found);

}  // namespace oovec::inline model
