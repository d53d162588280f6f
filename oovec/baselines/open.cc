#include "oovec/baselines/open.h"

#include "oovec/baselines/mimick.h"
#include "oovec/baselines/subword_vectors.h"
#include "oovec/model/model.h"
#include "oovec/vectors/format.h"
#include "oovec/vectors/reader.h"

namespace oovec {
namespace {

bool is_fasttext_model(const std::string& path) {
  PeekedInput input(open_input(path));
  return recognise_format(input) == VectorFormat::fasttext_bin;
}

}  // namespace

std::unique_ptr<const Inferrer> open_inferrer(const std::string& path, const std::string& vectors) {
  if (is_fasttext_model(path))
    return std::make_unique<const SubwordVectors>(
        std::make_shared<const Embeddings>(read_vectors(path).embeddings), path);
  if (Mimick::is_file(path)) return std::make_unique<const Mimick>(path, vectors);
  return std::make_unique<const Model>(path, vectors);
}

}  // namespace oovec
