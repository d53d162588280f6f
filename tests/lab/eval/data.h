// Small data and models for tests of evaluation.
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "lab/eval/data_file.h"
#include "oovec/io/input.h"
#include "oovec/model/composer.h"
#include "oovec/model/model.h"
#include "tests/support/files.h"
#include "tests/support/vectors.h"

namespace oovec::lab {

inline DataFile data_of(std::string_view bytes) {
  const auto input = memory_input(bytes, "test");
  return read_data_file(*input);
}

// A model whose parts can be changed before use: A is the identity, of n-grams there is "pom"
// alone.
inline ModelParts plain_model(Embeddings vectors, Composition composition = Composition::context) {
  const std::size_t k = vectors.dimension();
  ModelSettings settings;
  settings.composition = composition;
  settings.lowercase = true;
  std::vector<float> ngrams(2 * k);
  ngrams[k] = 1;
  const Layout layout = make_composer<float>(composition, k)->layout();
  std::vector<float> parameters(layout.size());
  for (std::size_t i = 0; i < k; ++i) layout["transform"].of(std::span(parameters))[i * k + i] = 1;
  return {settings,
          std::make_shared<const Embeddings>(std::move(vectors)),
          std::make_shared<const Embeddings>(
              make_embeddings({std::string(1, unknown_ngram), "pom"}, k, ngrams)),
          std::move(parameters),
          {},
          {}};
}

// A folder of its own, removed at the end with all that is in it.
class TemporaryFolder {
 public:
  TemporaryFolder() { std::filesystem::create_directory(path_.path()); }
  ~TemporaryFolder() { std::filesystem::remove_all(path_.path()); }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  std::string path() const { return path_.path(); }

  // Makes the folders on the way, too; the whole path.
  std::string write(const std::string& name, std::string_view bytes) const {
    const std::filesystem::path file = std::filesystem::path(path()) / name;
    std::filesystem::create_directories(file.parent_path());
    std::ofstream(file, std::ios::binary) << bytes;
    return file.string();
  }

 private:
  TemporaryFile path_;
};

// Data that lie beside the project, or further up; nothing if there are none.
inline std::optional<std::string> find_shared(const std::string& name) {
  for (std::filesystem::path folder = std::filesystem::current_path();
       folder != folder.parent_path(); folder = folder.parent_path())
    if (std::filesystem::exists(folder / "shared/data" / name))
      return (folder / "shared/data" / name).string();
  return std::nullopt;
}

}  // namespace oovec::lab
