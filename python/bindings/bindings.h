// The parts of the extension oovec._core: each adds what its file binds to the module.
//
// The extension only translates. Whatever takes long runs as a Task (task.h), without the GIL.
// Objects that serve one thread at a time (Observation, TextReader) keep it, which is their lock.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "oovec/model/model.h"
#include "oovec/search/search_rows.h"
#include "oovec/vectors/embeddings.h"

namespace oovec::python {

namespace nb = nanobind;

// Immutable, so that Python's objects share them.
struct VectorsHandle {
  explicit VectorsHandle(std::shared_ptr<const Embeddings> vectors)
      : table(std::move(vectors)), search(std::make_shared<const SearchRows>(table)) {}
  explicit VectorsHandle(const Model& model)
      : table(model.parts().vectors), search(model.search()) {}
  std::shared_ptr<const Embeddings> table;
  std::shared_ptr<const SearchRows> search;
};
struct ModelHandle {
  std::shared_ptr<const Model> model;
};

using Vector = nb::ndarray<nb::numpy, const float, nb::ndim<1>>;
using MatrixView = nb::ndarray<nb::numpy, const float, nb::ndim<2>>;
using VectorArgument = nb::ndarray<const float, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using MatrixArgument = nb::ndarray<const float, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
using Names = std::vector<std::string>;

// The name of a file: in Python a str that oovec._text.file_name() made, here its bytes.
struct Path {
  std::string bytes;
  [[nodiscard]] const std::string& string() const { return bytes; }
};
using Paths = std::vector<Path>;
using ScoredWord = std::pair<std::string, float>;

// "1 word", "2 words".
[[nodiscard]] inline std::string counted(std::uint64_t number, const char* noun) {
  return std::to_string(number) + ' ' + noun + (number == 1 ? "" : "s");
}

[[nodiscard]] inline Names names_of(const Paths& paths) {
  Names names(paths.size());
  std::transform(paths.begin(), paths.end(), names.begin(),
                 [](const Path& path) { return path.string(); });
  return names;
}

void bind_errors(nb::module_& m);
void bind_task(nb::module_& m);
void bind_embeddings(nb::module_& m);
void bind_model(nb::module_& m);
void bind_corpus(nb::module_& m);
void bind_parts(nb::module_& m);
void bind_text(nb::module_& m);
void bind_train(nb::module_& m);
void bind_augment(nb::module_& m);
void bind_compare(nb::module_& m);
void bind_store(nb::module_& m);

}  // namespace oovec::python

namespace nanobind::detail {

template <>
struct type_caster<oovec::python::Path> {
  NB_TYPE_CASTER(oovec::python::Path, const_name("str"))

  bool from_python(handle source, std::uint8_t /*flags*/, cleanup_list* /*cleanup*/) noexcept {
    if (!PyUnicode_Check(source.ptr())) return false;
    const object encoded = steal(PyUnicode_EncodeFSDefault(source.ptr()));
    char* data = nullptr;
    Py_ssize_t size = 0;
    if (!encoded.is_valid() || PyBytes_AsStringAndSize(encoded.ptr(), &data, &size) != 0) {
      PyErr_Clear();
      return false;
    }
    value.bytes.assign(data, static_cast<std::size_t>(size));
    return true;
  }
};

}  // namespace nanobind::detail
