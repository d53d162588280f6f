// More vectors from new text.
#include "oovec/augment/augment.h"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include "python/bindings/bindings.h"
#include "python/bindings/options.h"
#include "python/bindings/task.h"
#include "python/bindings/texts.h"

namespace oovec::python {
namespace {

AugmentOptions augment_options(const Path& vectors, const Names& words, std::uint32_t neighbors,
                               GivenOptions given) {
  AugmentOptions options;
  take_options(given, options);
  take_options(given, options.index);
  check_none_left(given);
  options.vectors = vectors.string();
  options.words = words;
  options.neighbors = neighbors;
  return options;
}

StartedTask start_check(const ModelHandle& model, const Path& output, const Path& vectors,
                        GivenOptions given) {
  auto options = augment_options(vectors, {}, 0, std::move(given));
  return std::make_unique<Task>([=](Task& task) mutable -> Task::Result {
    options.index.progress = &task;
    check_augment(*model.model, output.string(), options);
    return [] { return nb::none(); };
  });
}

StartedTask start_from_index(const ModelHandle& model, const Path& index, const Path& output,
                             const Path& vectors, std::uint32_t neighbors, GivenOptions given) {
  auto options = augment_options(vectors, {}, neighbors, std::move(given));
  return std::make_unique<Task>([=](Task& task) mutable -> Task::Result {
    options.index.progress = &task;
    const AugmentResult result =
        augment_from_index(*model.model, ContextIndex(index.string()), output.string(), options);
    return [result] { return nb::make_tuple(result.words, python_hints(result.hints())); };
  });
}

StartedTask start_augment(const ModelHandle& model, const Corpus& corpus, const Path& output,
                          const Path& vectors, const Names& words, std::uint32_t neighbors,
                          GivenOptions given) {
  auto options = augment_options(vectors, words, neighbors, std::move(given));
  return start_reading(corpus, [=](Task& task, const TextSource& source) mutable -> Task::Result {
    options.index.progress = &task;
    const AugmentResult result = augment_vectors(*model.model, source, output.string(), options);
    return [result] { return nb::make_tuple(result.words, python_hints(result.hints())); };
  });
}

}  // namespace

void bind_augment(nb::module_& m) {
  nb::class_<NewWord>(m, "NewWord", "A word of a text that the vectors lacked.")
      .def_ro("word", &NewWord::word)
      .def_ro("count", &NewWord::count, "How often the word occurs in the text.")
      .def_prop_ro(
          "outcome", [](const NewWord& self) { return std::string(enum_name(self.outcome)); },
          "\"added\", \"not inferred\" or \"not written\".")
      .def_ro("alpha", &NewWord::alpha, "The weight of the contexts in its vector.")
      .def_ro("confidence", &NewWord::confidence, "The expected cosine with the true vector.")
      .def_ro("context_words", &NewWord::context_words,
              "Number of context words that have a vector.")
      .def_ro("nearest", &NewWord::nearest, "The words of the vectors that are nearest to it.")
      .def("__repr__", [](const NewWord& self) {
        return "<oovec.NewWord: " + self.word + ", " + std::string(enum_name(self.outcome)) + ">";
      });
  m.def("augment", &start_augment, nb::arg("model"), nb::arg("corpus"), nb::arg("output"),
        nb::arg("vectors"), nb::arg("words"), nb::arg("neighbors"), nb::arg("options"));
  m.def("check_augment", &start_check, nb::arg("model"), nb::arg("output"), nb::arg("vectors"),
        nb::arg("options"));
  m.def("augment_from_index", &start_from_index, nb::arg("model"), nb::arg("index"),
        nb::arg("output"), nb::arg("vectors"), nb::arg("neighbors"), nb::arg("options"));
  m.def("augment_options", [] { return describe_options(AugmentOptions()); });
}

}  // namespace oovec::python
