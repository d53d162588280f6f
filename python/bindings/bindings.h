// The parts of the extension oovec._core: each adds what its file binds to the module.
//
// The extension only translates. Whatever takes long runs as a Task (task.h), without the GIL.
// Objects that serve one thread at a time (Observation, TextReader) keep it, which is their lock.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "oovec/model/model.h"
#include "oovec/vectors/embeddings.h"

namespace oovec::python {

namespace nb = nanobind;

// Immutable, so that Python's objects share them.
struct VectorsHandle {
  std::shared_ptr<const Embeddings> table;
};
struct ModelHandle {
  std::shared_ptr<const Model> model;
};

using Vector = nb::ndarray<nb::numpy, const float, nb::ndim<1>>;
using MatrixView = nb::ndarray<nb::numpy, const float, nb::ndim<2>>;
using VectorArgument = nb::ndarray<const float, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using MatrixArgument = nb::ndarray<const float, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
using Names = std::vector<std::string>;
using ScoredWord = std::pair<std::string, float>;

void bind_errors(nb::module_& m);
void bind_task(nb::module_& m);
void bind_embeddings(nb::module_& m);
void bind_model(nb::module_& m);
void bind_corpus(nb::module_& m);
void bind_text(nb::module_& m);
void bind_train(nb::module_& m);
void bind_augment(nb::module_& m);

}  // namespace oovec::python
