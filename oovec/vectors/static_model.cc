// Directories of static models, as model2vec writes them and sentence-transformers
// (StaticEmbedding): a matrix with a row per token in model.safetensors, and the tokens in
// tokenizer.json. Layout and rules: docs/formats.md.
#include <algorithm>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "oovec/base/bfloat16.h"
#include "oovec/base/checked.h"
#include "oovec/base/error.h"
#include "oovec/base/float16.h"
#include "oovec/io/float_tensors.h"
#include "oovec/io/input.h"
#include "oovec/io/map.h"
#include "oovec/io/output.h"
#include "oovec/io/safetensors.h"
#include "oovec/io/tensor_file.h"
#include "oovec/vectors/reader.h"
#include "oovec/vectors/tokenizer_json.h"
#include "oovec/vectors/writer.h"

namespace oovec::inline vectors {
namespace {

namespace fs = std::filesystem;

constexpr const char* matrix_file = "model.safetensors";
constexpr const char* tokenizer_file = "tokenizer.json";
constexpr const char* nested_folder = "0_StaticEmbedding";  // of sentence-transformers
constexpr double largest_bfloat16 = 3.3895313892515355e38;
constexpr std::size_t foreign_alignment = 8;  // as safetensors itself writes headers

constexpr SafetensorsRemedies foreign_remedies = {
    "this is no safetensors file, or it was altered: fetch the model again",
    "fetch or copy the whole file again",
    "safetensors is expected; where large files are left to Git LFS, run git lfs pull"};

// Where the files are, relative to the directory: at its top or in the folder of the first module.
fs::path folder_of_model(const std::string& directory) {
  std::error_code ignored;
  for (const fs::path folder : {"", nested_folder})
    if (fs::exists(directory / folder / matrix_file, ignored) &&
        fs::exists(directory / folder / tokenizer_file, ignored))
      return folder;
  throw Error(ErrorKind::io,
              fmt::format("{} is a directory without {} and {}: name a vectors file, or the "
                          "directory of a model2vec or StaticEmbedding model",
                          directory, matrix_file, tokenizer_file));
}

std::string_view text_of(const MappedFile& file) {
  return {reinterpret_cast<const char*>(file.bytes().data()), file.bytes().size()};
}

template <class T>
T number_at(std::span<const std::byte> bytes, std::size_t i) {
  T value{};  // arrays of others need not be aligned
  std::memcpy(&value, bytes.data() + i * sizeof(T), sizeof(T));
  return value;
}

// Number i of a tensor, nothing if numbers of its type are not read.
std::optional<double> number_of(const Tensor& tensor, std::size_t i) {
  const std::span<const std::byte> bytes = tensor.bytes;
  if (tensor.type == "F32") return number_at<float>(bytes, i);
  if (tensor.type == "F16") return from_float16(number_at<std::uint16_t>(bytes, i));
  if (tensor.type == "BF16") return from_bfloat16(number_at<std::uint16_t>(bytes, i));
  if (tensor.type == "F64") return number_at<double>(bytes, i);
  if (tensor.type == "I8") return number_at<std::int8_t>(bytes, i);
  if (tensor.type == "I32") return number_at<std::int32_t>(bytes, i);
  if (tensor.type == "I64") return static_cast<double>(number_at<std::int64_t>(bytes, i));
  return std::nullopt;
}

template <class T>
void append_bytes(T number, std::string& bytes) {
  bytes.append(reinterpret_cast<const char*>(&number), sizeof number);
}

void append_number(std::string_view type, double number, std::string& bytes) {
  if (type == "F32") return append_bytes(static_cast<float>(number), bytes);
  if (type == "F16") return append_bytes(to_float16(static_cast<float>(number)), bytes);
  if (type == "BF16") return append_bytes(to_bfloat16(static_cast<float>(number)), bytes);
  if (type == "F64") return append_bytes(number, bytes);
  if (type == "I8") return append_bytes(static_cast<std::int8_t>(std::lround(number)), bytes);
  if (type == "I32") return append_bytes(static_cast<std::int32_t>(number), bytes);
  return append_bytes(static_cast<std::int64_t>(number), bytes);
}

bool is_one_of(std::string_view type, std::initializer_list<std::string_view> types) {
  return std::find(types.begin(), types.end(), type) != types.end();
}

// The matrix, and what model2vec may add to it: a weight per token ("weights") and the row of each
// token ("mapping"), where several share one.
class StaticMatrix {
 public:
  explicit StaticMatrix(const std::string& path)
      : map_(path), content_(parse_safetensors(map_.bytes(), path, foreign_remedies)) {
    const auto& tensors = content_.tensors;
    for (const char* name : {"embedding.weight", "embeddings"})  // the latter is model2vec's own
      if (tensors.contains(name)) name_ = name;
    if (name_.empty())
      throw Error(ErrorKind::malformed,
                  path +
                      ": there is no tensor \"embeddings\" or \"embedding.weight\", so this is not "
                      "a static model; models that compute vectors with a network have none");
    const Tensor& matrix = tensors.at(name_);
    if (matrix.shape.size() != 2 || matrix.shape[1] == 0 || matrix.shape[1] > max_dimension)
      refuse(fmt::format("\"{}\" is not a matrix with 1 to {} columns", name_, max_dimension));
    if (!is_one_of(matrix.type, {"F32", "F16", "BF16", "F64", "I8"}))
      throw Error(ErrorKind::unsupported,
                  fmt::format("{}: numbers of type {}; F32, F16, BF16, F64 and I8 are supported",
                              path, matrix.type));
    weights_ = find("weights", {"F32", "F16", "BF16", "F64"});
    mapping_ = find("mapping", {"I32", "I64"});
    if (weights_ && mapping_ && weights_->shape != mapping_->shape)
      refuse("\"weights\" and \"mapping\" have different sizes");
  }

