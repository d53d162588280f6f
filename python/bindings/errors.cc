// Errors of the core become the exceptions of oovec.errors.
#include "oovec/base/error.h"

#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/vector.h>

#include <stdexcept>
#include <system_error>

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

// Files and words may have bytes that are not UTF-8.
void set_error(const nb::object& type, std::string_view message) {
  const nb::object text = nb::steal(PyUnicode_DecodeUTF8(
      message.data(), static_cast<Py_ssize_t>(message.size()), "backslashreplace"));
  if (text.is_valid()) PyErr_SetObject(type.ptr(), text.ptr());
}

void translate(const std::exception_ptr& exception, void* /*payload*/) {
  try {
    std::rethrow_exception(exception);
  } catch (const Error& error) {
    const nb::object type = nb::module_::import_("oovec.errors").attr(name_of(error.kind()));
    const std::string message =
        error.message([](std::string_view option) { return python_name(option); });
    set_error(type, message);
  } catch (const std::system_error& refused) {  // of the file system and of threads
    set_error(nb::module_::import_("oovec.errors").attr(name_of(ErrorKind::io)), refused.what());
  } catch (const std::length_error&) {
    PyErr_SetString(PyExc_MemoryError, "more numbers than memory can hold");
  }
}

}  // namespace

void bind_errors(nb::module_& m) {
  nb::register_exception_translator(translate);
  m.def("did_you_mean", &did_you_mean, nb::arg("name"), nb::arg("names"));
}

}  // namespace oovec::python
