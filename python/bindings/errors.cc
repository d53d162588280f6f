// Errors of the core become the exceptions of oovec.errors.
#include "oovec/base/error.h"

#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/vector.h>

#include "oovec/base/suggest.h"
#include "python/bindings/bindings.h"
#include "python/bindings/options.h"

namespace oovec::python {
namespace {

const char* name_of(ErrorKind kind) {
  switch (kind) {
    case ErrorKind::usage:
      return "UsageError";
    case ErrorKind::malformed:
      return "MalformedError";
    case ErrorKind::damaged:
      return "DamagedError";
    case ErrorKind::unsupported:
      return "UnsupportedError";
    case ErrorKind::io:
      return "FileError";
  }
  return "Error";
}

void translate(const std::exception_ptr& exception, void* /*payload*/) {
  try {
    std::rethrow_exception(exception);
  } catch (const Error& error) {
    const nb::object type = nb::module_::import_("oovec.errors").attr(name_of(error.kind()));
    const std::string message =
        error.message([](std::string_view option) { return python_name(option); });
    PyErr_SetString(type.ptr(), message.c_str());
  }
}

}  // namespace

void bind_errors(nb::module_& m) {
  nb::register_exception_translator(translate);
  m.def("did_you_mean", &did_you_mean, nb::arg("name"), nb::arg("names"));
}

}  // namespace oovec::python