  const std::string& path() const { return map_.path(); }
  const Safetensors& content() const { return content_; }
  const std::string& name() const { return name_; }
  const Tensor& matrix() const { return content_.tensors.at(name_); }
  std::size_t rows() const { return matrix().shape[0]; }
  std::size_t dimension() const { return matrix().shape[1]; }
  bool has_mapping() const { return mapping_ != nullptr; }

  // How many tokens have a row.
  std::size_t tokens() const {
    if (mapping_) return mapping_->shape[0];
    return weights_ ? std::min<std::size_t>(weights_->shape[0], rows()) : rows();
  }

  // The vector that model2vec takes for a token.
  void vector_of(std::uint64_t token, std::span<float> vector) const {
    if (token >= tokens())
      refuse(
          fmt::format("token {} of {} has no row, there are {}", token, tokenizer_file, tokens()));
    const double row = mapping_ ? *number_of(*mapping_, token) : static_cast<double>(token);
    if (row < 0 || row >= static_cast<double>(rows()))
      refuse(fmt::format("token {} has row {} of {}", token, row, rows()));
    const double weight = weights_ ? *number_of(*weights_, token) : 1;
    const std::size_t first = static_cast<std::size_t>(row) * dimension();
    if (matrix().type == "F32" && weight == 1) {
      std::memcpy(vector.data(), matrix().bytes.data() + first * sizeof(float),
                  vector.size_bytes());
      return;
    }
    for (std::size_t i = 0; i < vector.size(); ++i)
      vector[i] = static_cast<float>(*number_of(matrix(), first + i) * weight);
  }

  std::uint64_t offset_of(std::uint64_t token) const {
    const auto begin = static_cast<std::uint64_t>(matrix().bytes.data() - map_.bytes().data());
    return mapping_ ? begin : begin + token * (matrix().bytes.size() / std::max(rows(), 1UL));
  }

  void check_unchanged() const { map_.check_unchanged(); }

  [[noreturn]] void refuse(const std::string& what) const {
    throw Error(ErrorKind::malformed,
                fmt::format("{}: {}; {}", path(), what, foreign_remedies.malformed));
  }

 private:
  const Tensor* find(const char* name, std::initializer_list<std::string_view> types) const {
    const auto found = content_.tensors.find(name);
    if (found == content_.tensors.end()) return nullptr;
    const Tensor& tensor = found->second;
    if (tensor.shape.size() != 1 || !is_one_of(tensor.type, types))
      refuse(fmt::format("\"{}\" is not a list of numbers of a supported type", name));
    return &tensor;
  }

