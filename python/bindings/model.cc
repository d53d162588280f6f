// Models, what they infer, and why.
#include "oovec/model/model.h"

#include <nanobind/stl/map.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/variant.h>
#include <nanobind/stl/vector.h>

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "oovec/base/error.h"
#include "oovec/model/batch_inference.h"
#include "oovec/model/explain.h"
#include "oovec/model/explain_json.h"
#include "oovec/model/explain_page.h"
#include "oovec/model/neighbors.h"
#include "python/bindings/bindings.h"
#include "python/bindings/task.h"
#include "python/bindings/unlocked.h"

namespace oovec::python {
namespace {

using Contexts = std::vector<std::string>;

// For Python's memory management, its own: the model stays as long as the observation.
struct ObservationHandle {
  std::shared_ptr<const Model> model;
  Observation observation;
};

struct ExplanationHandle {
  Explanation explanation;
  std::vector<std::string> nearest;
};

// The inference, or why there is none.
std::variant<Inference, std::string> as_variant(InferredWord inferred) {
  if (inferred.status == InferStatus::malformed) throw Error(inferred.error, inferred.message);
  if (inferred.status == InferStatus::unknown) return std::move(inferred.message);
  return std::move(inferred.inference);
}

std::variant<Inference, std::string> infer(const ModelHandle& self, std::string_view word,
                                           const Contexts& contexts, std::uint32_t window) {
  std::optional<Inference> inference;
  work_unlocked([&](Unlocked& unlocked) {
    Observation observation(*self.model, word, {window});
    for (const std::string& context : contexts) {
      observation.add(context);
      unlocked.check();
    }
    inference = observation.infer();
  });
  return as_variant(judge(std::move(inference)));
}

std::vector<ScoredWord> scored_words(const Model& model, const std::vector<Neighbor>& neighbors) {
  std::vector<ScoredWord> words;
  words.reserve(neighbors.size());
  for (const Neighbor& neighbor : neighbors)
    words.emplace_back(model.vectors().word(neighbor.row), neighbor.score);
  return words;
}

// The words nearest to the vector by form, by context, and by both; none where there is no such.
std::map<std::string, std::vector<ScoredWord>> neighbors(const ModelHandle& self,
                                                         std::string_view word,
                                                         const Inference& inference,
                                                         std::size_t k) {
  const Unlocked unlocked;
  const Neighborhoods found = find_neighbors(*self.model, word, inference, k);
  std::map<std::string, std::vector<ScoredWord>> words;
  const auto add = [&](const char* kind, const std::optional<Neighborhood>& hood) {
    words[kind] = hood ? scored_words(*self.model, hood->neighbors) : std::vector<ScoredWord>();
  };
  add("form", found.form);
  add("context", found.context);
  add("both", found.joint);
  return words;
}

ExplanationHandle make_explanation(const ModelHandle& self, std::string_view word,
                                   const Contexts& contexts, std::size_t k) {
  const Unlocked unlocked;
  ExplanationHandle result{explain(*self.model, word, contexts), {}};
  if (result.explanation.inferred)
    result.nearest = neighbor_words(
        *self.model,
        find_neighbors(*self.model, result.explanation.word, *result.explanation.inferred, k)
            .joint);
  return result;
}

enum class Part { both, form, context };

constexpr auto enum_names(Part) {
  return std::array<std::string_view, 3>{"both", "form", "context"};
}

// What to say of a word that has a vector, but not this part.
const char* missing_part(Part part) {
  return part == Part::form ? "has no vector from its form: no n-gram of it is known"
                            : "has no vector from contexts: no word of its contexts has a vector";
}

// The vectors of many words, as the rows of a matrix.
class Rows {
 public:
  Rows(const ModelHandle& handle, int threads, std::string_view part, std::uint32_t window)
      : model_(handle.model),
        batch_(*model_, threads, {window}),
        part_(enum_named<Part>(part).value()) {}

