// Writes small models into a folder, for the tests in Python: one per composition, and some that
// differ in other ways.
//
//   write_models FOLDER
#include <exception>
#include <iostream>

#include "oovec/base/options.h"
#include "oovec/vectors/format.h"
#include "tests/support/models.h"

namespace oovec {
namespace {

constexpr std::size_t dimension = 8;

ModelParts with_word_weights(ModelParts parts) {
  for (std::size_t i = 0; i < parts.vectors->size(); ++i)
    parts.word_weights.push_back(1 / (1 + 0.25F * static_cast<float>(i)));
  return parts;
}

ModelParts with_position_weights(ModelParts parts) {
  parts.position_weights = {4, 3, 2.5F, 1.5F, 1, 0.5F};
  return parts;
}

ModelParts with_capitals(ModelParts parts) {
  parts.settings.lowercase = false;
  return parts;
}

void write_models(const std::string& folder) {
  for (const Composition composition : compositions)
    write_model(small_model(composition, dimension),
                folder + "/" + std::string(enum_name(composition)) + ".oovec");
  write_model(
      with_position_weights(with_word_weights(small_model(Composition::balanced, dimension))),
      folder + "/balanced.oovec");
  const ModelParts gated = small_model(Composition::gated, dimension);
  write_model(with_word_weights(gated), folder + "/weighted.oovec");
  write_model(with_capitals(gated), folder + "/capitals.oovec");
  write_model(gated, folder + "/half.oovec", {.half = true});
  write_model(gated, folder + "/without-vectors.oovec", {.without_vectors = true});
  write_vectors(*gated.vectors, folder + "/vectors.txt");
}

}  // namespace
}  // namespace oovec

int main(int argc, char** argv) {
  if (argc != 2) {
    std::cerr << "usage: write_models FOLDER\n";
    return 2;
  }
  try {
    oovec::write_models(argv[1]);
  } catch (const std::exception& error) {
    std::cerr << error.what() << '\n';
    return 1;
  }
}
