// POST /v1/neighbors: the known words nearest to a word's form, its contexts and both.
#include <utility>
#include <vector>

#include "apps/server/inferring.h"
#include "apps/server/routes.h"
#include "oovec/base/kernels.h"
#include "oovec/model/neighborhood_map.h"
#include "oovec/model/neighbors.h"

namespace oovec::server {
namespace {

void write_neighbors(const char* key, const std::optional<Neighborhood>& found,
                     const Embeddings& vectors, JsonWriter& json) {
  json.key(key);
  if (!found) {
    json.null();
    return;
  }
  json.open('[');
  for (const Neighbor& neighbor : found->neighbors) {
    json.open('{').field("word", vectors.word(neighbor.row));
    json.field("cosine", neighbor.score).close('}');
  }
  json.close(']');
}

// What a map shows, and the vectors of it one after the other.
struct MapItems {
  struct Item {
    std::string_view word;
    std::string_view kind;
  };
  std::vector<Item> items;
  std::vector<float> vectors;

  void add(std::string_view word, std::string_view kind, std::span<const float> vector) {
    if (!(length_of(vector) > 0)) return;
    items.push_back({word, kind});
    vectors.insert(vectors.end(), vector.begin(), vector.end());
  }
};

MapItems map_items(std::string_view word, const Inference& inference, const Neighborhoods& found,
                   const Embeddings& vectors) {
  MapItems map;
  map.add(word, "word", inference.vector);
  map.add(word, "form", inference.form);
  map.add(word, "context", inference.context);
  std::vector<std::uint32_t> rows;
  for (const auto* list : {&found.joint, &found.form, &found.context})
    if (*list)
      for (const Neighbor& neighbor : (*list)->neighbors) rows.push_back(neighbor.row);
  std::ranges::sort(rows);
  rows.erase(std::unique(rows.begin(), rows.end()), rows.end());
  for (const std::uint32_t row : rows) map.add(vectors.word(row), "neighbor", vectors.row(row));
  return map;
}

void write_map(const MapItems& map, std::size_t dimension, JsonWriter& json) {
  const std::vector<MapPoint> points = neighborhood_map(map.vectors, dimension);
  json.key("map").open('{').key("points").open('[');
  for (std::size_t i = 0; i < points.size(); ++i) {
    json.open('{').field("word", map.items[i].word).field("x", points[i].x);
    json.field("y", points[i].y).field("kind", map.items[i].kind).close('}');
  }
  json.close(']').close('}');
}

void write_neighborhoods(Service& service, const ServedModel& served,
                         const NeighborsRequest& request, const WordItem& item, JsonWriter& json) {
  const Model& model = served.model();
  const InferrerLease inferrer(served);
  const Inference inference = infer_or_throw(service, *inferrer, item, request.without_ngrams);
  NeighborQuery query{request.k,       request.form, request.context, request.both, /*own=*/true,
                      /*ranks=*/false, /*threads=*/1};
  const Neighborhoods found = find_neighbors(model, item.word, inference, query);
  json.open('{').field("word", item.word).field("known", found.row.has_value());
  json.field("alpha", inference.alpha).field("confidence", inference.confidence);
  json.field("context_share", inference.context_share);
  write_neighbors("both", found.joint, model.vectors(), json);
  write_neighbors("form", found.form, model.vectors(), json);
  write_neighbors("context", found.context, model.vectors(), json);
  write_neighbors("own", found.own, model.vectors(), json);
  if (request.map)
    write_map(map_items(item.word, inference, found, model.vectors()), model.dimension(), json);
  json.close('}');
}

HttpResponse answer_neighbors(Service& service, const NeighborsRequest& request) {
  const ModelPointer served = service.model();
  HttpResponse response;
  JsonWriter json(response.body);
  if (!request.is_batch) {
    write_neighborhoods(service, *served, request, request.items.front(), json);
    return response;
  }
  json.open('{').field("model", served->name()).key("items").open('[');
  for (const WordItem& item : request.items) {
    try {
      write_neighborhoods(service, *served, request, item, json);
    } catch (const RequestError& error) {
      json.open('{').field("word", item.word);
      write_error(error, json);
      json.close('}');
    }
  }
  json.close(']').close('}');
  return response;
}

}  // namespace

Answer neighbors_route(Service& service, const CallPointer& call) {
  return
      [&service, call] { return answer_neighbors(service, parse_neighbors(call->request.body)); };
}

}  // namespace oovec::server
