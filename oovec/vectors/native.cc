// Our own format: a TensorFile with the arrays of the vocabulary and the matrix. It is mapped, so a
// program answers its first question without reading the file. Layout: docs/formats.md.
#include "oovec/io/metadata.h"
#include "oovec/io/tensor_file.h"
#include "oovec/vectors/mapped.h"
#include "oovec/vectors/reader.h"
#include "oovec/vectors/writer.h"

namespace oovec::inline vectors {
namespace {

constexpr const char* format_name = "oovec-vectors";
constexpr const char* format_version = "1";

const TensorNames tensor_names = {"vectors", "word"};

Embeddings open_native(const std::string& path, TensorFile::Numbers numbers) {
  auto file = std::make_shared<const TensorFile>(path, numbers);
  MetadataReader(*file, "convert the vectors again")
      .check_format(format_name, format_version, "word vectors");
  return map_embeddings(std::move(file), tensor_names);
}

// Row by row into memory, each checked as those of any other format are.
ReadResult collect_rows(const Embeddings& mapped, const std::string& path,
                        const ReadOptions& options) {
  RowCollector rows(mapped.dimension(), path, options);
  for (std::size_t i = 0; i < mapped.size() && !rows.full(); ++i)
    rows.add(mapped.words().word(i), mapped.row(i), {i + 1, 0});
  return rows.finish(VectorFormat::native, Compression::none);
}

}  // namespace

ReadResult read_native(const std::string& path, const ReadOptions& options) {
  const bool collect = options.limit != 0 || options.repair;
  Embeddings mapped =
      open_native(path, collect ? TensorFile::Numbers::any : TensorFile::Numbers::finite);
  if (options.repair) mapped.verify(options.threads);  // of the index, too, which no row needs
  if (collect) return collect_rows(mapped, path, options);
  return {std::move(mapped), VectorFormat::native, Compression::none, {}};
}

void write_native(const Embeddings& embeddings, const std::string& path,
                  const WriteOptions& options) {
  embeddings.verify(options.threads);  // no damage is copied under fresh checksums
  for (std::size_t i = 0; i < embeddings.size(); ++i) (void)embeddings.word(i);
  TensorFileWriter writer(
      std::map<std::string, std::string>{{"format", format_name}, {"version", format_version}});
  PackedMatrix packed;
  if (options.half || options.int8)
    packed = pack_rows(embeddings.values(options.threads), embeddings.dimension(),
                       options.half ? RowType::float16 : RowType::int8, options.threads);
  add_embeddings(embeddings, tensor_names, writer, packed);
  writer.write(path, options.threads, options.progress);
}

}  // namespace oovec::inline vectors
