#include "oovec/vectors/append.h"

#include <numeric>
#include <vector>

#include "oovec/base/error.h"
#include "oovec/io/output.h"
#include "oovec/vectors/reader.h"
#include "oovec/vectors/text_header.h"
#include "oovec/vectors/writer.h"

namespace oovec::inline vectors {
namespace {

// The header with another count. All else of it stays, a byte order mark for instance.
std::string with_count(std::string_view header, std::uint64_t rows) {
  constexpr const char* digits = "0123456789";
  const std::size_t begin = header.find_first_of(digits);
  const std::size_t end = header.find_first_not_of(digits, begin);
  return std::string(header.substr(0, begin)) + std::to_string(rows) +
         std::string(header.substr(end));
}

// Copies all bytes of an input, but for the count in its header.
class Copier {
 public:
  Copier(const std::string& path, Output& output, Progress* progress)
      : input_(open_input(path)), output_(output), progress_(progress) {}

  void copy_header(std::uint64_t added) {
    const std::string_view start = peek_lines(input_, sample_size);
    const auto header = parse_text_header(start);
    if (!header)
      throw Error(ErrorKind::malformed,
                  input_.name() + ": its header has changed since it was read");
    write(with_count(start.substr(0, header->size), header->rows + added));
    std::vector<char> passed(header->size);
    (void)input_.read(passed);  // all of it is there: it has been peeked at
  }

  void copy_rest() {
    std::vector<char> block(block_size);
    while (const std::size_t size = input_.read(block)) write({block.data(), size});
  }

  bool ends_with_newline() const { return last_ == '\n'; }

 private:
  static constexpr std::size_t sample_size = 64;
  static constexpr std::size_t block_size = 1 << 20;

  void write(std::string_view bytes) {
    output_.write(bytes);
    last_ = bytes.back();
    if (progress_) progress_->advance(bytes.size());
  }

  PeekedInput input_;
  Output& output_;
  Progress* progress_;
  char last_ = '\n';
};

void copy_and_append(const std::string& source, const Embeddings& added, VectorFormat format,
                     const std::string& path, const WriteOptions& options) {
  const ProgressTask task(options.progress, "writing " + path, std::nullopt);
  Output output(path, compression_for_name(path));
  Copier copier(source, output, options.progress);
  if (has_header(format)) copier.copy_header(added.size());
  copier.copy_rest();
  if (format != VectorFormat::word2vec_binary && !copier.ends_with_newline()) output.write("\n");
  std::vector<std::uint32_t> rows(added.size());
  std::iota(rows.begin(), rows.end(), 0);
  write_rows(added, rows, format, options, output);
  output.commit();
}

}  // namespace

VectorFormat kept_format(VectorFormat source, const std::string& path,
                         const WriteOptions& options) {
  WriteOptions kept = options;
  const VectorFormat named = format_for_name(path, VectorFormat::glove);
  const bool name_tells = named == format_for_name(path, VectorFormat::word2vec);
  if (kept.format == VectorFormat::automatic) kept.format = name_tells ? named : source;
  if (kept.format != VectorFormat::model2vec || source != VectorFormat::model2vec)
    return resolve_format(path, kept);
  check_static_model_output(path);
  return kept.format;
}

WriteResult append_vectors(const std::string& source, const ReadResult& read,
                           const Embeddings& added, const std::string& path,
                           const WriteOptions& options) {
  WriteOptions kept = options;
  kept.format = kept_format(read.format, path, options);
  if (kept.format != read.format || kept.format == VectorFormat::native)
    return write_vectors(join_embeddings(read.embeddings, added), path, kept);
  if (kept.format == VectorFormat::model2vec)
    append_static_model(source, added, path, kept);
  else
    copy_and_append(source, added, kept.format, path, kept);
  return {kept.format, read.embeddings.size() + added.size(), {}};
}

Embeddings join_embeddings(const Embeddings& first, const Embeddings& second) {
  Vocabulary words(first.words());
  Matrix matrix(first.dimension());
  matrix.append(first.values());
  for (std::size_t i = 0; i < second.size(); ++i) {
    words.insert(second.word(i));
    matrix.append(second.row(i));
  }
  return {std::move(words), std::move(matrix)};
}

}  // namespace oovec::inline vectors
