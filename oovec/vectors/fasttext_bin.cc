// Models of fastText, version 12, plain (.bin) and quantised (.ftz); docs/formats.md has the
// layout. A word's vector is the mean of its own row of the input matrix and those of its n-grams,
// as `fasttext print-word-vectors` gives it. Every number that gives a size is held against the
// others and against the data before anything of that size is made. The format has no checksum.
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
#include "oovec/vectors/fasttext_format.h"
#include "oovec/vectors/fasttext_subwords.h"
#include "oovec/vectors/field_reader.h"
#include "oovec/vectors/quantised_matrix.h"
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

// The words, one after the other; labels are skipped.
struct Dictionary {
  std::uint64_t words;
  std::uint64_t labels;
  bool pruned;
  FastTextSubwords::Kept kept;  // if pruned: the rows of the buckets that were kept
  std::uint64_t offset = 0;     // of the first entry in the file
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
  Dictionary read_dictionary(const Arguments& arguments);
  void read_entry(Dictionary& dictionary, bool is_word);
  void read_pruned_index(std::int64_t size, const Arguments& arguments, Dictionary& dictionary);
  bool read_quantised(const Dictionary& dictionary);
  std::vector<std::uint32_t> read_word_rows(const Dictionary& dictionary, RowCollector& rows);
  Matrix read_ngram_rows(std::uint64_t count, RowCollector& rows);
  FastTextSubwords::Decode coded_ngram_rows(std::uint64_t count, RowCollector& rows);
  void check_ngram_row(std::uint64_t row, std::span<float> values, RowCollector& rows);
  bool pass_matrix(std::uint64_t rows, std::size_t columns);
  void read_output_matrix(const Arguments& arguments, const Dictionary& dictionary,
                          ProblemLog& log);

  void next_row(std::span<float> row, std::string_view what);

  FieldReader in_;
  PeekedInput& input_;
  const ReadOptions& options_;
  QuantisedMatrix input_matrix_;  // of a quantised model
  bool quantised_ = false;
  std::size_t next_row_ = 0;
};

// The next row of the input matrix, which a quantised model has read as a whole.
void ModelReader::next_row(std::span<float> row, std::string_view what) {
  if (quantised_)
    input_matrix_.decode(next_row_++, row);
  else
    in_.floats(row, what);
}

void ModelReader::read_version() {
  if (in_.number<std::int32_t>("the first number") != fasttext::magic)
    in_.refuse(ErrorKind::malformed, "this is not a fastText model, or one from before 2017");
  const auto version = in_.number<std::int32_t>("the version");
  if (version != fasttext::version)
    in_.refuse(ErrorKind::unsupported,
               fmt::format("the model has version {}, only {} is supported; load it with a current "
                           "fastText and save it again, or export its vectors with `fasttext "
                           "print-word-vectors`",
                           version, fasttext::version));
}

Arguments ModelReader::read_arguments() {
  Arguments arguments{};
  arguments.dimension = in_.size("the dimension");
  if (arguments.dimension == 0 || arguments.dimension > max_dimension)
    in_.refuse(ErrorKind::malformed,
               fmt::format("the model has {} dimensions; between 1 and {} are possible",
                           arguments.dimension, max_dimension));
  for (const char* name : {"ws", "epoch", "minCount", "neg", "wordNgrams", "loss"})
    in_.number<std::int32_t>(name);  // of training; they do not change the vectors
  arguments.model = in_.number<std::int32_t>("the kind of model");
  if (arguments.model < 1 || arguments.model > fasttext::supervised)
    in_.refuse(ErrorKind::malformed,
               fmt::format("the kind of model is {}, it must be from 1 to 3", arguments.model));
  arguments.buckets = in_.size("the number of buckets");
  arguments.lengths.min = in_.size("minn");
  arguments.lengths.max = in_.size("maxn");
  if (arguments.lengths.max > max_ngram_length)
    in_.refuse(ErrorKind::unsupported,
               fmt::format("n-grams of {} characters; up to {} are supported",
                           arguments.lengths.max, max_ngram_length));
  if (arguments.lengths.max > 0 && arguments.buckets == 0)
    in_.refuse(ErrorKind::malformed, "the model has n-grams, but no buckets for them");
  in_.number<std::int32_t>("lrUpdateRate");
  in_.number<double>("t");
  return arguments;
}

