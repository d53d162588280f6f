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

StartedTask start_taking(IteratorOfTexts texts, ReadingTask work,
                         TextSource (*source_of)(TextSource::Next)) {
  return std::make_unique<Task>(
      [work = std::move(work), source_of](Task& task) {
        return work(task, source_of([&task] { return task.next_text(); }));
      },
      std::move(texts));
}

}  // namespace

StartedTask start_reading(const Corpus& corpus, ReadingTask work) {
  if (const auto* files = std::get_if<Paths>(&corpus))
    return std::make_unique<Task>([work = std::move(work), source = TextSource(names_of(*files))](
                                      Task& task) { return work(task, source); });
  return start_taking({std::get<0>(corpus), text_from_str}, std::move(work),
                      [](TextSource::Next next) { return TextSource(std::move(next)); });
}

StartedTask start_reading_lines(const nb::iterator& blocks, ReadingTask work) {
  return start_taking({blocks, text_from_bytes}, std::move(work), TextSource::of_lines);
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
