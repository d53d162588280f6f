#include "lab/baselines/open.h"

#include <filesystem>

#include "lab/baselines/given_vectors.h"
#include "lab/baselines/mimick/mimick.h"
#include "lab/baselines/subword_vectors.h"
#include "oovec/io/tensor_file.h"
#include "oovec/model/model.h"
#include "oovec/vectors/format.h"
#include "oovec/vectors/reader.h"
#include "oovec/vectors/resolve_text.h"

namespace oovec::lab {

namespace {

VectorFormat format_of(const std::string& path) {
  PeekedInput input(open_input(path));
  return recognise_format(input);
}

// Of our own formats: what a file says that it is.
std::string format_name_of(const std::string& path) {
  const TensorFile file(path);
  const auto found = file.metadata().find("format");
  return found == file.metadata().end() ? "" : found->second;
}

}  // namespace

bool is_fasttext_model(const std::string& path) {
  std::error_code ignored;
  return !std::filesystem::is_directory(path, ignored) &&
         format_of(path) == VectorFormat::fasttext_bin;
}

InferrerKind recognise_inferrer(const std::string& path) {
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored)) return InferrerKind::vectors;
  const VectorFormat format = format_of(path);
  if (format == VectorFormat::fasttext_bin) return InferrerKind::fasttext;
  if (format != VectorFormat::native) return InferrerKind::vectors;
  const std::string name = format_name_of(path);
  if (name == "oovec-vectors") return InferrerKind::vectors;
  return name == "oovec-mimick" ? InferrerKind::mimick : InferrerKind::model;
}

std::unique_ptr<const Inferrer> open_inferrer(const std::string& path, const std::string& vectors,
                                              const TokenizerOptions& text) {
  switch (recognise_inferrer(path)) {
    case InferrerKind::fasttext:
      return std::make_unique<const SubwordVectors>(
          std::make_shared<const Embeddings>(read_vectors(path).embeddings), path, text);
    case InferrerKind::mimick:
      return std::make_unique<const Mimick>(path, vectors, text);
    case InferrerKind::vectors: {
      std::shared_ptr<const Embeddings> space;
      if (!vectors.empty())
        space = std::make_shared<const Embeddings>(read_vectors(vectors).embeddings);
      const TokenizerOptions resolved = space ? resolve_text(text, *space) : text;
      return std::make_unique<const GivenVectors>(path, std::move(space), resolved);
    }
    case InferrerKind::model:
      break;
  }
  return std::make_unique<const Model>(path, vectors);
}

}  // namespace oovec::lab
