// Files of finalfusion (.fifu), version 0: chunks of words, a matrix and, if its rows were scaled
// to unit length, what lengths they had; docs/formats.md has the layout. Rows of n-grams, which
// follow those of the words, are skipped. The format has no checksum.
#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "oovec/base/checked.h"
#include "oovec/base/error.h"
#include "oovec/base/finite.h"
#include "oovec/vectors/field_reader.h"
#include "oovec/vectors/reader.h"

namespace oovec::inline vectors {
namespace {

enum class Chunk : std::uint32_t {
  header,
  simple_vocabulary,
  array,
  bucket_vocabulary,
  quantised_array,
  metadata,
  norms,
  fasttext_vocabulary,
  explicit_vocabulary,
  floret_vocabulary,
};

constexpr std::string_view first_bytes = "FiFu";
constexpr std::uint32_t float_type = 10;
constexpr std::uint32_t max_chunks = 64;  // real files have three or four

class FinalfusionReader {
 public:
  FinalfusionReader(PeekedInput& input, const ReadOptions& options)
      : in_(input, options.progress), input_(input), options_(options) {}

  ReadResult read() {
    const std::vector<std::uint32_t> chunks = read_header();
    for (const std::uint32_t chunk : chunks) read_chunk(chunk);
    if (!rows_) in_.refuse(ErrorKind::malformed, "the file has no matrix");
    if (!in_.bytes().ahead(1).empty())
      rows_->log().add({ProblemKind::wrong_count, 0, in_.bytes().offset(),
                        "trailing bytes after the last chunk", "they are left out"});
    return rows_->finish(VectorFormat::finalfusion, input_.compression());
  }

 private:
  // "FiFu", the version, and what chunks follow.
  std::vector<std::uint32_t> read_header() {
    if (!std::ranges::equal(in_.stretch(first_bytes.size(), "its first bytes"), first_bytes))
      in_.refuse(ErrorKind::malformed, "this is not a finalfusion file");
    if (const auto version = in_.number<std::uint32_t>("the version"); version != 0)
      in_.refuse(ErrorKind::unsupported,
                 fmt::format("finalfusion's format has version {}, only 0 is supported; export the "
                             "vectors as text",
                             version));
    const auto count = in_.number<std::uint32_t>("the number of chunks");
    if (count > max_chunks)
      in_.refuse(ErrorKind::malformed, fmt::format("{} chunks are announced", count));
    std::vector<std::uint32_t> chunks;
    chunks.reserve(count);
    for (std::uint32_t i = 0; i < count; ++i)
      chunks.push_back(in_.number<std::uint32_t>("the list of chunks"));
    return chunks;
  }

  void read_chunk(std::uint32_t announced) {
    const auto found = in_.number<std::uint32_t>("the kind of a chunk");
    if (found != announced)
      in_.refuse(ErrorKind::malformed,
                 fmt::format("a chunk of kind {} where the header announces {}", found, announced));
    const auto size = in_.number<std::uint64_t>("the size of a chunk");
    switch (static_cast<Chunk>(found)) {
      case Chunk::simple_vocabulary:
        return read_words(in_.number<std::uint64_t>("the number of words"));
      case Chunk::bucket_vocabulary:
      case Chunk::fasttext_vocabulary: {
        const auto words = in_.number<std::uint64_t>("the number of words");
        in_.pass(3 * sizeof(std::uint32_t), "the vocabulary");  // lengths of n-grams, buckets
        return read_words(words);
      }
      case Chunk::explicit_vocabulary:
        return read_explicit_vocabulary();
      case Chunk::array:
        return read_matrix();
      case Chunk::norms:
        return read_norms();
      case Chunk::metadata:
        return in_.pass(size, "the metadata");
      case Chunk::quantised_array:
        in_.refuse(
            ErrorKind::unsupported,
            "the matrix is quantised; reconstruct it with finalfusion's own programs, or export "
            "the vectors as text");
      case Chunk::header:
      case Chunk::floret_vocabulary:
        break;
    }
    in_.refuse(ErrorKind::unsupported,
               fmt::format("a chunk of kind {}, which is not supported; export the vectors as text",
                           found));
  }

