// A corpus from Python: names of files, or an iterator of texts.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/variant.h>

#include <chrono>
#include <cstddef>
#include <functional>
#include <string>
#include <variant>
#include <vector>

#include "oovec/corpus/text_source.h"
#include "python/bindings/bindings.h"
#include "python/bindings/task.h"

namespace oovec::python {

// An iterator that is a sequence, too, gives texts.
using Corpus = std::variant<nb::typed<nb::iterator, nb::object>, Paths>;

// Is called without the GIL, and must not touch Python.
using ReadingTask = std::function<Task::Result(Task&, const TextSource&)>;

// Starts a task that reads a corpus.
[[nodiscard]] StartedTask start_reading(const Corpus& corpus, ReadingTask work);

// The same for an iterator of bytes, each of which is one or more lines (TextSource::of_lines()).
[[nodiscard]] StartedTask start_reading_lines(const nb::iterator& blocks, ReadingTask work);

// Adds the next texts of the iterator to `texts`: some 64 KiB, or what there is at the deadline,
// but one at least. False at the end. Throws what the iterator and `text_from` raise.
[[nodiscard]] bool take_texts(nb::handle iterator, std::string (*text_from)(nb::handle),
                              std::chrono::steady_clock::time_point deadline,
                              std::vector<std::string>& texts);

// How much memory a text takes.
[[nodiscard]] inline std::size_t size_in_memory(const std::string& text) {
  return text.size() + sizeof(std::string);
}

}  // namespace oovec::python
