// Models of fastText, version 12, not quantised (docs/formats.md has the layout). A word's vector
// is the mean of its own row of the input matrix and those of its n-grams, as `fasttext
// print-word-vectors` gives it. Every number that gives a size is held against the others and
// against the data before anything of that size is made. The format has no checksum.
#include <algorithm>
#include <cstring>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "oovec/base/checked.h"
#include "oovec/base/finite.h"
#include "oovec/base/parallel.h"
#include "oovec/vectors/byte_reader.h"
#include "oovec/vectors/fasttext_format.h"
#include "oovec/vectors/fasttext_subwords.h"
#include "oovec/vectors/reader.h"

namespace oovec::inline vectors {
namespace {

// Far above any use; bounds the work per byte of a word.
constexpr std::uint64_t max_ngram_length = 64;

struct Arguments {
  std::size_t dimension;
  std::int32_t model;
  std::uint64_t buckets;
  SubwordLengths lengths;
};

// The words, one after the other; labels are passed over.
struct Dictionary {
  std::uint64_t words;
  std::uint64_t labels;
  bool pruned;
  std::uint64_t offset = 0;  // of the first entry in the file
  std::string bytes;
  std::vector<std::uint64_t> ends;

  std::uint64_t begin(std::size_t word) const { return word == 0 ? 0 : ends[word - 1]; }
  std::string_view word(std::size_t word) const {
    return std::string_view(bytes).substr(begin(word), ends[word] - begin(word));
  }
};

// What follows the NUL that ends a word: its count and its type.
constexpr std::size_t entry_tail = sizeof(std::int64_t) + 1;

class ModelReader {
 public:
  ModelReader(PeekedInput& input, const ReadOptions& options)
      : in_(input, options.progress), input_(input), options_(options) {}

  ReadResult read();

 private:
  void read_version();
  Arguments read_arguments();
  Dictionary read_dictionary();
  void read_entry(Dictionary& dictionary, bool is_word);
  void read_pruned_index(std::int64_t size);
  void require_plain_input(const Dictionary& dictionary);
  void read_matrix_size(const char* which, std::uint64_t rows, std::size_t columns);
  std::vector<std::uint32_t> read_word_rows(const Dictionary& dictionary, RowCollector& rows);
  Matrix read_ngram_rows(const Arguments& arguments, RowCollector& rows);
  bool pass_matrix(std::uint64_t rows, std::size_t columns);
  void read_output_matrix(const Arguments& arguments, const Dictionary& dictionary,
                          ProblemLog& log);

  template <class T>
  T number(std::string_view what);
  std::uint64_t size(std::string_view what);
  bool flag(std::string_view what);
  void floats(std::span<float> row, std::string_view what);
  [[noreturn]] void refuse(ErrorKind kind, const std::string& what) const;
  [[noreturn]] void cut_short(std::string_view what) const;

