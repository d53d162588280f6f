// Our own format: a TensorFile with the arrays of the vocabulary and the matrix. It is mapped, so a
// program answers its first question without reading the file. Layout: docs/formats.md.
#include "oovec/base/error.h"
#include "oovec/io/metadata.h"
#include "oovec/io/tensor_file.h"
#include "oovec/vectors/reader.h"
#include "oovec/vectors/writer.h"

namespace oovec {
namespace {

constexpr const char* format_name = "oovec-vectors";
constexpr const char* format_version = "1";

bool is_power_of_two(std::size_t n) { return n != 0 && (n & (n - 1)) == 0; }

Embeddings map_embeddings(const std::string& path) {
  auto file = std::make_shared<const TensorFile>(path);
  MetadataReader(*file, "convert the vectors again")
      .check_format(format_name, format_version, "word vectors");
  const std::vector<std::uint64_t>& shape = file->tensor("vectors", "F32").shape;
  const VocabularyView words{file->tensor<char>("word_bytes"),
                             file->tensor<std::uint64_t>("word_offsets"),
                             file->tensor<std::uint32_t>("word_index")};
  if (shape.size() != 2 || shape[1] == 0 || words.offsets.empty() || shape[0] != words.size() ||
      !is_power_of_two(words.slots.size()) || words.slots.size() <= words.size())
    throw Error(ErrorKind::malformed, path + ": the tensors do not fit each other");
  const auto values = file->tensor<float>("vectors");
  return {std::move(file), words, values, shape[1]};
}

// Row by row into memory, each checked as those of any other format are.
ReadResult collect_rows(const Embeddings& mapped, const std::string& path,
                        const ReadOptions& options) {
  RowCollector rows(mapped.dimension(), path, options);
  for (std::size_t i = 0; i < mapped.size() && !rows.full(); ++i)
    rows.add(mapped.word(i), mapped.row(i), {i + 1, 0});
  return rows.finish(VectorFormat::native, Compression::none);
}

}  // namespace

ReadResult read_native(const std::string& path, const ReadOptions& options) {
  Embeddings mapped = map_embeddings(path);
  if (options.repair) mapped.verify(options.threads);  // of the index, too, which no row needs
  if (options.limit != 0 || options.repair) return collect_rows(mapped, path, options);
  return {std::move(mapped), VectorFormat::native, Compression::none, {}};
}

void write_native(const Embeddings& embeddings, const std::string& path,
                  const WriteOptions& options) {
  embeddings.verify(options.threads);  // no damage is copied under fresh checksums
  const VocabularyView& words = embeddings.words();
  TensorFileWriter writer(
      std::map<std::string, std::string>{{"format", format_name}, {"version", format_version}});
  writer.add("vectors", {embeddings.size(), embeddings.dimension()},
             embeddings.values(options.threads));
  writer.add("word_offsets", {words.offsets.size()}, words.offsets);
  writer.add("word_index", {words.slots.size()}, words.slots);
  writer.add("word_bytes", {words.bytes.size()}, words.bytes);
  writer.write(path, options.threads, options.progress);
}

}  // namespace oovec
