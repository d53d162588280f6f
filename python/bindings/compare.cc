// Comparing what words mean by group, covariates and time.
#include "oovec/compare/compare.h"

#include <nanobind/stl/string.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include "lab/experiment/compare_page.h"
#include "python/bindings/bindings.h"
#include "python/bindings/options.h"
#include "python/bindings/task.h"
#include "python/bindings/texts.h"

namespace oovec::python {
namespace {

// What a comparison comes to: its JSON, its CSV and its hints.
StartedTask start_compare(const ModelHandle& model, const Corpus& corpus, const Names& words,
                          const Names& anchors, const Names& at, GivenOptions given) {
  auto options = options_from<CompareOptions>(std::move(given));
  options.words = words;
  options.anchors = anchors;
  options.at = at;
  return start_reading(corpus, [=](Task& task, const TextSource& source) mutable -> Task::Result {
    options.progress = &task;
    CompareResult result = compare_contexts(*model.model, source, options);
    result.hints = python_hints(std::move(result.hints));
    return [json = comparison_json(result), csv = comparison_csv(result), hints = result.hints] {
      return nb::make_tuple(json, csv, hints);
    };
  });
}

}  // namespace

void bind_compare(nb::module_& m) {
  m.def("compare", &start_compare, nb::arg("model"), nb::arg("corpus"), nb::arg("words"),
        nb::arg("anchors"), nb::arg("at"), nb::arg("options"));
  m.def(
      "compare_page", [](const std::string& json) { return lab::compare_page(json); },
      nb::arg("json"));
  m.def("compare_options", [] { return describe_options(CompareOptions()); });
}

}  // namespace oovec::python
