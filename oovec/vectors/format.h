// The vector formats oovec knows: recognising, reading and writing them.
//
// A format is one file (text_format, word2vec_binary, fasttext_bin, native) with a reader of type
// VectorReader and, where it can be written, a writer; format.cc lists them all.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "oovec/base/options.h"
#include "oovec/base/progress.h"
#include "oovec/io/input.h"
#include "oovec/vectors/embeddings.h"
#include "oovec/vectors/report.h"

namespace oovec::inline vectors {

enum class VectorFormat {
  automatic,        // recognise by content (reading), go by the file name (writing)
  word2vec,         // text: a line "rows dimension", then a line per word
  glove,            // text: a line per word
  fasttext_vec,     // word2vec text with a blank at the end of each row, as fastText writes it
  word2vec_binary,  // the same header, then word, blank and little-endian floats
  fasttext_bin,     // fastText model, version 12, plain (.bin) or quantised (.ftz); read only
  native,           // safetensors with an index and checksums; mapped, not loaded
  jsonl,            // an object per line: word, vector, and what else is known of it; written only
  model2vec,        // directory of a static model: a matrix and a tokenizer; read and added to
  finalfusion,      // .fifu, not quantised; read only
};

constexpr auto enum_names(VectorFormat) {
  return std::array<std::string_view, 10>{"auto",         "word2vec",     "glove",  "vec",
                                          "word2vec-bin", "fasttext-bin", "native", "jsonl",
                                          "model2vec",    "finalfusion"};
}

enum class InvalidUtf8 { refuse, replace, skip };

constexpr auto enum_names(InvalidUtf8) {
  return std::array<std::string_view, 3>{"refuse", "replace", "skip"};
}

struct ReadOptions {
  VectorFormat format = VectorFormat::automatic;
  std::uint64_t limit = 0;
  InvalidUtf8 invalid_utf8 = InvalidUtf8::refuse;
  int threads = 0;

  bool repair = false;           // record every problem and leave out bad rows
  Progress* progress = nullptr;  // if set, receives the bytes read

  template <class Visitor>
  void fields(Visitor&& field) {
    field("format", format, "Format of the vectors file; auto: detect it from the content.");
    field("limit", limit, "Read only the first N words; 0: all.", at_least(0));
    field("invalid-utf8", invalid_utf8, "What to do with a word that is not UTF-8.");
    field("threads", threads, "Number of threads; 0: one per core.", at_least(0), Effect::none);
  }
};

struct ReadResult {
  Embeddings embeddings;
  VectorFormat format;
  Compression compression;
  std::vector<Problem> problems;  // duplicates; with repair, everything that was repaired

  // Words that cannot be added to the file, though it has no vector for them: other tokens of a
  // static model. Null for none.
  std::shared_ptr<const Vocabulary> reserved = nullptr;
};

// `path` is a file, or the directory of a static model (model2vec). Throws an Error that says where
// and what for any problem but duplicate words (the first is kept).
[[nodiscard]] ReadResult read_vectors(const std::string& path, const ReadOptions& options = {});

// The same from an open input; native files cannot be read this way, since they are mapped.
[[nodiscard]] ReadResult read_vectors(std::unique_ptr<Input> input,
                                      const ReadOptions& options = {});

struct WriteOptions {
  VectorFormat format = VectorFormat::automatic;
  bool half = false;
  bool int8 = false;
  int threads = 0;

  // The format the vectors were read from, which they keep where the file name does not tell.
  VectorFormat source = VectorFormat::word2vec;
  bool repair = false;           // leave out words that the format cannot hold
  Progress* progress = nullptr;  // if set, receives the bytes written

  template <class Visitor>
  void fields(Visitor&& field) {
    field("format", format, "Format to write; auto: by the file name.");
    field("half", half,
          "Store numbers in half precision (float16), in half the size. Native files only.");
    field("int8", int8,
          R"(Store each number in a byte, with a scale per row, in a quarter of the size. Native
             files only.)");
    field("threads", threads, "Number of threads; 0: one per core.", at_least(0), Effect::none);
  }
};

struct WriteResult {
  VectorFormat format;
  std::uint64_t rows;
  std::vector<std::string> left_out;  // with repair: words the format cannot hold
};

// Writes atomically. ".gz", ".bz2" and ".zst" names are compressed (not native files).
WriteResult write_vectors(const Embeddings& embeddings, const std::string& path,
                          const WriteOptions& options = {});

// Throws the errors that write_vectors() would throw for any vectors (the file cannot be created,
// or not in this format), so that a long task can fail before it starts.
void check_vectors_output(const std::string& path, const WriteOptions& options = {});

// The format that a file name stands for: .vec, .bin (word2vec's), .safetensors and .oovec
// (native), .jsonl. For other names, `otherwise` if that is a text format, otherwise word2vec.
[[nodiscard]] VectorFormat format_for_name(std::string_view path,
                                           VectorFormat otherwise = VectorFormat::word2vec);

}  // namespace oovec::inline vectors