  // Each item is a word, or a pair of a word and its contexts: one, or any number. Returns words
  // that have no vector, and why; their rows are NaN.
  std::vector<std::pair<std::string, std::string>> add(const nb::list& items) {
    const std::vector<WordRequest> requests = read_items(items);
    const std::vector<InferredWord> inferred = infer_all(requests);
    std::vector<std::pair<std::string, std::string>> missing;
    for (std::size_t i = 0; i < inferred.size(); ++i) {
      const InferredWord& word = inferred[i];
      if (word.status == InferStatus::malformed) throw Error(word.error, word.message);
      const std::vector<float>& values = part_of(word.inference);
      if (word.status == InferStatus::unknown)
        missing.emplace_back(requests[i].word, word.message);
      else if (values.empty())
        missing.emplace_back(requests[i].word, missing_part(part_));
      rows_.insert(rows_.end(), values.begin(), values.end());
      rows_.resize((++size_) * model_->dimension(), std::numeric_limits<float>::quiet_NaN());
    }
    kept_.clear();
    return missing;
  }

  // What became of each word: the inference, or nothing and why. The rows are left as they are.
  std::vector<std::pair<std::optional<Inference>, std::string>> infer(const nb::list& items) {
    std::vector<InferredWord> inferred = infer_all(read_items(items));
    kept_.clear();
    std::vector<std::pair<std::optional<Inference>, std::string>> told;
    told.reserve(inferred.size());
    for (InferredWord& word : inferred)
      if (word.status == InferStatus::inferred)
        told.emplace_back(std::move(word.inference), "");
      else
        told.emplace_back(std::nullopt, std::move(word.message));
    return told;
  }

  // All rows so far; ends the batch.
  nb::ndarray<nb::numpy, float, nb::ndim<2>> take_matrix() {
    import_numpy();
    auto* const rows = new std::vector<float>(std::move(rows_));
    const nb::capsule owner(
        rows, [](void* list) noexcept { delete static_cast<std::vector<float>*>(list); });
    const std::size_t columns = model_->dimension();
    return {rows->data(), {rows->size() / columns, columns}, owner};
  }

 private:
  std::vector<WordRequest> read_items(const nb::list& items) {
    std::vector<WordRequest> requests;
    requests.reserve(items.size());
    for (const nb::handle item : items) requests.push_back(read_item(item));
    return requests;
  }

  std::vector<InferredWord> infer_all(const std::vector<WordRequest>& requests) {
    std::vector<InferredWord> inferred(requests.size());
    work_unlocked([&](Unlocked& unlocked) {
      const auto check = [&] { unlocked.check(); };
      batch_.for_each(requests.size(), [&](std::size_t i, WordInferrer& inferrer) {
        check();
        inferred[i] = inferrer.infer(requests[i].word, requests[i].contexts, {}, check);
      });
    });
    return inferred;
  }

  const std::vector<float>& part_of(const Inference& inference) const {
    if (part_ == Part::form) return inference.form;
    return part_ == Part::context ? inference.context : inference.vector;
  }

  std::string_view text_of(nb::object object) {
    if (!nb::isinstance<nb::str>(object)) {
      const auto type = nb::cast<std::string>(object.type().attr("__name__"));
      throw nb::type_error(("words and contexts are str, not " + type).c_str());
    }
    Py_ssize_t size = 0;
    const char* const text = PyUnicode_AsUTF8AndSize(object.ptr(), &size);
    if (text == nullptr) {
      PyErr_Clear();
      nb::module_::import_("oovec._text").attr("check_text")(object, "pairs");  // says what it is
      throw nb::type_error("words and contexts are text");
    }
    kept_.push_back(std::move(object));
    return {text, static_cast<std::size_t>(size)};
  }

  WordRequest read_item(nb::handle item) {
    WordRequest result;
    if (nb::isinstance<nb::str>(item)) {
      result.word = text_of(nb::borrow(item));
      return result;
    }
    if (!nb::isinstance<nb::sequence>(item) || nb::len(item) != 2)
      throw nb::type_error("each item is a word, or a pair of a word and its contexts");
    result.word = text_of(item[0]);
    const nb::object contexts = item[1];
    if (nb::isinstance<nb::str>(contexts))
      result.contexts.push_back(text_of(contexts));
    else if (!nb::hasattr(contexts, "__iter__"))
      throw nb::type_error("the contexts of a word are a str or a list of str");
    else
      for (const nb::handle context : contexts)
        result.contexts.push_back(text_of(nb::borrow(context)));
    return result;
  }