Dictionary ModelReader::read_dictionary(const Arguments& arguments) {
  Dictionary dictionary{};
  const std::uint64_t entries = in_.size("the number of entries");
  dictionary.words = in_.size("the number of words");
  dictionary.labels = in_.size("the number of labels");
  if (dictionary.words + dictionary.labels != entries)
    in_.refuse(ErrorKind::malformed, fmt::format("{} words and {} labels do not make {} entries",
                                                 dictionary.words, dictionary.labels, entries));
  in_.number<std::int64_t>("the number of tokens");
  const auto pruned_size = in_.number<std::int64_t>("the size of the pruned index");
  dictionary.pruned = pruned_size >= 0;
  dictionary.offset = in_.bytes().offset();
  for (std::uint64_t i = 0; i < entries; ++i) read_entry(dictionary, i < dictionary.words);
  if (dictionary.pruned) read_pruned_index(pruned_size, arguments, dictionary);
  return dictionary;
}

// Words precede labels, so that a word's position is its row.
void ModelReader::read_entry(Dictionary& dictionary, bool is_word) {
  in_.begin();
  const std::string_view next = in_.bytes().ahead(max_word_size + 1 + entry_tail);
  const std::size_t length = next.substr(0, max_word_size + 1).find('\0');
  if (length == std::string_view::npos && next.size() > max_word_size)
    in_.refuse(ErrorKind::malformed,
               fmt::format("a word of more than {} bytes; the file is damaged", max_word_size));
  if (length == std::string_view::npos || next.size() < length + 1 + entry_tail)
    in_.cut_short("the dictionary");
  if (next[length + entry_tail] != (is_word ? 0 : 1))
    in_.refuse(ErrorKind::malformed,
               fmt::format("an entry that should be a {} is not", is_word ? "word" : "label"));
  if (is_word) {
    dictionary.bytes += next.substr(0, length);
    dictionary.ends.push_back(dictionary.bytes.size());
  }
  in_.bytes().skip(length + 1 + entry_tail);
}

// Pairs of a bucket and its row after those of the words, no bucket twice.
void ModelReader::read_pruned_index(std::int64_t size, const Arguments& arguments,
                                    Dictionary& dictionary) {
  if (size > std::numeric_limits<std::int32_t>::max())
    in_.refuse(ErrorKind::malformed, fmt::format("a pruned index of {} n-grams", size));
  for (std::int64_t i = 0; i < size; ++i) {
    const std::uint64_t bucket = in_.size("a bucket of the pruned index");
    if (bucket >= arguments.buckets)
      in_.refuse(ErrorKind::malformed,
                 fmt::format("the pruned index has bucket {} of {}", bucket, arguments.buckets));
    const std::uint64_t row = in_.size("a row of the pruned index");
    if (row >= static_cast<std::uint64_t>(size))
      in_.refuse(ErrorKind::malformed, fmt::format("the pruned index has row {} of {}", row, size));
    dictionary.kept.rows.emplace(static_cast<std::uint32_t>(bucket),
                                 static_cast<std::uint32_t>(row));
  }
  if (dictionary.kept.rows.size() != static_cast<std::uint64_t>(size))
    in_.refuse(ErrorKind::malformed, "the pruned index has a bucket twice");
}

bool ModelReader::read_quantised(const Dictionary& dictionary) {
  const bool quantised = in_.flag("whether the input is quantised");
  if (dictionary.pruned && !quantised)  // fastText prunes only what it quantises, and refuses this
    in_.refuse(
        ErrorKind::unsupported,
        "the model is pruned, but not quantised; read the model it was made from, or vectors "
        "exported with `fasttext print-word-vectors`");
  return quantised;
}

// Adds the words with their own rows, and returns which of the dictionary's words were kept.
std::vector<std::uint32_t> ModelReader::read_word_rows(const Dictionary& dictionary,
                                                       RowCollector& rows) {
  std::vector<std::uint32_t> kept;
  std::vector<float> values(rows.dimension());
  for (std::size_t i = 0; i < dictionary.words; ++i) {
    next_row(values, "the input matrix");
    if (rows.full()) continue;
    const std::uint64_t offset = dictionary.offset + dictionary.begin(i) + i * (1 + entry_tail);
    rows.add(dictionary.word(i), values, {0, offset});
    if (rows.size() > kept.size()) kept.push_back(static_cast<std::uint32_t>(i));
  }
  return kept;
}

