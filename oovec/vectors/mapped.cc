#include "oovec/vectors/mapped.h"

#include "oovec/base/bfloat16.h"
#include "oovec/base/error.h"

namespace oovec::inline vectors {
namespace {

bool is_power_of_two(std::size_t n) { return n != 0 && (n & (n - 1)) == 0; }

VocabularyView map_words(const TensorFile& file, const std::string& name) {
  return {file.tensor<char>(name + "_bytes"), file.tensor<std::uint64_t>(name + "_offsets"),
          file.tensor<std::uint32_t>(name + "_index")};
}

// Of half precision: the file is verified, and all of it copied.
Embeddings widen(const TensorFile& file, VocabularyView words, const Tensor& vectors) {
  for (const auto& [name, tensor] : file.tensors()) file.verify(tensor.bytes);
  words.file = &file;
  for (std::size_t i = 0; i < words.size(); ++i) words.word(i);  // throws for offsets out of order
  const std::span halves(reinterpret_cast<const std::uint16_t*>(vectors.bytes.data()),
                         vectors.bytes.size() / sizeof(std::uint16_t));
  Matrix matrix(vectors.shape[1]);
  std::vector<float> row;  // grows when there is one: the shape alone justifies nothing
  for (std::size_t i = 0; i < halves.size(); i += row.size()) {
    row.resize(matrix.columns());
    for (std::size_t j = 0; j < row.size(); ++j) row[j] = from_bfloat16(halves[i + j]);
    matrix.append(row);
  }
  return {Vocabulary(words), std::move(matrix)};
}

}  // namespace

Embeddings map_embeddings(std::shared_ptr<const TensorFile> file, const TensorNames& names) {
  const auto found = file->tensors().find(names.vectors);
  const bool half = found != file->tensors().end() && found->second.type == "BF16";
  const Tensor& vectors = file->tensor(names.vectors, half ? "BF16" : "F32");
  const VocabularyView words = map_words(*file, names.word);
  const std::vector<std::uint64_t>& shape = vectors.shape;
  if (shape.size() != 2 || shape[1] == 0 || words.offsets.empty() || shape[0] != words.size() ||
      !is_power_of_two(words.slots.size()) || words.slots.size() <= words.size())
    throw Error(ErrorKind::malformed, file->path() + ": the tensors do not fit each other");
  if (half) return widen(*file, words, vectors);
  const auto values = file->tensor<float>(names.vectors);
  return {std::move(file), words, values, shape[1]};
}

void add_embeddings(const Embeddings& embeddings, const TensorNames& names,
                    TensorFileWriter& writer, std::span<const std::uint16_t> halves) {
  const VocabularyView& words = embeddings.words();
  const std::vector<std::uint64_t> shape = {embeddings.size(), embeddings.dimension()};
  if (halves.empty())
    writer.add(names.vectors, shape, embeddings.values());
  else
    writer.add(names.vectors, {"BF16", shape, std::as_bytes(halves)});
  writer.add(names.word + "_offsets", {words.offsets.size()}, words.offsets);
  writer.add(names.word + "_index", {words.slots.size()}, words.slots);
  writer.add(names.word + "_bytes", {words.bytes.size()}, words.bytes);
}

}  // namespace oovec::inline vectors
