// Novel words, remembered.
#include "oovec/store/store.h"

#include <nanobind/stl/map.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <fmt/format.h>

#include <tuple>
#include <utility>

#include "python/bindings/bindings.h"
#include "python/bindings/options.h"
#include "python/bindings/unlocked.h"

namespace oovec::python {
namespace {

// A word, a context, when it was seen in milliseconds, and how often.
using GivenSighting = std::tuple<std::string, std::string, std::int64_t, std::uint64_t>;

Store open_store(const std::optional<Path>& path, const ModelHandle* model, bool create,
                 GivenOptions given) {
  auto options = options_from<StoreOptions>(std::move(given));
  options.create = create;
  if (model) options.text = model->model->text();
  const Unlocked unlocked;
  return path ? Store::open(path->string(), options) : Store::in_memory(options);
}

void add_sightings(Store& store, const std::vector<GivenSighting>& given) {
  const Unlocked unlocked;
  std::vector<Sighting> sightings;
  sightings.reserve(given.size());
  for (const auto& [word, context, time, count] : given)
    sightings.push_back({word, context, time, count});
  store.add_many(sightings);
}

std::vector<WordSummary> list_words(const Store& store, std::string_view order,
                                    std::uint64_t min_count, std::optional<std::int64_t> since,
                                    std::size_t limit, const std::optional<WordSummary>& after) {
  WordQuery query;
  set_enum("order", nb::str(order.data(), order.size()), query.order);
  query.min_count = min_count;
  query.since = since;
  query.limit = limit;
  query.after = after;
  const Unlocked unlocked;
  return store.words(query);
}

std::map<std::string, std::uint64_t> totals_of(const Store& store) {
  const Unlocked unlocked;
  const StoreTotals totals = store.totals();
  return {{"words", totals.words},
          {"contexts", totals.contexts},
          {"sightings", totals.sightings},
          {"bytes", totals.bytes}};
}

std::vector<std::string> texts_of(const StoredWord& word) {
  std::vector<std::string> texts;
  texts.reserve(word.contexts.size());
  for (const StoredContext& context : word.contexts) texts.push_back(context.text);
  return texts;
}

double seconds(std::int64_t milliseconds) { return static_cast<double>(milliseconds) / 1000; }

template <class Word>
nb::class_<Word> bind_word(nb::module_& m, const char* name, const char* help) {
  nb::class_<Word> bound(m, name, help);
  bound.def_prop_ro("word", [](const Word& self) { return self.word; })
      .def_prop_ro(
          "count", [](const Word& self) { return self.count; }, "How often the word was seen.")
      .def_prop_ro(
          "first", [](const Word& self) { return seconds(self.first); },
          "When the word was first seen, in seconds since 1970.")
      .def_prop_ro(
          "last", [](const Word& self) { return seconds(self.last); },
          "When the word was last seen, in seconds since 1970.");
  bound.def("__repr__", [name = std::string(name)](const Word& self) {
    return fmt::format("<oovec.{}: {}, seen {}>", name, self.word, counted(self.count, "time"));
  });
  return bound;
}

}  // namespace

void bind_store(nb::module_& m) {
  bind_word<WordSummary>(m, "WordSummary", "A word of a store, without its contexts.")
      .def_ro("contexts", &WordSummary::contexts, "Number of contexts that are kept.");
  bind_word<StoredWord>(m, "StoredWord", "A word of a store and its contexts.")
      .def_prop_ro("contexts", &texts_of, "The contexts that are kept, in no particular order.");
  nb::class_<Store>(m, "Store")
      .def(
          "__init__",
          [](Store* self, const std::optional<Path>& path, const ModelHandle* model, bool create,
             GivenOptions given) {
            new (self) Store(open_store(path, model, create, std::move(given)));
          },
          nb::arg("path").none(), nb::arg("model").none(), nb::arg("create"), nb::arg("options"))
      .def("spell", &Store::spell, nb::arg("word"))
      .def(
          "check_text",
          [](const Store& self, const ModelHandle& model) { self.check_text(model.model->text()); },
          nb::arg("model"))
      .def("add", &add_sightings, nb::arg("sightings"))
      .def(
          "find",
          [](const Store& self, std::string_view word) {
            const Unlocked unlocked;
            return self.find(word);
          },
          nb::arg("word"))
      .def(
          "forget",
          [](Store& self, std::string_view word) {
            const Unlocked unlocked;
            return self.forget(word);
          },
          nb::arg("word"))
      .def("words", &list_words, nb::arg("order"), nb::arg("min_count"), nb::arg("since").none(),
           nb::arg("limit"), nb::arg("after").none())
      .def("totals", &totals_of)
      .def(
          "merge",
          [](Store& self, const Store& other) {
            const Unlocked unlocked;
            self.merge(other);
          },
          nb::arg("other"))
      .def(
          "save",
          [](const Store& self, const Path& path) {
            const Unlocked unlocked;
            self.save(path.string());
          },
          nb::arg("path"))
      .def("check", [](const Store& self) {
        const Unlocked unlocked;
        self.check();
      });
  m.def("store_options", [] { return describe_options(StoreOptions()); });
}

}  // namespace oovec::python
