// Context indexes: making, merging and reading them.
#include <nanobind/stl/map.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include <fmt/format.h>

#include "oovec/corpus/context_index.h"
#include "oovec/corpus/indexer.h"
#include "oovec/corpus/text_blocks.h"
#include "oovec/io/check_outputs.h"
#include "python/bindings/bindings.h"
#include "python/bindings/options.h"
#include "python/bindings/task.h"
#include "python/bindings/texts.h"
#include "python/bindings/unlocked.h"

namespace oovec::python {
namespace {

StartedTask index(const VectorsHandle& vectors, const Corpus& corpus, const Path& output,
                  const Names& words, GivenOptions given) {
  auto options = options_from<IndexOptions>(std::move(given));
  options.words = words;
  return start_reading(corpus, [=](Task& task, const TextSource& source) mutable -> Task::Result {
    options.progress = &task;
    IndexSummary summary = index_corpus(*vectors.table, source, output.string(), options);
    summary.hints = python_hints(std::move(summary.hints));
    return [summary] { return nb::cast(summary); };
  });
}

StartedTask merge(const Paths& files, const Path& output, int threads) {
  return std::make_unique<Task>([=](Task& task) -> Task::Result {
    const IndexSummary summary =
        merge_index_files(names_of(files), output.string(), threads, &task);
    return [summary] { return nb::cast(summary); };
  });
}

std::map<std::string, std::uint64_t> token_counts(const IndexSummary& summary) {
  std::map<std::string, std::uint64_t> counts;
  for (std::size_t i = 0; i < summary.totals.tokens.count.size(); ++i)
    counts[std::string(enum_name(static_cast<Match>(i)))] = summary.totals.tokens.count[i];
  return counts;
}

// Whether a blank stands between two words of running text. A clitic is written with its word.
bool is_apart(std::string_view word, std::string_view next) {
  return !word.ends_with('\'') && !next.starts_with('\'') && next != "n't";
}

// The words as a text that is split into the same words again.
std::string as_text(const std::vector<std::string_view>& words, TokenizerKind tokenizer) {
  std::string text;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (i > 0 && (tokenizer == TokenizerKind::whitespace || is_apart(words[i - 1], words[i])))
      text += ' ';
    text += words[i];
  }
  return text;
}

// Before anything is read or written.
void check_files(const Paths& outputs, const Paths& inputs) {
  std::vector<PlannedOutput> planned;
  planned.reserve(outputs.size());
  for (const Path& output : outputs) planned.push_back({output.string()});
  oovec::check_outputs(planned, inputs.empty() ? Names() : expand_globs(names_of(inputs)));
}

// As all words are checked that users give.
std::string word_of(const nb::str& word) {
  return nb::cast<std::string>(nb::module_::import_("oovec._text").attr("check_word")(word));
}

bool contains(const ContextIndex& index, const nb::str& word) {
  Py_ssize_t size = 0;
  const char* const text = PyUnicode_AsUTF8AndSize(word.ptr(), &size);
  if (!text) PyErr_Clear();  // no word has half of a surrogate pair
  return text && index.look_up({text, static_cast<std::size_t>(size)}).word.has_value();
}

std::uint64_t count(const ContextIndex& index, const nb::str& word) {
  const auto target = index.look_up(word_of(word)).word;
  return target ? index.count(*target) : 0;
}

std::vector<std::string> contexts(const ContextIndex& index, const nb::str& word) {
  std::vector<std::string> texts;
  const auto target = index.look_up(word_of(word)).word;
  if (!target) return texts;
  texts.reserve(index.contexts(*target));
  for (std::size_t i = 0; i < index.contexts(*target); ++i)
    texts.push_back(as_text(index.words(index.context(*target, i), index.word(*target)),
                            index.settings().tokenizer));
  return texts;
}

}  // namespace

void bind_corpus(nb::module_& m) {
  nb::class_<IndexSummary>(m, "IndexSummary", "What an index contains.")
      .def("__repr__",
           [](const IndexSummary& self) {
             return fmt::format(
                 "<oovec.IndexSummary: {}, {} seen, {} kept>", counted(self.totals.lines, "line"),
                 counted(self.targets_seen, "word"), counted(self.sentences_kept, "sentence"));
           })
      .def_prop_ro("lines", [](const IndexSummary& self) { return self.totals.lines; })
      .def_prop_ro(
          "bad_lines", [](const IndexSummary& self) { return self.totals.bad_lines; },
          "Number of lines that were skipped: not UTF-8, JSON or CSV, as required.")
      .def_prop_ro("sentences", [](const IndexSummary& self) { return self.totals.sentences; })
      .def_prop_ro("tokens", &token_counts,
                   "Number of tokens by how they were found in the vectors, such as \"as is\".")
      .def_prop_ro(
          "language", [](const IndexSummary& self) { return self.settings.language; },
          "Language whose rules were used to read the text: a BCP 47 tag, \"und\" if undetermined.")
      .def_ro("words_seen", &IndexSummary::targets_seen,
              "Number of words of the vectors that occur in the text.")
      .def_ro("novel_words", &IndexSummary::novel_words,
              "Number of indexed words without a vector.")
      .def_ro("sentences_kept", &IndexSummary::sentences_kept)
      .def_ro("hints", &IndexSummary::hints,
              "What to do about a corpus that looks like JSON lines or CSV but was read as plain "
              "text; usually empty.")
      .def_ro("unseen", &IndexSummary::listed_unseen,
              "Words given with `words` that do not occur in the text.");
  nb::class_<ContextIndex>(
      m, "ContextIndex",
      "A context index file: for each word its count in a corpus and a sample of its sentences.")
      .def(
          "__init__",
          [](ContextIndex* self, nb::object path) {
            const auto check = nb::module_::import_("oovec._text").attr("file_name");
            new (self) ContextIndex(nb::cast<Path>(check(path)).string());
          },
          nb::arg("path"), nb::sig("def __init__(self, path: str | os.PathLike[str]) -> None"))
      .def("__len__", &ContextIndex::size, "Number of words that have an entry.")
      .def("__repr__",
           [](const ContextIndex& self) {
             return fmt::format("<oovec.ContextIndex: {}, {} of text>",
                                counted(self.size(), "word"), counted(self.totals().lines, "line"));
           })
      .def("__contains__", &contains, nb::arg("word"))
      .def("count", &count, nb::arg("word"), "How often the word occurs in the corpus.")
      .def("contexts", &contexts, nb::arg("word"),
           "The sampled sentences of a word, as texts for Model.infer(); words without a vector "
           "appear as \"…\".")
      .def(
          "summary",
          [](const ContextIndex& self) {
            const Unlocked unlocked;
            return summarize(self.view());
          },
          "What the index contains; reads all of it.");
  m.def("index", &index, nb::arg("vectors"), nb::arg("corpus"), nb::arg("output"), nb::arg("words"),
        nb::arg("options"));
  m.def("merge", &merge, nb::arg("files"), nb::arg("output"), nb::arg("threads"));
  m.def("check_outputs", &check_files, nb::arg("outputs"), nb::arg("inputs"));
  m.def("index_options", [] { return describe_options(IndexOptions()); });
}

}  // namespace oovec::python
