// Word vectors: reading, writing, arrays of them without a copy, and search.
#include "oovec/vectors/embeddings.h"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <tuple>

#include <fmt/format.h>

#include "oovec/base/error.h"
#include "oovec/base/finite.h"
#include "oovec/base/kernels.h"
#include "oovec/search/nearest.h"
#include "oovec/text/utf8.h"
#include "oovec/vectors/fasttext_subwords.h"
#include "oovec/vectors/format.h"
#include "oovec/vectors/subwords.h"
#include "oovec/vectors/word_list.h"
#include "python/bindings/bindings.h"
#include "python/bindings/options.h"
#include "python/bindings/task.h"
#include "python/bindings/unlocked.h"

namespace oovec::python {
namespace {

using Words = std::vector<std::string>;

// Keeps the numbers of an array in place.
nb::capsule owner_of(const VectorsHandle& vectors) {
  return {new std::shared_ptr<const Embeddings>(vectors.table), [](void* table) noexcept {
            delete static_cast<std::shared_ptr<const Embeddings>*>(table);
          }};
}

StartedTask load(const Path& file, GivenOptions given) {
  const std::string& path = file.string();
  ReadOptions read;
  if (given.contains("repair")) {
    read.repair = convert<bool>("repair", given["repair"], "True or False");
    nb::del(given["repair"]);
  }
  read = options_from(std::move(given), read);
  return std::make_unique<Task>([path, read](Task& task) mutable -> Task::Result {
    read.progress = &task;
    ReadResult result = read_vectors(path, read);
    std::vector<std::string> problems;
    problems.reserve(result.problems.size());
    for (const Problem& problem : result.problems)
      problems.push_back(replace_invalid_utf8(location(path, problem) + ": " + describe(problem)));
    const VectorsHandle vectors{std::make_shared<const Embeddings>(std::move(result.embeddings))};
    return [vectors, problems, format = result.format] {
      return nb::make_tuple(vectors, std::string(enum_name(format)), problems);
    };
  });
}

StartedTask save(const VectorsHandle& vectors, const Path& path, GivenOptions given) {
  auto write = options_from<WriteOptions>(std::move(given));
  return std::make_unique<Task>([vectors, path, write](Task& task) mutable -> Task::Result {
    write.progress = &task;
    write_vectors(*vectors.table, path.string(), write);
    return [] { return nb::none(); };
  });
}

std::span<const float> row_of(const MatrixArgument& matrix, std::size_t row) {
  return {matrix.data() + row * matrix.shape(1), matrix.shape(1)};
}

void check_rows(const Words& words, const MatrixArgument& matrix) {
  if (words.size() != matrix.shape(0))
    throw Error(ErrorKind::usage,
                fmt::format("there are {} words, but {} vectors", words.size(), matrix.shape(0)));
  if (matrix.shape(1) == 0) throw Error(ErrorKind::usage, "the vectors have no numbers");
  if (const auto empty = std::ranges::find(words, ""); empty != words.end())
    throw Error(ErrorKind::usage, fmt::format("word {} is empty; every vector needs a word",
                                              empty - words.begin() + 1));
  const std::span<const float> values(matrix.data(), matrix.size());
  if (const auto bad = find_not_finite(values))
    throw Error(ErrorKind::usage,
                fmt::format("the vector of \"{}\" has a number that is not finite",
                            words[*bad / matrix.shape(1)]));
}

// The least and greatest length of fastText's n-grams, and a row for each bucket of them.
using SubwordsArgument = std::tuple<std::size_t, std::size_t, MatrixArgument>;
using SubwordsView = std::tuple<std::size_t, std::size_t, MatrixView>;

std::shared_ptr<const Subwords> make_subwords(const SubwordsArgument& parts, std::size_t columns) {
  const auto& [shortest, longest, matrix] = parts;
  if (matrix.shape(0) == 0 || matrix.shape(1) != columns)
    throw Error(ErrorKind::usage, fmt::format("the vectors have {} numbers, those of n-grams {}",
                                              columns, matrix.shape(1)));
  const std::span<const float> values(matrix.data(), matrix.size());
  if (find_not_finite(values))
    throw Error(ErrorKind::usage, "the vector of an n-gram has a number that is not finite");
  Matrix ngrams(columns);
  ngrams.append(values);
  return std::make_shared<FastTextSubwords>("the vectors", SubwordLengths{shortest, longest},
                                            std::move(ngrams));
}

std::optional<SubwordsView> subwords(const VectorsHandle& vectors) {
  if (vectors.table->subwords() == nullptr) return std::nullopt;
  const auto* const parts = dynamic_cast<const FastTextSubwords*>(vectors.table->subwords());
  if (parts == nullptr || parts->pruned())
    throw Error(ErrorKind::unsupported,
                "the n-grams of these vectors cannot be copied; load their file where they are "
                "needed, or save the vectors of the listed words");
  import_numpy();
  const Matrix& ngrams = parts->ngrams();
  const MatrixView view(ngrams.values().data(), {ngrams.rows(), ngrams.columns()},
                        owner_of(vectors));
  return SubwordsView(parts->lengths().min, parts->lengths().max, view);
}

VectorsHandle from_arrays(const Words& words, const MatrixArgument& matrix,
                          const std::optional<SubwordsArgument>& subwords) {
  check_rows(words, matrix);
  Vocabulary vocabulary;
  for (const std::string& word : words)
    if (vocabulary.insert(word))
      throw Error(ErrorKind::usage, fmt::format("the word \"{}\" appears twice", word));
  Matrix values(matrix.shape(1));
  values.append({matrix.data(), matrix.size()});
  Embeddings table(std::move(vocabulary), std::move(values));
  if (subwords) table.set_subwords(make_subwords(*subwords, table.dimension()));
  return VectorsHandle(std::make_shared<const Embeddings>(std::move(table)));
}

// As gensim has it: a word that is there keeps its vector, unless it is to be replaced.
VectorsHandle with_rows(const VectorsHandle& old, const Words& words, const MatrixArgument& matrix,
                        bool replace) {
  check_rows(words, matrix);
  const std::size_t columns = old.table->dimension();
  if (matrix.shape(1) != columns)
    throw Error(ErrorKind::usage, fmt::format("the vectors have {} numbers where {} are expected",
                                              matrix.shape(1), columns));
  const Unlocked unlocked;
  Vocabulary vocabulary(old.table->words());
  Matrix values(columns);
  values.append(old.table->values());
  for (std::size_t i = 0; i < words.size(); ++i) {
    const auto row = vocabulary.insert(words[i]);
    if (!row)
      values.append(row_of(matrix, i));
    else if (replace)
      std::ranges::copy(row_of(matrix, i), values.values().begin() + *row * columns);
  }
  Embeddings table(std::move(vocabulary), std::move(values));
  if (const Subwords* const subwords = old.table->subwords())
    table.set_subwords({old.table, subwords});  // the old vectors own them
  return VectorsHandle(std::make_shared<const Embeddings>(std::move(table)));
}

Vector row(const VectorsHandle& vectors, std::size_t row) {
  import_numpy();
  const std::span<const float> values = vectors.table->row(row);
  return {values.data(), {values.size()}, owner_of(vectors)};
}

MatrixView matrix(const VectorsHandle& vectors) {
  import_numpy();
  std::span<const float> values;
  {
    const Unlocked unlocked;
    values = vectors.table->values();
  }
  return {values.data(), {vectors.table->size(), vectors.table->dimension()}, owner_of(vectors)};
}

std::vector<std::string_view> words(const VectorsHandle& vectors) {
  std::vector<std::string_view> list(vectors.table->size());
  for (std::size_t i = 0; i < list.size(); ++i) list[i] = vectors.table->word(i);
  return list;
}

std::span<const float> query_of(const Embeddings& table, const VectorArgument& vector) {
  if (vector.shape(0) != table.dimension())
    throw Error(ErrorKind::usage, fmt::format("the vector has {} numbers where {} are expected",
                                              vector.shape(0), table.dimension()));
  return {vector.data(), vector.shape(0)};
}

std::vector<ScoredWord> similar(const VectorsHandle& vectors, const VectorArgument& vector,
                                std::size_t k, std::size_t begin, std::size_t end,
                                const std::vector<std::size_t>& excluded) {
  const Unlocked unlocked;
  const Embeddings& table = *vectors.table;
  const bool all = begin == 0 && end >= table.size();
  const auto found = nearest(all ? vectors.search->rows() : rows_of(table, 0, begin, end),
                             query_of(table, vector), k + excluded.size());
  std::vector<ScoredWord> list;
  for (const Neighbor& neighbor : found.front()) {
    const std::size_t row = begin + neighbor.row;
    if (list.size() < k && std::ranges::find(excluded, row) == excluded.end())
      list.emplace_back(table.word(row), neighbor.score);
  }
  return list;
}

nb::ndarray<nb::numpy, float, nb::ndim<1>> similarities(const VectorsHandle& vectors,
                                                        const VectorArgument& vector,
                                                        std::size_t begin, std::size_t end) {
  import_numpy();
  auto scores = std::make_unique<std::vector<float>>();
  {
    const Unlocked unlocked;
    const Rows rows = rows_of(*vectors.table, 0, begin, end);
    scores->resize(rows.size());
    const auto found = nearest(rows, query_of(*vectors.table, vector), rows.size());
    for (const Neighbor& neighbor : found.front()) (*scores)[neighbor.row] = neighbor.score;
  }
  float* const data = scores->data();
  const std::size_t size = scores->size();
  const nb::capsule owner(
      scores.release(), [](void* list) noexcept { delete static_cast<std::vector<float>*>(list); });
  return {data, {size}, owner};
}

// The place of a row among those nearest to a vector, of which `own`, the vector's, is left out.
std::size_t rank(const VectorsHandle& vectors, const VectorArgument& vector, std::size_t row,
                 std::optional<std::size_t> own) {
  const Unlocked unlocked;
  const Rows rows = vectors.search->rows();
  const std::span<const float> query = query_of(*vectors.table, vector);
  if (!own) return ranks(rows, query, std::vector{row}).front();
  std::vector<float> twice(query.begin(), query.end());
  twice.insert(twice.end(), query.begin(), query.end());
  const auto places = ranks(rows, twice, std::vector{row, *own});
  return places[0] - (places[1] < places[0] ? 1 : 0);
}

// With double precision, so that the cosine of a vector with itself is 1.
double exact_cosine(const VectorArgument& a, const VectorArgument& b) {
  if (a.shape(0) != b.shape(0))
    throw Error(ErrorKind::usage, fmt::format("vectors of {} and {} numbers cannot be compared",
                                              a.shape(0), b.shape(0)));
  const std::vector<double> first(a.data(), a.data() + a.shape(0));
  const std::vector<double> second(b.data(), b.data() + b.shape(0));
  return std::clamp(cosine(first, second).value_or(0), -1.0, 1.0);
}

}  // namespace

void bind_embeddings(nb::module_& m) {
  nb::class_<FoundWord>(m, "FoundWord", "How a word was found, and where.")
      .def_prop_ro(
          "match", [](const FoundWord& self) { return enum_name(self.match); },
          "\"as is\", \"lower-cased\", \"without clitic\", \"in parts\" or \"none\".")
      .def_ro("row", &FoundWord::word, "Row of the word; None if at most parts were found.")
      .def_ro("rows", &FoundWord::all, "Rows of the word, or of its parts, and of its clitics.");
  nb::class_<VectorsHandle>(m, "Vectors", "Words and their vectors; immutable.")
      .def("__len__", [](const VectorsHandle& self) { return self.table->size(); })
      .def_prop_ro("dimension", [](const VectorsHandle& self) { return self.table->dimension(); })
      .def_prop_ro("mapped", [](const VectorsHandle& self) { return self.table->mapped(); })
      .def_prop_ro("search_bytes",
                   [](const VectorsHandle& self) { return self.search->copy_bytes(); })
      .def_prop_ro("has_subwords",
                   [](const VectorsHandle& self) { return self.table->subwords() != nullptr; })
      .def(
          "find",
          [](const VectorsHandle& self, std::string_view word) { return self.table->find(word); },
          nb::arg("word"))
      .def(
          "word", [](const VectorsHandle& self, std::size_t row) { return self.table->word(row); },
          nb::arg("row"))
      .def(
          "look_up",
          [](const VectorsHandle& self, std::string_view word) {
            return find_word(*self.table, word);
          },
          nb::arg("word"),
          "The word as texts spell it: as it is, in lower case, without a clitic, or in parts.")
      .def("words", &words)
      .def("row", &row, nb::arg("row"))
      .def("matrix", &matrix)
      .def(
          "subword_vector",
          [](const VectorsHandle& self, std::string_view word) {
            return self.table->subwords()->vector_of(word);
          },
          nb::arg("word"))
      .def("subwords", &subwords)
      .def("with_rows", &with_rows, nb::arg("words"), nb::arg("matrix"), nb::arg("replace"))
      .def("similar", &similar, nb::arg("vector"), nb::arg("k"), nb::arg("begin"), nb::arg("end"),
           nb::arg("excluded"))
      .def("similarities", &similarities, nb::arg("vector"), nb::arg("begin"), nb::arg("end"))
      .def("rank", &rank, nb::arg("vector"), nb::arg("row"), nb::arg("own"));
  m.def("load_vectors", &load, nb::arg("path"), nb::arg("options"));
  m.def("save_vectors", &save, nb::arg("vectors"), nb::arg("path"), nb::arg("options"));
  m.def("vectors_from_arrays", &from_arrays, nb::arg("words"), nb::arg("matrix"),
        nb::arg("subwords").none());
  m.def("cosine", &exact_cosine, nb::arg("a"), nb::arg("b"));
  m.def("read_options", [] { return describe_options(ReadOptions()); });
  m.def("write_options", [] { return describe_options(WriteOptions()); });
}

}  // namespace oovec::python
