// The extension oovec._core.
#include <nanobind/stl/string_view.h>

#include "oovec/base/version.h"
#include "python/bindings/bindings.h"
#include "python/bindings/unlocked.h"

NB_MODULE(_core, m) {
  m.doc() = "The C++ core of oovec; the package oovec is the interface to it.";
  m.attr("version") = oovec::version();
  oovec::python::bind_errors(m);
  oovec::python::bind_ending(m);
  oovec::python::bind_task(m);
  oovec::python::bind_embeddings(m);
  oovec::python::bind_model(m);
  oovec::python::bind_corpus(m);
  oovec::python::bind_parts(m);
  oovec::python::bind_text(m);
  oovec::python::bind_train(m);
  oovec::python::bind_augment(m);
  oovec::python::bind_compare(m);
  oovec::python::bind_store(m);
}