  // N-grams are words with a number each.
  void read_explicit_vocabulary() {
    const auto words = in_.number<std::uint64_t>("the number of words");
    const auto ngrams = in_.number<std::uint64_t>("the number of n-grams");
    in_.pass(2 * sizeof(std::uint32_t), "the vocabulary");
    read_words(words);
    for (std::uint64_t i = 0; i < ngrams; ++i) {
      (void)text();
      in_.pass(sizeof(std::uint64_t), "the n-grams");
    }
  }

  void read_words(std::uint64_t count) {
    if (!words_.empty()) in_.refuse(ErrorKind::malformed, "the file has two vocabularies");
    for (std::uint64_t i = 0; i < count; ++i) {
      offsets_.push_back(in_.bytes().offset());
      words_.push_back(text());
    }
    has_words_ = true;
  }

  // A length and so many bytes.
  std::string text() {
    const auto size = in_.number<std::uint32_t>("the vocabulary");
    if (size > max_word_size)
      in_.refuse(ErrorKind::malformed,
                 fmt::format("a word of {} bytes; the file is damaged", size));
    const std::vector<unsigned char> bytes = in_.stretch(size, "the vocabulary");
    return {bytes.begin(), bytes.end()};
  }

  void read_matrix() {
    if (!has_words_ || rows_)
      in_.refuse(ErrorKind::malformed, "a matrix is expected once, after the vocabulary");
    const auto row_count = in_.number<std::uint64_t>("the number of rows");
    const auto columns = in_.number<std::uint32_t>("the number of columns");
    read_type();
    if (columns == 0 || columns > max_dimension)
      in_.refuse(ErrorKind::malformed,
                 fmt::format("the matrix has {} columns; from 1 to {} are possible", columns,
                             max_dimension));
    if (row_count < words_.size())
      in_.refuse(ErrorKind::malformed,
                 fmt::format("the matrix has {} rows for {} words", row_count, words_.size()));
    rows_.emplace(columns, in_.name(), options_);
    std::vector<float> values(columns);
    for (std::size_t i = 0; i < words_.size(); ++i) {
      in_.floats(values, "the matrix");
      if (rows_->full()) continue;
      rows_->add(words_[i], values, {0, offsets_[i]});
      if (rows_->size() > kept_.size()) kept_.push_back(i);
    }
    const std::uint64_t rest = row_count - words_.size();  // rows of n-grams
    in_.pass(checked_mul(checked_mul<std::uint64_t>(rest, columns), sizeof(float)), "the matrix");
  }

  // The rows were divided by these.
  void read_norms() {
    const auto count = in_.number<std::uint64_t>("the number of lengths");
    read_type();
    if (!rows_ || count != words_.size())
      in_.refuse(ErrorKind::malformed,
                 fmt::format("{} lengths of rows for {} words", count, words_.size()));
    std::size_t row = 0;
    for (std::uint64_t i = 0; i < count; ++i) {
      const auto norm = in_.number<float>("the lengths of rows");
      if (row == kept_.size() || kept_[row] != i) continue;
      const std::span<float> values = rows_->row(row++);
      for (float& value : values) value *= norm;
      if (find_not_finite(values))
        in_.refuse(ErrorKind::malformed,
                   fmt::format("the vector of \"{}\" times its length, {}, is not finite",
                               words_[i], norm));
    }
  }

  // The type of numbers, and what aligns them: from one to four bytes.
  void read_type() {
    if (const auto type = in_.number<std::uint32_t>("the type of numbers"); type != float_type)
      in_.refuse(ErrorKind::unsupported,
                 fmt::format("numbers of type {}, only 32-bit floats ({}) are supported", type,
                             float_type));
    in_.pass(sizeof(float) - in_.bytes().offset() % sizeof(float), "the bytes before numbers");
  }

  FieldReader in_;
  PeekedInput& input_;
  const ReadOptions& options_;
  bool has_words_ = false;
  std::vector<std::string> words_;
  std::vector<std::uint64_t> offsets_;  // of the words in the file
  std::optional<RowCollector> rows_;
  std::vector<std::size_t> kept_;  // which words have a row
};

}  // namespace

ReadResult read_finalfusion(PeekedInput& input, const ReadOptions& options) {
  return FinalfusionReader(input, options).read();
}

}  // namespace oovec::inline vectors
