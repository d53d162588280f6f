#include "oovec/vectors/format.h"

#include <array>
#include <filesystem>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>

#include "oovec/base/error.h"
#include "oovec/io/output.h"
#include "oovec/text/utf8.h"
#include "oovec/vectors/reader.h"
#include "oovec/vectors/text_row.h"
#include "oovec/vectors/writer.h"

namespace oovec::inline vectors {
namespace {

ReadResult read_recognised(PeekedInput& input, VectorFormat format, const ReadOptions& options) {
  switch (format) {
    case VectorFormat::word2vec:
    case VectorFormat::glove:
    case VectorFormat::fasttext_vec:
      return read_text_vectors(input, format, options);
    case VectorFormat::word2vec_binary:
      return read_word2vec_binary(input, options);
    case VectorFormat::fasttext_bin:
      return read_fasttext_bin(input, options);
    case VectorFormat::finalfusion:
      return read_finalfusion(input, options);
    case VectorFormat::jsonl:
      throw Error(ErrorKind::unsupported,
                  input.name() +
                      ": oovec writes JSON lines, but does not read them; name a file of "
                      "another format");
    case VectorFormat::model2vec:
      throw Error(ErrorKind::usage, input.name() + ": a model2vec model is a directory; name that");
    case VectorFormat::native:
    case VectorFormat::automatic:
      break;
  }
  throw Error(ErrorKind::unsupported,
              input.name() +
                  ": a native vectors file is mapped, so it must be a plain file: "
                  "decompress it, or name it instead of piping it");
}

bool is_text(VectorFormat format) {
  switch (format) {
    case VectorFormat::word2vec:
    case VectorFormat::glove:
    case VectorFormat::fasttext_vec:
      return true;
    case VectorFormat::word2vec_binary:
    case VectorFormat::fasttext_bin:
    case VectorFormat::native:
    case VectorFormat::jsonl:
    case VectorFormat::model2vec:
    case VectorFormat::finalfusion:
    case VectorFormat::automatic:
      break;
  }
  return false;
}

VectorFormat format_of(PeekedInput& input, const ReadOptions& options) {
  return options.format == VectorFormat::automatic ? recognise_format(input) : options.format;
}

// A text file under such a name would be mistaken for another format.
void refuse_foreign_name(std::string_view path) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 11> foreign = {
      {{".fifu", "finalfusion"},
       {".ftz", "fastText's quantised models"},
       {".kv", "gensim's KeyedVectors"},
       {".model", "gensim's models"},
       {".npy", "NumPy"},
       {".npz", "NumPy"},
       {".pt", "PyTorch"},
       {".parquet", "Parquet"},
       {".h5", "HDF5"},
       {".pkl", "Python's pickle"},
       {".ctx", "indexes of contexts"}}};
  const std::string_view name = without_compression_suffix(path);
  for (const auto& [suffix, format] : foreign)
    if (name.ends_with(suffix))
      throw Error(ErrorKind::usage,
                  fmt::format("{}: the suffix {} is that of {}, which is not written here; choose "
                              "another name, or say what to write with `format`",
                              path, suffix, format));
}

// The rows whose words the format can hold. The others are left out or an error, as asked.
std::vector<std::uint32_t> choose_rows(const Embeddings& embeddings, VectorFormat format,
                                       const WriteOptions& options, WriteResult& result) {
  std::vector<std::uint32_t> rows;
  rows.reserve(embeddings.size());
  for (std::size_t i = 0; i < embeddings.size(); ++i) {
    const std::string_view word = embeddings.word(i);
    if (can_hold(format, word)) {
      rows.push_back(static_cast<std::uint32_t>(i));
    } else if (options.repair) {
      result.left_out.emplace_back(word);
    } else {
      throw Error(ErrorKind::usage,
                  fmt::format("word {}, \"{}\", cannot be written in format {}: it would not be "
                              "read back the same; choose another format (native holds any word) "
                              "or leave such words out with `repair`",
                              i + 1, word, enum_name(format)));
    }
  }
  return rows;
}

}  // namespace

ReadResult read_vectors(const std::string& path, const ReadOptions& options) {
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored)) {
    if (options.format != VectorFormat::automatic && options.format != VectorFormat::model2vec)
      throw Error(ErrorKind::usage,
                  fmt::format("{} is a directory, so its format is model2vec, not {}", path,
                              enum_name(options.format)));
    return read_static_model(path, options);
  }
  PeekedInput input(open_input(path));
  const VectorFormat format = format_of(input, options);
  if (format == VectorFormat::native && path != "-" && input.compression() == Compression::none)
    return read_native(path, options);
  return read_recognised(input, format, options);
}

ReadResult read_vectors(std::unique_ptr<Input> input, const ReadOptions& options) {
  PeekedInput peeked(std::move(input));
  return read_recognised(peeked, format_of(peeked, options), options);
}

void check_vectors_output(const std::string& path, const WriteOptions& options) {
  (void)resolve_format(path, options);  // for what it throws
  const Output probe(path);
}

