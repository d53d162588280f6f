#include "oovec/vectors/mapped.h"

#include <fmt/format.h>

#include "oovec/base/error.h"
#include "oovec/vectors/limits.h"

namespace oovec::inline vectors {
namespace {

constexpr const char* scales_suffix = "_scales";

bool is_power_of_two(std::size_t n) { return n != 0 && (n & (n - 1)) == 0; }

VocabularyView map_words(const TensorFile& file, const std::string& name) {
  return {file.tensor<char>(name + "_bytes"), file.tensor<std::uint64_t>(name + "_offsets"),
          file.tensor<std::uint32_t>(name + "_index")};
}

// The type of rows that a tensor's type stands for.
RowType row_type_of(const TensorFile& file, const std::string& name) {
  const auto found = file.tensors().find(name);
  if (found == file.tensors().end()) return RowType::float32;
  const std::string_view type = found->second.type;
  if (type == "F16") return RowType::float16;
  if (type == "BF16") return RowType::bfloat16;
  return type == "I8" ? RowType::int8 : RowType::float32;
}

std::string_view tensor_type_of(RowType type) {
  switch (type) {
    case RowType::float16:
      return "F16";
    case RowType::bfloat16:
      return "BF16";
    case RowType::int8:
      return "I8";
    case RowType::float32:
      break;
  }
  return "F32";
}

}  // namespace

Embeddings map_embeddings(std::shared_ptr<const TensorFile> file, const TensorNames& names) {
  const RowType type = row_type_of(*file, names.vectors);
  const Tensor& vectors = file->tensor(names.vectors, tensor_type_of(type));
  const VocabularyView words = map_words(*file, names.word);
  const std::vector<std::uint64_t>& shape = vectors.shape;
  std::span<const float> scales;
  if (type == RowType::int8) scales = file->tensor<float>(names.vectors + scales_suffix);
  if (shape.size() != 2 || shape[1] == 0 || shape[1] > max_dimension || shape[0] > max_words ||
      words.offsets.empty() || shape[0] != words.size() ||
      (type == RowType::int8 && scales.size() != shape[0]) ||
      !is_power_of_two(words.slots.size()) || words.slots.size() <= words.size())
    throw Error(
        ErrorKind::malformed,
        fmt::format("{}: the tensors contradict each other, or are not a matrix of at most {} "
                    "words and {} columns",
                    file->path(), max_words, max_dimension));
  const std::size_t dimension = shape[1];
  if (type == RowType::float32) {
    const auto values = file->tensor<float>(names.vectors);
    return {std::move(file), words, values, dimension};
  }
  auto rows =
      std::make_shared<const PackedRows>(file, type, vectors.bytes, scales, shape[0], dimension);
  return {std::move(file), words, std::move(rows), dimension};
}

void add_embeddings(const Embeddings& embeddings, const TensorNames& names,
                    TensorFileWriter& writer, const PackedMatrix& packed) {
  const VocabularyView& words = embeddings.words();
  const std::vector<std::uint64_t> shape = {embeddings.size(), embeddings.dimension()};
  if (packed.type == RowType::float32) {
    writer.add(names.vectors, shape, embeddings.values());
  } else {
    const auto bytes = packed.type == RowType::int8
                           ? std::as_bytes(std::span<const std::int8_t>(packed.bytes))
                           : std::as_bytes(std::span<const std::uint16_t>(packed.halves));
    writer.add(names.vectors, {std::string(tensor_type_of(packed.type)), shape, bytes});
    if (packed.type == RowType::int8)
      writer.add<float>(names.vectors + scales_suffix, {packed.scales.size()}, packed.scales);
  }
  writer.add(names.word + "_offsets", {words.offsets.size()}, words.offsets);
  writer.add(names.word + "_index", {words.slots.size()}, words.slots);
  writer.add(names.word + "_bytes", {words.bytes.size()}, words.bytes);
}

}  // namespace oovec::inline vectors