  MappedFile map_;
  Safetensors content_;
  std::string name_;
  const Tensor* weights_ = nullptr;
  const Tensor* mapping_ = nullptr;
};

// New rows in the type of the matrix. Whole numbers keep the direction of rows that are too large.
std::string encode_rows(const Embeddings& added, const StaticMatrix& matrix) {
  const std::string& type = matrix.matrix().type;
  std::string bytes;
  for (std::size_t i = 0; i < added.size(); ++i) {
    const auto row = added.row(i);
    check_finite(added.word(i), row);
    double largest = 0;
    for (const float value : row) largest = std::max(largest, std::fabs(double{value}));
    if ((type == "F16" && largest >= 65520) || (type == "BF16" && largest > largest_bfloat16))
      throw Error(ErrorKind::usage,
                  fmt::format("the vector of \"{}\" holds {}, too large for numbers of type {}; "
                              "write another format",
                              added.word(i), largest, type));
    constexpr double most = std::numeric_limits<std::int8_t>::max();
    const double scale = type == "I8" && largest > most ? most / largest : 1;
    for (const float value : row) append_number(type, value * scale, bytes);
  }
  return bytes;
}

// What follows the numbers of a tensor, for each of the new rows.
std::string bytes_to_append(const std::string& name, const Tensor& tensor,
                            const StaticMatrix& matrix, const Embeddings& added) {
  if (name == matrix.name()) return encode_rows(added, matrix);
  std::string bytes;
  for (std::size_t i = 0; i < added.size(); ++i) {
    if (name == "weights") append_number(tensor.type, 1, bytes);
    if (name == "mapping")
      append_number(tensor.type, static_cast<double>(matrix.rows() + i), bytes);
  }
  return bytes;
}

// What is copied is checked, too. Arrays of others need not be aligned, copies of their parts are.
void check_copied(const std::string& path, const std::string& name, const Tensor& tensor) {
  FloatTensors floats;
  floats.add(name, tensor.type, 0, tensor.bytes.size());
  std::vector<std::uint64_t> block(TensorFile::block_size / sizeof(std::uint64_t));
  const std::span<std::byte> aligned = std::as_writable_bytes(std::span(block));
  for (std::size_t at = 0; at < tensor.bytes.size(); at += aligned.size()) {
    const auto part = tensor.bytes.subspan(at, std::min(aligned.size(), tensor.bytes.size() - at));
    std::ranges::copy(part, aligned.begin());
    if (floats.find_not_finite(at, aligned.first(part.size())))
      throw not_finite_error(fmt::format("{}: tensor \"{}\"", path, name));
  }
}

// The file with the new rows; all that was there stays byte by byte.
void write_matrix(const StaticMatrix& matrix, const Embeddings& added, const std::string& path,
                  Progress* progress) {
  struct Part {
    TensorEntry entry;
    std::span<const std::byte> old_bytes;
    std::string new_bytes;
  };
  std::vector<Part> parts;
  parts.reserve(matrix.content().tensors.size());
  for (const auto& [name, tensor] : matrix.content().tensors) {
    check_copied(path, name, tensor);
    std::string new_bytes = bytes_to_append(name, tensor, matrix, added);
    Part part{{name, tensor.type, tensor.shape, 0}, tensor.bytes, std::move(new_bytes)};
    if (!part.new_bytes.empty()) part.entry.shape[0] += added.size();
    part.entry.size = tensor.bytes.size() + part.new_bytes.size();
    parts.push_back(std::move(part));
  }
  std::stable_sort(parts.begin(), parts.end(), [](const Part& a, const Part& b) {
    return a.old_bytes.data() < b.old_bytes.data();
  });
  std::vector<TensorEntry> entries;
  entries.reserve(parts.size());
  for (const Part& part : parts) entries.push_back(part.entry);

  ProgressTask task(progress, "writing " + path, matrix.content().data.size());
  Output output(path);
  output.write(safetensors_header(matrix.content().metadata, entries, foreign_alignment));
  for (const Part& part : parts) {
    output.write(part.old_bytes);
    output.write(part.new_bytes);
    task.advance(part.old_bytes.size());
  }
  matrix.check_unchanged();
  output.commit();
}

// Stale once there are new rows, or not part of the model.
bool is_left_out(const fs::path& file) {
  const std::string first = file.begin()->string();
  return file.extension() == ".onnx" || first == ".git" || first == ".cache";
}

void copy_file(const std::string& from, const std::string& to) {
  const MappedFile file(from);
  Output output(to);
  output.write(file.bytes());
  output.commit();
}

// Empties a directory that has not become complete, and removes it if it was not there before.
class NewDirectory {
 public:
  explicit NewDirectory(const std::string& path) : path_(path) {
    std::error_code error;
    is_new_ = fs::create_directories(path_, error);
    if (error) throw io_error("cannot create " + path, error.value());
  }
  ~NewDirectory() {
    if (complete_) return;
    std::error_code ignored;
    std::vector<fs::path> made;
    for (fs::directory_iterator entry(path_, ignored), end; !ignored && entry != end;
         entry.increment(ignored))
      made.push_back(entry->path());
    for (const fs::path& one : made) fs::remove_all(one, ignored);
    if (is_new_) fs::remove(path_, ignored);
  }
  NewDirectory(const NewDirectory&) = delete;
  NewDirectory& operator=(const NewDirectory&) = delete;

