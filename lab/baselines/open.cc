#include "lab/baselines/open.h"

#include "lab/baselines/mimick/mimick.h"
#include "lab/baselines/subword_vectors.h"
#include "oovec/model/model.h"
#include "oovec/vectors/format.h"
#include "oovec/vectors/reader.h"

namespace oovec::lab {

bool is_fasttext_model(const std::string& path) {
  PeekedInput input(open_input(path));
  return recognise_format(input) == VectorFormat::fasttext_bin;
}

InferrerKind recognise_inferrer(const std::string& path) {
  if (is_fasttext_model(path)) return InferrerKind::fasttext;
  return Mimick::is_file(path) ? InferrerKind::mimick : InferrerKind::model;
}

std::unique_ptr<const Inferrer> open_inferrer(const std::string& path, const std::string& vectors,
                                              const TokenizerOptions& text) {
  switch (recognise_inferrer(path)) {
    case InferrerKind::fasttext:
      return std::make_unique<const SubwordVectors>(
          std::make_shared<const Embeddings>(read_vectors(path).embeddings), path, text);
    case InferrerKind::mimick:
      return std::make_unique<const Mimick>(path, vectors, text);
    case InferrerKind::model:
      break;
  }
  return std::make_unique<const Model>(path, vectors);
}

}  // namespace oovec::lab