WriteResult write_vectors(const Embeddings& embeddings, const std::string& path,
                          const WriteOptions& options) {
  WriteResult result{resolve_format(path, options), embeddings.size(), {}};
  if (result.format == VectorFormat::native) {
    write_native(embeddings, path, options);
    return result;
  }
  const std::vector<std::uint32_t> rows = choose_rows(embeddings, result.format, options, result);
  result.rows = rows.size();
  const ProgressTask task(options.progress, "writing " + path, std::nullopt);
  Output output(path, compression_for_name(path));
  write_header(rows.size(), embeddings.dimension(), result.format, output);
  write_rows(embeddings, rows, result.format, options, output);
  output.commit();
  return result;
}

VectorFormat resolve_format(const std::string& path, const WriteOptions& options) {
  const VectorFormat format = options.format == VectorFormat::automatic
                                  ? format_for_name(path, options.source)
                                  : options.format;
  if (format == VectorFormat::native && compression_for_name(path) != Compression::none)
    throw Error(ErrorKind::usage, path +
                                      ": a native vectors file is mapped, so it cannot be "
                                      "compressed; drop the suffix or choose a text format");
  if (options.half && options.int8)
    throw Error(ErrorKind::usage, "`half` and `int8` exclude each other; choose one");
  if ((options.half || options.int8) && format != VectorFormat::native)
    throw Error(ErrorKind::usage,
                fmt::format("{}: `{}` is for native files (.safetensors), not for format {}", path,
                            options.half ? "half" : "int8", enum_name(format)));
  if (format == VectorFormat::fasttext_bin)
    throw Error(ErrorKind::usage,
                path +
                    ": fastText's .bin is a model, not only vectors, and cannot be written; "
                    "choose word2vec-bin for a binary file or vec for fastText's text format");
  if (format == VectorFormat::finalfusion)
    throw Error(ErrorKind::usage,
                path +
                    ": finalfusion's files are read, but not written; choose word2vec-bin, which "
                    "finalfusion's programs convert");
  if (format == VectorFormat::model2vec)
    throw Error(ErrorKind::usage,
                path +
                    ": a model2vec model has a tokenizer, too, and cannot be written from vectors "
                    "alone; oovec augment adds words to one");
  return format;
}

bool can_hold(VectorFormat format, std::string_view word) {
  switch (format) {
    case VectorFormat::word2vec:
    case VectorFormat::glove:
    case VectorFormat::fasttext_vec:
      return text_can_hold(word);
    case VectorFormat::word2vec_binary:
      return word2vec_binary_can_hold(word);
    case VectorFormat::jsonl:
      return !find_invalid_utf8(word);
    case VectorFormat::native:
    case VectorFormat::model2vec:
      return true;
    case VectorFormat::fasttext_bin:  // is not written
    case VectorFormat::finalfusion:
    case VectorFormat::automatic:
      break;
  }
  return false;
}

bool has_header(VectorFormat format) {
  switch (format) {
    case VectorFormat::word2vec:
    case VectorFormat::fasttext_vec:
    case VectorFormat::word2vec_binary:
      return true;
    case VectorFormat::glove:
    case VectorFormat::fasttext_bin:
    case VectorFormat::native:
    case VectorFormat::jsonl:
    case VectorFormat::model2vec:
    case VectorFormat::finalfusion:
    case VectorFormat::automatic:
      break;
  }
  return false;
}

void write_header(std::uint64_t rows, std::size_t dimension, VectorFormat format, Output& output) {
  if (has_header(format)) output.write(fmt::format("{} {}\n", rows, dimension));
}

void write_rows(const Embeddings& embeddings, RowNumbers rows, VectorFormat format,
                const WriteOptions& options, Output& output) {
  switch (format) {
    case VectorFormat::word2vec:
    case VectorFormat::glove:
    case VectorFormat::fasttext_vec:
    case VectorFormat::jsonl:
      return write_text_rows(embeddings, rows, format, options, output);
    case VectorFormat::word2vec_binary:
      return write_word2vec_rows(embeddings, rows, options, output);
    case VectorFormat::fasttext_bin:
    case VectorFormat::native:
    case VectorFormat::model2vec:
    case VectorFormat::finalfusion:
    case VectorFormat::automatic:
      break;
  }
  throw std::logic_error("rows of a format that is not written to a stream");
}

VectorFormat format_for_name(std::string_view path, VectorFormat otherwise) {
  refuse_foreign_name(path);
  path = without_compression_suffix(path);
  if (path.ends_with(".vec")) return VectorFormat::fasttext_vec;
  if (path.ends_with(".bin")) return VectorFormat::word2vec_binary;
  if (path.ends_with(".jsonl")) return VectorFormat::jsonl;
  if (path.ends_with(".safetensors") || path.ends_with(".oovec")) return VectorFormat::native;
  return is_text(otherwise) ? otherwise : VectorFormat::word2vec;
}

}  // namespace oovec::inline vectors
