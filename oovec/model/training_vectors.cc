#include "oovec/model/training_vectors.h"

#include <fmt/format.h>

#include "oovec/base/error.h"
#include "oovec/vectors/format.h"

namespace oovec::inline model {

Embeddings read_training_vectors(const std::string& path, const VectorsIdentity& expected,
                                 const std::string& model) {
  if (path.empty())
    throw Error(ErrorKind::usage,
                model + " was written without its vectors; name the vectors file with `vectors`");
  Embeddings vectors = read_vectors(path).embeddings;
  if (vectors.size() != expected.size || vectors.fingerprint() != expected.fingerprint)
    throw Error(ErrorKind::usage,
                fmt::format("{} are not the vectors that {} was trained with", path, model));
  return vectors;
}

}  // namespace oovec::inline model