  std::shared_ptr<const Model> model_;
  BatchInference batch_;
  Part part_;
  std::vector<float> rows_;
  std::size_t size_ = 0;          // how many there are
  std::vector<nb::object> kept_;  // strings in use
};

Vector vector_in(nb::handle owner, const std::vector<float>& values) {
  import_numpy();
  return {values.data(), {values.size()}, owner};
}

std::optional<Vector> part_in(nb::handle owner, const std::vector<float>& values) {
  if (values.empty()) return std::nullopt;
  return vector_in(owner, values);
}

void bind_inference(nb::module_& m) {
  nb::class_<Inference>(m, "Inference",
                        "The vector that a model inferred for a word, with its diagnostics.")
      .def("__repr__",
           [](const Inference& self) {
             return fmt::format(
                 "<oovec.Inference: {}, alpha {:.2f}{}>", counted(self.vector.size(), "dimension"),
                 self.alpha,
                 self.confidence ? fmt::format(", confidence {:.2f}", *self.confidence) : "");
           })
      .def_prop_ro(
          "vector",
          [](nb::handle self) { return vector_in(self, nb::cast<const Inference&>(self).vector); },
          "The vector; read-only.")
      .def_prop_ro(
          "form",
          [](nb::handle self) { return part_in(self, nb::cast<const Inference&>(self).form); },
          "The vector that the spelling alone gives, or None.")
      .def_prop_ro(
          "context",
          [](nb::handle self) { return part_in(self, nb::cast<const Inference&>(self).context); },
          "The vector that the contexts alone give, or None.")
      .def_ro("alpha", &Inference::alpha, "The weight of the contexts in the vector, from 0 to 1.")
      .def_ro("context_share", &Inference::context_share,
              "How much of the vector the contexts make up; mostly from 0 to 1.")
      .def_ro("known_ngrams", &Inference::known_ngrams,
              "The share of the word's n-grams that the model knows, from 0 to 1.")
      .def_ro("context_words", &Inference::context_words,
              "Number of context words that have a vector.")
      .def_ro("agreement", &Inference::agreement,
              "The cosine of form and context; None if one of them is missing.")
      .def_ro("confidence", &Inference::confidence,
              "The expected cosine with the true vector, from 0 to 1; None if the model is not "
              "calibrated.");
}

template <class Item>
void bind_influence(nb::class_<Item>& item) {
  item.def_prop_ro(
          "importance", [](const Item& self) { return self.influence.importance; },
          "How far the vector of the form alone, or of the contexts alone, turns without this "
          "item, "
          "as a share of all items.")
      .def_prop_ro(
          "change", [](const Item& self) { return self.influence.change; },
          "How far the whole vector turns without this item, as a cosine distance.")
      .def_prop_ro(
          "contribution", [](const Item& self) { return self.influence.contribution; },
          "How much of the vector this item makes up; below 0 if it pulls the other way.");
}

void bind_explanation(nb::module_& m) {
  nb::class_<ExplainedNgram> ngram(m, "ExplainedNgram",
                                   "An n-gram of a word, and what it contributes to the vector.");
  ngram.def_ro("text", &ExplainedNgram::text)
      .def_ro("known", &ExplainedNgram::known)
      .def("__repr__", [](const ExplainedNgram& self) {
        return fmt::format("<oovec.ExplainedNgram: {}, importance {:.3f}>", self.text,
                           self.influence.importance);
      });
  bind_influence(ngram);
  nb::class_<ExplainedToken> token(m, "ExplainedToken",
                                   "A word of a context, and what it contributes to the vector.");
  token.def_ro("text", &ExplainedToken::text)
      .def_prop_ro("role", [](const ExplainedToken& self) { return enum_name(self.role); })
      .def("__repr__", [](const ExplainedToken& self) {
        return fmt::format("<oovec.ExplainedToken: {}, {}, importance {:.3f}>", self.text,
                           enum_name(self.role), self.influence.importance);
      });
  bind_influence(token);
  nb::class_<ExplanationHandle>(m, "Explanation")
      .def_prop_ro("word", [](const ExplanationHandle& self) { return self.explanation.word; })
      .def_prop_ro("inferred",
                   [](const ExplanationHandle& self) { return self.explanation.inferred; })
      .def_prop_ro("ngrams", [](const ExplanationHandle& self) { return self.explanation.ngrams; })
      .def_prop_ro("contexts",
                   [](const ExplanationHandle& self) { return self.explanation.contexts; })
      .def_ro("nearest", &ExplanationHandle::nearest)
      .def("json",
           [](const ExplanationHandle& self) {
             return explanation_json(self.explanation, self.nearest);
           })
      .def("html", [](const ExplanationHandle& self) {
        return explanation_page(self.explanation, self.nearest);
      });
}

// Vectors are those of a file, read unless the model has its own, or those given.
StartedTask open_model(const Path& path, const std::variant<Path, VectorsHandle>& vectors) {
  return std::make_unique<Task>([=](Task&) -> Task::Result {
    const auto* const given = std::get_if<VectorsHandle>(&vectors);
    const ModelHandle model{
        given ? std::make_shared<const Model>(path.string(), given->table)
              : std::make_shared<const Model>(path.string(), std::get<Path>(vectors).string())};
    return [model] { return nb::cast(model); };
  });
}

}  // namespace

void bind_model(nb::module_& m) {
  bind_inference(m);
  bind_explanation(m);
  nb::class_<ModelHandle>(m, "Model", "A form-context model.")
      .def_prop_ro("dimension", [](const ModelHandle& self) { return self.model->dimension(); })
      .def_prop_ro("vectors", [](const ModelHandle& self) { return VectorsHandle(*self.model); })
      .def_prop_ro("settings",
                   [](const ModelHandle& self) -> nb::typed<nb::dict, nb::str, nb::any> {
                     const ModelSettings& settings = self.model->settings();
                     nb::dict dict;
                     dict["model"] = enum_name(settings.composition);
                     dict["ngram_min"] = settings.ngrams.min;
                     dict["ngram_max"] = settings.ngrams.max;
                     dict["tokenizer"] = enum_name(settings.tokenizer);
                     dict["lowercase"] = settings.lowercase;
                     dict["language"] = settings.language;
                     dict["window"] = settings.window;
                     dict["training"] = settings.training;
                     return dict;
                   })
      .def(
          "normal_word",
          [](const ModelHandle& self, std::string_view word) {
            return normal_word(word, self.model->text().casing());
          },
          nb::arg("word"))
      .def("infer", &infer, nb::arg("word"), nb::arg("contexts"), nb::arg("window"))
      .def("neighbors", &neighbors, nb::arg("word"), nb::arg("inference"), nb::arg("k"))
      .def("explain", &make_explanation, nb::arg("word"), nb::arg("contexts"), nb::arg("k"));
  m.def("open_model", &open_model, nb::arg("path"), nb::arg("vectors"));
  nb::class_<ObservationHandle>(m, "Observation", "A word and the contexts seen so far.")
      .def(
          "__init__",
          [](ObservationHandle* self, const ModelHandle& model, std::string_view word,
             std::uint32_t window) {
            new (self) ObservationHandle{model.model, Observation(*model.model, word, {window})};
          },
          nb::arg("model"), nb::arg("word"), nb::arg("window"))
      .def_prop_ro("word", [](const ObservationHandle& self) { return self.observation.word(); })
      .def(
          "add",
          [](ObservationHandle& self, std::string_view context) { self.observation.add(context); },
          nb::arg("context"))
      .def("infer", [](const ObservationHandle& self) {
        return as_variant(judge(self.observation.infer()));
      });
  nb::class_<Rows>(m, "BatchInference")
      .def(nb::init<const ModelHandle&, int, std::string_view, std::uint32_t>(), nb::arg("model"),
           nb::arg("threads"), nb::arg("part"), nb::arg("window"))
      .def("add", &Rows::add, nb::arg("items"),
           nb::sig(
               "def add(self, items: list[str | tuple[str, str | collections.abc.Iterable[str]]])"
               " -> list[tuple[str, str]]"))
      .def("infer", &Rows::infer, nb::arg("items"),
           nb::sig("def infer(self, items: list[tuple[str, list[str]]])"
                   " -> list[tuple[Inference | None, str]]"))
      .def("take_matrix", &Rows::take_matrix);
}

}  // namespace oovec::python