  void complete() { complete_ = true; }

 private:
  fs::path path_;
  bool is_new_ = false;
  bool complete_ = false;
};

// A directory within the model would be copied into itself.
void check_is_outside(const fs::path& output, const fs::path& source) {
  std::error_code error;
  const fs::path inner = fs::weakly_canonical(output, error);
  const fs::path outer = error ? fs::path() : fs::weakly_canonical(source, error);
  if (error) throw io_error("cannot find " + output.string(), error.value());
  if (std::mismatch(outer.begin(), outer.end(), inner.begin(), inner.end()).first == outer.end())
    throw Error(ErrorKind::usage,
                output.string() + " lies in " + source.string() + "; name a directory outside it");
}

// All of the model but what is written anew. Links, as in the cache of Hugging Face, become copies
// of what they lead to.
void copy_other_files(const fs::path& source, const fs::path& folder, const fs::path& target) {
  std::error_code error;
  fs::recursive_directory_iterator entry(source, error);
  for (; !error && entry != fs::recursive_directory_iterator(); entry.increment(error)) {
    const fs::path file = entry->path().lexically_relative(source);
    if (is_left_out(file) || file == folder / matrix_file || file == folder / tokenizer_file)
      continue;
    if (entry->is_directory(error))
      fs::create_directories(target / file, error);
    else if (!error && entry->is_regular_file(error))
      copy_file(entry->path().string(), (target / file).string());
    if (error) break;
  }
  if (!error) fs::create_directories(target / folder, error);
  if (error) throw io_error("cannot copy " + source.string(), error.value());
}

}  // namespace

ReadResult read_static_model(const std::string& directory, const ReadOptions& options) {
  const fs::path folder = fs::path(directory) / folder_of_model(directory);
  const MappedFile tokenizer((folder / tokenizer_file).string());
  TokenizerWords tokens = parse_tokenizer(text_of(tokenizer), tokenizer.path());
  const StaticMatrix matrix((folder / matrix_file).string());
  RowCollector rows(matrix.dimension(), matrix.path(), options);
  const std::uint64_t row_size = matrix.matrix().bytes.size() / std::max(matrix.rows(), 1UL);
  ProgressTask task(options.progress, "reading " + directory, row_size * tokens.words.size());
  std::vector<float> vector(matrix.dimension());
  for (const WordToken& token : tokens.words) {
    if (rows.full()) break;
    matrix.vector_of(token.id, vector);
    rows.add(token.word, vector, {0, matrix.offset_of(token.id)});
    task.advance(row_size);
  }
  tokenizer.check_unchanged();
  matrix.check_unchanged();
  ReadResult result = rows.finish(VectorFormat::model2vec, Compression::none);
  result.reserved = std::make_shared<const Vocabulary>(std::move(tokens.others));
  return result;
}

void check_static_model_output(const std::string& path) {
  std::error_code ignored;
  if (path == "-")
    throw Error(ErrorKind::usage,
                "a model2vec model is a directory and cannot go to standard output; name one");
  if (fs::exists(path, ignored) &&
      !(fs::is_directory(path, ignored) && fs::is_empty(path, ignored)))
    throw Error(ErrorKind::usage,
                path + " exists; name a directory that does not, or one that is empty");
}

void append_static_model(const std::string& source, const Embeddings& added,
                         const std::string& path, const WriteOptions& options) {
  check_static_model_output(path);
  check_is_outside(path, source);
  const fs::path folder = folder_of_model(source);
  const std::string tokenizer = (source / folder / tokenizer_file).string();
  const StaticMatrix matrix((source / folder / matrix_file).string());
  const MappedFile json(tokenizer);
  if (const auto tokens = parse_tokenizer(text_of(json), tokenizer).tokens;
      tokens != matrix.tokens())
    throw Error(ErrorKind::unsupported,
                fmt::format("{} has rows for {} tokens, {} has {} tokens: no token can be added; "
                            "load the model with model2vec, save it again, and use that",
                            matrix.path(), matrix.tokens(), tokenizer, tokens));
  const std::string extended = add_tokens(text_of(json), tokenizer, added);

  NewDirectory directory(path);
  copy_other_files(source, folder, path);
  Output output((path / folder / tokenizer_file).string());
  output.write(extended);
  output.commit();
  // Last, since a directory without it is no model.
  write_matrix(matrix, added, (path / folder / matrix_file).string(), options.progress);
  directory.complete();
}

}  // namespace oovec::inline vectors