void ModelReader::check_ngram_row(std::uint64_t row, std::span<float> values, RowCollector& rows) {
  const auto bad = find_not_finite(values);
  if (!bad) return;
  const std::uint64_t offset = quantised_ ? in_.last() : in_.last() + *bad * sizeof(float);
  rows.log().add({ProblemKind::not_finite, 0, offset,
                  fmt::format("number {} of n-gram row {} is {}", *bad + 1, row, values[*bad]),
                  "the row is set to zero"});
  std::ranges::fill(values, 0.0F);
}

Matrix ModelReader::read_ngram_rows(std::uint64_t count, RowCollector& rows) {
  Matrix ngrams(rows.dimension());
  std::vector<float> values(rows.dimension());
  for (std::uint64_t i = 0; i < count; ++i) {
    next_row(values, "the n-grams' part of the input matrix");
    check_ngram_row(i, values, rows);
    ngrams.append(values);
  }
  ngrams.shrink_to_fit();
  return ngrams;
}

// A code of one byte can stand for any number of floats, so the rows stay as they are.
FastTextSubwords::Decode ModelReader::coded_ngram_rows(std::uint64_t count, RowCollector& rows) {
  std::vector<float> values(rows.dimension());
  const std::size_t first = next_row_;
  const bool is_finite = input_matrix_.is_finite();
  for (std::uint64_t i = 0; !is_finite && i < count; ++i) {
    next_row(values, "the n-grams' part of the input matrix");
    check_ngram_row(i, values, rows);
  }
  auto matrix = std::make_shared<const QuantisedMatrix>(std::move(input_matrix_));
  return [matrix, first, is_finite](std::size_t row, std::span<float> decoded) {
    matrix->decode(first + row, decoded);
    if (!is_finite && !all_finite(decoded)) std::ranges::fill(decoded, 0.0F);
  };
}

// For numbers that have no part in the vectors: true if they are there, which is all that matters.
bool ModelReader::pass_matrix(std::uint64_t rows, std::size_t columns) {
  in_.begin();
  const std::uint64_t bytes = checked_mul(checked_mul<std::uint64_t>(rows, columns), sizeof(float));
  return in_.try_pass(bytes);
}

void ModelReader::read_output_matrix(const Arguments& arguments, const Dictionary& dictionary,
                                     ProblemLog& log) {
  const char* const which = "the output matrix";
  const bool quantised = in_.flag("whether the output is quantised") && quantised_;
  const std::uint64_t rows =
      arguments.model == fasttext::supervised ? dictionary.labels : dictionary.words;
  if (quantised)
    (void)read_quantised_matrix(in_, which, rows, arguments.dimension);
  else
    read_matrix_size(in_, which, rows, arguments.dimension);
  if (!quantised && !pass_matrix(rows, arguments.dimension))
    log.add({ProblemKind::cut_short, 0, in_.bytes().offset(),
             "the file ends in the output matrix, which vectors do not need",
             "all words are kept"});
  if (!in_.bytes().ahead(1).empty())
    log.add({ProblemKind::wrong_count, 0, in_.bytes().offset(),
             "trailing bytes after the output matrix", "they are left out"});
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
  Dictionary dictionary = read_dictionary(arguments);
  quantised_ = read_quantised(dictionary);
  const std::uint64_t ngrams = dictionary.pruned ? dictionary.kept.rows.size() : arguments.buckets;
  const std::uint64_t input_rows = dictionary.words + ngrams;
  if (quantised_)
    input_matrix_ = read_quantised_matrix(in_, "the input matrix", input_rows, arguments.dimension);
  else
    read_matrix_size(in_, "the input matrix", input_rows, arguments.dimension);

  RowCollector rows(arguments.dimension, in_.name(), options_);
  const std::vector<std::uint32_t> kept = read_word_rows(dictionary, rows);
  std::shared_ptr<const FastTextSubwords> subwords;
  if (arguments.lengths.max > 0 && ngrams > 0) {
    dictionary.kept.buckets = dictionary.pruned ? arguments.buckets : 0;
    if (quantised_)
      subwords = std::make_shared<FastTextSubwords>(
          in_.name(), arguments.lengths, coded_ngram_rows(ngrams, rows), ngrams,
          arguments.dimension, std::move(dictionary.kept));
    else
      subwords = std::make_shared<FastTextSubwords>(
          in_.name(), arguments.lengths, read_ngram_rows(ngrams, rows), std::move(dictionary.kept));
  } else if (!quantised_ && !pass_matrix(ngrams, arguments.dimension)) {
    in_.cut_short("the input matrix");
  }
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
