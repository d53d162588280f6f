#include "python/bindings/texts.h"

#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <utility>

#include "python/bindings/unlocked.h"

namespace oovec::python {
namespace {

// What is not Unicode is for the core to judge, as in files.
std::string text_from_str(nb::handle object) {
  if (!nb::isinstance<nb::str>(object)) {
    const auto type = nb::cast<std::string>(object.type().attr("__name__"));
    throw nb::type_error(
        ("a corpus consists of str, not " + type + "; name files as pathlib.Path").c_str());
  }
  const nb::object bytes =
      nb::steal(PyUnicode_AsEncodedString(object.ptr(), "utf-8", "surrogatepass"));
  char* data = nullptr;
  Py_ssize_t size = 0;
  if (!bytes.is_valid() || PyBytes_AsStringAndSize(bytes.ptr(), &data, &size) != 0)
    throw nb::python_error();
  return {data, static_cast<std::size_t>(size)};
}

std::string text_from_bytes(nb::handle object) {
  const auto bytes = nb::cast<nb::bytes>(object);
  return {bytes.c_str(), bytes.size()};
}

}  // namespace

StartedTask start_reading(const Corpus& corpus,
                          std::function<Task::Result(Task&, const TextSource&)> work) {
  if (const auto* files = std::get_if<Paths>(&corpus))
    return std::make_unique<Task>([work = std::move(work), source = TextSource(names_of(*files))](
                                      Task& task) { return work(task, source); });
  return std::make_unique<Task>(
      [work = std::move(work)](Task& task) {
        return work(task, TextSource([&task] { return task.next_text(); }));
      },
      IteratorOfTexts{std::get<0>(corpus), text_from_str});
}

StartedTask start_reading_lines(const nb::iterator& blocks,
                                std::function<Task::Result(Task&, const TextSource&)> work) {
  return std::make_unique<Task>(
      [work = std::move(work)](Task& task) {
        return work(task, TextSource::of_lines([&task] { return task.next_text(); }));
      },
      IteratorOfTexts{blocks, text_from_bytes});
}

bool take_texts(nb::handle iterator, std::string (*text_from)(nb::handle),
                std::chrono::steady_clock::time_point deadline, std::vector<std::string>& texts) {
  constexpr std::size_t enough = 1 << 16;
  std::size_t size = 0;
  do {
    const nb::object next = nb::steal(call_python([&] { return PyIter_Next(iterator.ptr()); }));
    if (!next.is_valid()) {
      if (PyErr_Occurred() != nullptr) throw nb::python_error();
      return false;
    }
    texts.push_back(text_from(next));
    size += size_in_memory(texts.back());
  } while (size < enough && std::chrono::steady_clock::now() < deadline);
  return true;
}

}  // namespace oovec::python
