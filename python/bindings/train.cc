// Training: of models, one or many at once, and of word vectors.
#include <fmt/format.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include "lab/eval/dev_set.h"
#include "oovec/skipgram/skipgram.h"
#include "oovec/train/held_out.h"
#include "oovec/train/train.h"
#include "oovec/train/tune.h"
#include "python/bindings/bindings.h"
#include "python/bindings/options.h"
#include "python/bindings/task.h"
#include "python/bindings/texts.h"

namespace oovec::python {
namespace {

TrainOptions make_train_options(const Names& excluded, const Paths& dev, bool resume,
                                GivenOptions given) {
  WriteModelOptions write;
  take_options(given, write);
  Names names;
  TrainOptions().fields([&](const char* field, auto&&...) {
    if (given.contains(python_name(field).c_str())) names.emplace_back(field);
  });
  auto options = options_from<TrainOptions>(std::move(given));
  options.excluded = excluded;
  options.dev = lab::dev_scorers(names_of(dev));
  options.write = write;
  options.given = std::move(names);
  options.resume = resume;
  return options;
}

StartedTask start_training(const VectorsHandle& vectors, const Path& index, const Path& output,
                           const Names& excluded, const Paths& dev, bool resume,
                           GivenOptions given) {
  TrainOptions options = make_train_options(excluded, dev, resume, std::move(given));
  return std::make_unique<Task>([=](Task& task) mutable -> Task::Result {
    options.monitor = &task;
    options.progress = &task;
    const TrainSummary summary =
        train_model(vectors.table, ContextIndex(index.string()), output.string(), options);
    return [summary] { return nb::cast(summary); };
  });
}

std::vector<Candidate> read_candidates(const Names& models,
                                       const std::vector<double>& learning_rates) {
  std::vector<Composition> compositions(models.size());
  for (std::size_t i = 0; i < models.size(); ++i)
    set_enum("models", nb::cast(models[i]), compositions[i]);
  return combine(compositions, learning_rates);
}

// Nothing for a model that is solved for.
std::optional<double> learning_rate(const Candidate& candidate) {
  return is_solved(candidate.model) ? std::nullopt : std::optional(candidate.learning_rate);
}

// A row per candidate: model, learning rate, epochs.
nb::list grid(const std::vector<Candidate>& candidates, const TuneSummary& summary) {
  nb::list rows;
  for (std::size_t i = 0; i < candidates.size(); ++i)
    rows.append(nb::make_tuple(std::string(enum_name(candidates[i].model)),
                               learning_rate(candidates[i]), summary.results[i]));
  return rows;
}

StartedTask start_tuning(const VectorsHandle& vectors, const Path& index, const Path& output,
                         const Names& models, const std::vector<double>& learning_rates,
                         const Names& excluded, const Paths& dev, bool resume, GivenOptions given) {
  TrainOptions options = make_train_options(excluded, dev, resume, std::move(given));
  const std::vector<Candidate> candidates = read_candidates(models, learning_rates);
  return std::make_unique<Task>([=](Task& task) mutable -> Task::Result {
    options.monitor = &task;
    options.progress = &task;
    const TuneSummary summary =
        tune(vectors.table, ContextIndex(index.string()), output.string(), candidates, options);
    return [summary, candidates] {
      return nb::make_tuple(grid(candidates, summary), summary.best_candidate, summary.best_epoch,
                            summary.resumed_at, summary.stopped, summary.excluded,
                            python_hints(summary.hints));
    };
  });
}

StartedTask start_skipgram(const Corpus& corpus, const Names& excluded, GivenOptions given) {
  auto options = options_from<SkipgramOptions>(std::move(given));
  options.excluded = excluded;
  return start_reading(corpus, [=](Task& task, const TextSource& source) mutable -> Task::Result {
    options.progress = &task;
    SkipgramResult result = train_skipgram(source, options);
    const VectorsHandle vectors{std::make_shared<const Embeddings>(std::move(result.vectors))};
    const ListedWords found = std::move(result.summary.excluded);
    const std::vector<std::string> hints = python_hints(std::move(result.summary.hints));
    return [vectors, found, hints] { return nb::make_tuple(vectors, found, hints); };
  });
}

void bind_held_out(nb::module_& m) {
  nb::class_<Quality>(m, "Quality", "Quality of inferred vectors, compared with the true ones.")
      .def_ro("median_rank", &Quality::median_rank,
              "Median rank of the true vector among all vectors, by cosine to the inferred one; 1 "
              "is best.")
      .def_ro("mrr", &Quality::mrr, "Mean reciprocal rank: the mean of 1 / rank.")
      .def_ro("cosine", &Quality::cosine, "Mean cosine of the inferred and the true vector.")
      .def("__repr__", [](const Quality& self) {
        return fmt::format("<oovec.Quality: median rank {:.4g}, MRR {:.3f}, cosine {:.3f}>",
                           self.median_rank, self.mrr, self.cosine);
      });
  nb::class_<Lengths>(m, "Lengths", "How numbers, such as the lengths of vectors, are distributed.")
      .def_ro("low", &Lengths::low, "5th percentile.")
      .def_ro("median", &Lengths::median, "50th percentile.")
      .def_ro("high", &Lengths::high, "95th percentile.")
      .def("__repr__", [](const Lengths& self) {
        return fmt::format("<oovec.Lengths: {:.3g} to {:.3g}, median {:.3g}>", self.low, self.high,
                           self.median);
      });
  nb::class_<HeldOutRow>(m, "HeldOutRow",
                         "Metrics of a model on held-out words, for one number of contexts.")
      .def_ro("contexts", &HeldOutRow::contexts, "Number of contexts given to each word.")
      .def_ro("words", &HeldOutRow::words,
              "Number of words measured: those with at least as many contexts.")
      .def_ro("model", &HeldOutRow::model, "Quality of vectors from form and contexts.")
      .def_ro("form", &HeldOutRow::form,
              "Quality of vectors from form alone; None if the model does not use the form.")
      .def_ro("context", &HeldOutRow::context,
              "Quality of vectors from contexts alone; None without contexts, or if the model does "
              "not use them.")
      .def_ro("length", &HeldOutRow::length,
              "Lengths of the inferred vectors; None if nothing was inferred.")
      .def_ro("true_length", &HeldOutRow::true_length, "Lengths of the true vectors.")
      .def_ro("alpha", &HeldOutRow::alpha, "Weights of the contexts; None if nothing was inferred.")
      .def("__repr__", [](const HeldOutRow& self) {
        return fmt::format("<oovec.HeldOutRow: {}, {}, median rank {:.4g}>",
                           counted(self.words, "word"), counted(self.contexts, "context"),
                           self.model.median_rank);
      });
}

}  // namespace

void bind_train(nb::module_& m) {
  nb::class_<ListedWords>(m, "ListedWords", "How many words of a list were found.")
      .def_ro("words", &ListedWords::words, "Number of words in the list.")
      .def_ro("not_found", &ListedWords::not_found, "Number of words that were not found.")
      .def_ro("examples", &ListedWords::examples, "At most two of the words that were not found.")
      .def("__repr__", [](const ListedWords& self) {
        return "<oovec.ListedWords: " + counted(self.words, "word") + ", " +
               std::to_string(self.not_found) + " not found>";
      });
  bind_held_out(m);
  nb::class_<TrainSummary>(m, "TrainSummary", "The result of training.")
      .def_ro("epochs", &TrainSummary::epochs, "The result of each epoch.")
      .def_ro("best_epoch", &TrainSummary::best_epoch, "The epoch whose model was written.")
      .def_ro("words", &TrainSummary::words, "Number of training words.")
      .def_ro("words_with_contexts", &TrainSummary::words_with_contexts,
              "Number of training words that have contexts.")
      .def_ro("excluded", &TrainSummary::excluded,
              "The excluded words; those not found have no vector.")
      .def_ro("ngrams", &TrainSummary::ngrams, "Number of n-grams that the model knows.")
      .def_prop_ro(
          "hints", [](const TrainSummary& self) { return python_hints(self.hints); },
          "What may disappoint, and what to do about it.")
      .def_ro("instances_per_epoch", &TrainSummary::instances_per_epoch)
      .def_ro("resumed_at", &TrainSummary::resumed_at,
              "The step at which training was resumed; 0 if it started from the beginning.")
      .def_ro("stopped", &TrainSummary::stopped,
              "Whether training was stopped: there is a checkpoint, but no model.")
      .def_ro("solved", &TrainSummary::solved,
              "Whether the model was solved in closed form: there is one epoch, without a loss.")
      .def_prop_ro(
          "held_out",
          [](const TrainSummary& self) {
            return self.held_out ? self.held_out->rows : std::vector<HeldOutRow>();
          },
          "Metrics on held-out words, a row for each number of contexts; empty if there are no "
          "such words.");
  m.def("train", &start_training, nb::arg("vectors"), nb::arg("index"), nb::arg("output"),
        nb::arg("excluded"), nb::arg("dev"), nb::arg("resume"), nb::arg("options"));
  m.def("tune", &start_tuning, nb::arg("vectors"), nb::arg("index"), nb::arg("output"),
        nb::arg("models"), nb::arg("learning_rates"), nb::arg("excluded"), nb::arg("dev"),
        nb::arg("resume"), nb::arg("options"));
  m.def("skipgram", &start_skipgram, nb::arg("corpus"), nb::arg("excluded"), nb::arg("options"));
  m.def("train_options", [] { return describe_options(TrainOptions()); });
  m.def("write_model_options", [] { return describe_options(WriteModelOptions()); });
  m.def("skipgram_options", [] { return describe_options(SkipgramOptions()); });
}

}  // namespace oovec::python
