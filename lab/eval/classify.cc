#include "lab/eval/classify.h"

#include <memory>

#include <linear.h>

namespace oovec::lab {
namespace {

using Nodes = std::vector<feature_node>;

constexpr int end_of_row = -1;

void add_nodes(std::span<const float> row, Nodes& nodes) {
  for (std::size_t i = 0; i < row.size(); ++i)
    nodes.push_back({static_cast<int>(i) + 1, static_cast<double>(row[i])});
  nodes.push_back({static_cast<int>(row.size()) + 1, 1});  // for the bias
  nodes.push_back({end_of_row, 0});
}

bool silence() {
  set_print_string_function([](const char*) {});
  return true;
}

struct FreeModel {
  void operator()(::model* trained) const { free_and_destroy_model(&trained); }
};

}  // namespace

std::vector<int> classify(const LabelledRows& rows, std::span<const std::size_t> training,
                          std::span<const std::size_t> tested, double cost) {
  const std::size_t stride = rows.columns + 2;
  Nodes nodes;
  nodes.reserve(training.size() * stride);
  std::vector<double> labels;
  labels.reserve(training.size());
  for (const std::size_t i : training) {
    add_nodes(rows.row(i), nodes);
    labels.push_back(rows.labels[i]);
  }
  std::vector<feature_node*> starts;
  starts.reserve(training.size());
  for (std::size_t i = 0; i < training.size(); ++i) starts.push_back(&nodes[i * stride]);

  const problem learned{static_cast<int>(training.size()), static_cast<int>(rows.columns) + 1,
                        labels.data(), starts.data(), 1};
  parameter settings{};
  settings.solver_type = L2R_LR;  // Newton's method; has no use for random numbers
  settings.eps = 0.01;
  settings.C = cost;
  [[maybe_unused]] static const bool silent = silence();
  const std::unique_ptr<::model, FreeModel> trained(::train(&learned, &settings));

  std::vector<int> found;
  found.reserve(tested.size());
  for (const std::size_t i : tested) {
    nodes.clear();
    add_nodes(rows.row(i), nodes);
    found.push_back(static_cast<int>(predict(trained.get(), nodes.data())));
  }
  return found;
}

}  // namespace oovec::lab