  ByteReader in_;
  PeekedInput& input_;
  const ReadOptions& options_;
  std::uint64_t last_ = 0;  // where the last number, word, row or matrix begins
};

void ModelReader::refuse(ErrorKind kind, const std::string& what) const {
  throw Error(kind, fmt::format("{}: byte {}: {}", in_.name(), last_, what));
}

void ModelReader::cut_short(std::string_view what) const {
  refuse(ErrorKind::damaged,
         fmt::format("the file ends in {}; fetch or copy the whole file again", what));
}

template <class T>
T ModelReader::number(std::string_view what) {
  last_ = in_.offset();
  const std::string_view bytes = in_.ahead(sizeof(T));
  if (bytes.size() < sizeof(T)) cut_short(what);
  T value{};
  std::memcpy(&value, bytes.data(), sizeof(T));
  in_.skip(sizeof(T));
  return value;
}

// A 32-bit number that must not be negative.
std::uint64_t ModelReader::size(std::string_view what) {
  const auto value = number<std::int32_t>(what);
  if (value < 0) refuse(ErrorKind::malformed, fmt::format("{} is {}", what, value));
  return static_cast<std::uint64_t>(value);
}

bool ModelReader::flag(std::string_view what) {
  const auto value = number<unsigned char>(what);
  if (value > 1)
    refuse(ErrorKind::malformed, fmt::format("{} is {} where 0 or 1 is expected", what, value));
  return value == 1;
}

void ModelReader::floats(std::span<float> row, std::string_view what) {
  last_ = in_.offset();
  if (!in_.read_floats(row)) cut_short(what);
}

void ModelReader::read_version() {
  if (number<std::int32_t>("the first number") != fasttext::magic)
    refuse(ErrorKind::malformed, "this is not a fastText model, or one from before 2017");
  const auto version = number<std::int32_t>("the version");
  if (version != fasttext::version)
    refuse(ErrorKind::unsupported,
           fmt::format("the model has version {}, only {} is supported; load it with a current "
                       "fastText and save it again, or export its vectors with `fasttext "
                       "print-word-vectors`",
                       version, fasttext::version));
}

Arguments ModelReader::read_arguments() {
  Arguments arguments{};
  arguments.dimension = size("the dimension");
  if (arguments.dimension == 0 || arguments.dimension > max_dimension)
    refuse(ErrorKind::malformed,
           fmt::format("the model has {} dimensions; between 1 and {} are possible",
                       arguments.dimension, max_dimension));
  for (const char* name : {"ws", "epoch", "minCount", "neg", "wordNgrams", "loss"})
    number<std::int32_t>(name);  // of training; they do not change the vectors
  arguments.model = number<std::int32_t>("the kind of model");
  if (arguments.model < 1 || arguments.model > fasttext::supervised)
    refuse(ErrorKind::malformed,
           fmt::format("the kind of model is {}, it must be from 1 to 3", arguments.model));
  arguments.buckets = size("the number of buckets");
  arguments.lengths.min = size("minn");
  arguments.lengths.max = size("maxn");
  if (arguments.lengths.max > max_ngram_length)
    refuse(ErrorKind::unsupported, fmt::format("n-grams of {} characters; up to {} are supported",
                                               arguments.lengths.max, max_ngram_length));
  if (arguments.lengths.max > 0 && arguments.buckets == 0)
    refuse(ErrorKind::malformed, "the model has n-grams, but no buckets for them");
  number<std::int32_t>("lrUpdateRate");
  number<double>("t");
  return arguments;
}

Dictionary ModelReader::read_dictionary() {
  Dictionary dictionary{};
  const std::uint64_t entries = size("the number of entries");
  dictionary.words = size("the number of words");
  dictionary.labels = size("the number of labels");
  if (dictionary.words + dictionary.labels != entries)
    refuse(ErrorKind::malformed, fmt::format("{} words and {} labels do not make {} entries",
                                             dictionary.words, dictionary.labels, entries));
  number<std::int64_t>("the number of tokens");
  const auto pruned_size = number<std::int64_t>("the size of the pruned index");
  dictionary.pruned = pruned_size >= 0;
  dictionary.offset = in_.offset();
  for (std::uint64_t i = 0; i < entries; ++i) read_entry(dictionary, i < dictionary.words);
  if (dictionary.pruned) read_pruned_index(pruned_size);
  return dictionary;
}

// Words precede labels, so that a word's position is its row.
void ModelReader::read_entry(Dictionary& dictionary, bool is_word) {
  last_ = in_.offset();
  const std::string_view next = in_.ahead(max_word_size + 1 + entry_tail);
  const std::size_t length = next.substr(0, max_word_size + 1).find('\0');
  if (length == std::string_view::npos && next.size() > max_word_size)
    refuse(ErrorKind::malformed,
           fmt::format("a word of more than {} bytes; the file is damaged", max_word_size));
  if (length == std::string_view::npos || next.size() < length + 1 + entry_tail)
    cut_short("the dictionary");
  if (next[length + entry_tail] != (is_word ? 0 : 1))
    refuse(ErrorKind::malformed,
           fmt::format("an entry that should be a {} is not", is_word ? "word" : "label"));
  if (is_word) {
    dictionary.bytes += next.substr(0, length);
    dictionary.ends.push_back(dictionary.bytes.size());
  }
  in_.skip(length + 1 + entry_tail);
}

// Pairs of 32-bit numbers, no first of them twice.
void ModelReader::read_pruned_index(std::int64_t size) {
  if (size > std::numeric_limits<std::int32_t>::max())
    refuse(ErrorKind::malformed, fmt::format("a pruned index of {} n-grams", size));
  const std::uint64_t bytes = static_cast<std::uint64_t>(size) * 2 * sizeof(std::int32_t);
  if (in_.skip_up_to(bytes) < bytes) cut_short("the pruned index");
}

void ModelReader::require_plain_input(const Dictionary& dictionary) {
  const char* const hint =
      "; read the model it was made from, or vectors exported with `fasttext print-word-vectors`";
  if (flag("whether the input is quantised"))
    refuse(ErrorKind::unsupported, std::string("the model is quantised") + hint);
  if (dictionary.pruned)  // fastText prunes only what it quantises, and refuses this as well
    refuse(ErrorKind::unsupported, std::string("the model is pruned, but not quantised") + hint);
}

void ModelReader::read_matrix_size(const char* which, std::uint64_t rows, std::size_t columns) {
  const auto has_rows = number<std::int64_t>(which);
  const auto has_columns = number<std::int64_t>(which);
  if (has_rows != static_cast<std::int64_t>(rows) ||
      has_columns != static_cast<std::int64_t>(columns))
    refuse(ErrorKind::malformed, fmt::format("{} is {} by {}, which should be {} by {}", which,
                                             has_rows, has_columns, rows, columns));
}

// Adds the words with their own rows, and returns which of the dictionary's words were kept.
std::vector<std::uint32_t> ModelReader::read_word_rows(const Dictionary& dictionary,
                                                       RowCollector& rows) {
  std::vector<std::uint32_t> kept;
  std::vector<float> values(rows.dimension());
  for (std::size_t i = 0; i < dictionary.words; ++i) {
    floats(values, "the input matrix");
    if (rows.full()) continue;
    const std::uint64_t offset = dictionary.offset + dictionary.begin(i) + i * (1 + entry_tail);
    rows.add(dictionary.word(i), values, {0, offset});
    if (rows.size() > kept.size()) kept.push_back(static_cast<std::uint32_t>(i));
  }
  return kept;
}

Matrix ModelReader::read_ngram_rows(const Arguments& arguments, RowCollector& rows) {
  Matrix ngrams(arguments.dimension);
  std::vector<float> values(arguments.dimension);
  for (std::uint64_t i = 0; i < arguments.buckets; ++i) {
    floats(values, "the n-grams' part of the input matrix");
    if (const auto bad = find_not_finite(values)) {
      rows.log().add({ProblemKind::not_finite, 0, last_ + *bad * sizeof(float),
                      fmt::format("number {} of n-gram row {} is {}", *bad + 1, i, values[*bad]),
                      "the row is set to zero"});
      std::fill(values.begin(), values.end(), 0.0F);
    }
    ngrams.append(values);
  }
  ngrams.shrink_to_fit();
  return ngrams;
}

// For numbers that have no part in the vectors: true if they are there, which is all that matters.
bool ModelReader::pass_matrix(std::uint64_t rows, std::size_t columns) {
  last_ = in_.offset();
  const std::uint64_t bytes = checked_mul(checked_mul<std::uint64_t>(rows, columns), sizeof(float));
  return in_.skip_up_to(bytes) == bytes;
}

void ModelReader::read_output_matrix(const Arguments& arguments, const Dictionary& dictionary,
                                     ProblemLog& log) {
  const char* const which = "the output matrix";
  flag("whether the output is quantised");
  const std::uint64_t rows =
      arguments.model == fasttext::supervised ? dictionary.labels : dictionary.words;
  read_matrix_size(which, rows, arguments.dimension);
  if (!pass_matrix(rows, arguments.dimension))
    log.add({ProblemKind::cut_short, 0, in_.offset(),
             "the file ends in the output matrix, which vectors do not need",
             "all words are kept"});
  if (!in_.ahead(1).empty())
    log.add({ProblemKind::wrong_count, 0, in_.offset(), "trailing bytes after the output matrix",
             "they are left out"});
}

// Each word's mean of its own row and its n-grams' rows takes the place of the former.
void average_rows(const FastTextSubwords& subwords, const Dictionary& dictionary,
                  const std::vector<std::uint32_t>& kept, int threads, RowCollector& rows) {
  constexpr std::size_t block = 1024;
  parallel_for(threads, (kept.size() + block - 1) / block, [&](std::size_t i) {
    const std::size_t end = std::min(kept.size(), (i + 1) * block);
    for (std::size_t row = i * block; row < end; ++row)
      subwords.average(dictionary.word(kept[row]), rows.row(row), 1);
  });
}

ReadResult ModelReader::read() {
  read_version();
  const Arguments arguments = read_arguments();
  const Dictionary dictionary = read_dictionary();
  require_plain_input(dictionary);
  read_matrix_size("the input matrix", dictionary.words + arguments.buckets, arguments.dimension);

  RowCollector rows(arguments.dimension, in_.name(), options_);
  const std::vector<std::uint32_t> kept = read_word_rows(dictionary, rows);
  std::shared_ptr<const FastTextSubwords> subwords;
  if (arguments.lengths.max > 0)
    subwords = std::make_shared<FastTextSubwords>(in_.name(), arguments.lengths,
                                                  read_ngram_rows(arguments, rows));
  else if (!pass_matrix(arguments.buckets, arguments.dimension))
    cut_short("the input matrix");
  read_output_matrix(arguments, dictionary, rows.log());

  if (subwords) average_rows(*subwords, dictionary, kept, options_.threads, rows);
  ReadResult result = rows.finish(VectorFormat::fasttext_bin, input_.compression());
  result.embeddings.set_subwords(subwords);
  return result;
}

}  // namespace

ReadResult read_fasttext_bin(PeekedInput& input, const ReadOptions& options) {
  return ModelReader(input, options).read();
}

}  // namespace oovec::inline vectors
