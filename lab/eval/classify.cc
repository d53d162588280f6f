#include "lab/eval/classify.h"

#include <cmath>
#include <cstddef>
#include <memory>

#include <linear.h>

// The four functions of BLAS that LIBLINEAR calls, as BLAS has them: of vectors of n numbers, each
// so many places after the other. With a system's BLAS, figures would depend on which one is
// installed, and every start of the program would wait for it to be loaded: 4 ms of 7 for OpenBLAS.
// Hidden, so that no other library uses them.
// NOLINTBEGIN(readability-identifier-naming)
extern "C" {

// √Σxᵢ²
[[gnu::visibility("hidden")]] double dnrm2_(const int* n, const double* x, const int* step) {
  const std::ptrdiff_t stride = *step;
  double squares = 0;
  for (std::ptrdiff_t i = 0; i < *n; ++i) squares += x[i * stride] * x[i * stride];
  return std::sqrt(squares);
}

// Σxᵢyᵢ
[[gnu::visibility("hidden")]] double ddot_(const int* n, const double* x, const int* x_step,
                                           const double* y, const int* y_step) {
  const std::ptrdiff_t x_stride = *x_step, y_stride = *y_step;
  double sum = 0;
  for (std::ptrdiff_t i = 0; i < *n; ++i) sum += x[i * x_stride] * y[i * y_stride];
  return sum;
}

// y += ax
[[gnu::visibility("hidden")]] int daxpy_(const int* n, const double* a, const double* x,
                                         const int* x_step, double* y, const int* y_step) {
  const std::ptrdiff_t x_stride = *x_step, y_stride = *y_step;
  for (std::ptrdiff_t i = 0; i < *n; ++i) y[i * y_stride] += *a * x[i * x_stride];
  return 0;
}

// x = ax
[[gnu::visibility("hidden")]] int dscal_(const int* n, const double* a, double* x,
                                         const int* step) {
  const std::ptrdiff_t stride = *step;
  for (std::ptrdiff_t i = 0; i < *n; ++i) x[i * stride] *= *a;
  return 0;
}

}  // extern "C"
// NOLINTEND(readability-identifier-naming)

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
