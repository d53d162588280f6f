// Directories of static models; tests/cli/model2vec_test.py has them read by model2vec itself.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>
#include <filesystem>
#include <fstream>
#include <functional>
#include <random>

#include "oovec/io/safetensors.h"
#include "oovec/vectors/append.h"
#include "tests/support/damage.h"
#include "tests/support/files.h"
#include "tests/support/vectors.h"

namespace oovec {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

constexpr const char* tokenizer =
    R"({"model":{"type":"WordPiece","continuing_subword_prefix":"##","unk_token":"[UNK]",)"
    R"("vocab":{"[UNK]":0,"cat":1,"##s":2,"dog":3}}})";

std::string bytes_of(const std::vector<float>& numbers) {
  return {reinterpret_cast<const char*>(numbers.data()), numbers.size() * sizeof(float)};
}

std::string matrix(const std::string& name = "embeddings") {
  const std::vector<TensorEntry> entries = {{name, "F32", {4, 2}, 32}};
  return safetensors_header({{"a", "b"}}, entries, 8) + bytes_of({0, 0, 1, 2, 3, 4, 5, 6});
}

// A directory with a model, gone at the end.
class ModelDirectory {
 public:
  explicit ModelDirectory(const std::string& folder = "") {
    std::filesystem::create_directories(place_.path() + "/" + folder);
    write(folder + "/tokenizer.json", tokenizer);
    write(folder + "/model.safetensors", matrix());
  }
  ~ModelDirectory() { std::filesystem::remove_all(place_.path()); }
  ModelDirectory(const ModelDirectory&) = delete;
  ModelDirectory& operator=(const ModelDirectory&) = delete;

  const std::string& path() const { return place_.path(); }
  void write(const std::string& name, const std::string& bytes) const {
    std::ofstream(place_.path() + "/" + name, std::ios::binary) << bytes;
  }

 private:
  TemporaryFile place_;
};

class NewPlace {
 public:
  ~NewPlace() { std::filesystem::remove_all(place_.path()); }
  const std::string& path() const { return place_.path(); }

 private:
  TemporaryFile place_;
};

Error read_model_error(const ModelDirectory& directory) {
  return error_of([&] { (void)read_vectors(directory.path()); });
}

TEST(StaticModel, RowsOfWholeWordsAreRead) {
  for (const char* folder : {"", "0_StaticEmbedding"}) {
    const ModelDirectory directory(folder);
    const ReadResult read = read_vectors(directory.path());
    EXPECT_EQ(read.format, VectorFormat::model2vec);
    EXPECT_THAT(words_of(read.embeddings), ElementsAre("cat", "dog"));
    EXPECT_THAT(row_of(read.embeddings, "dog"), ElementsAre(5, 6));
    EXPECT_TRUE(read.reserved->find("##s"));
  }
}

TEST(StaticModel, TheLimitAndTheFormatCount) {
  const ModelDirectory directory;
  ReadOptions options;
  options.limit = 1;
  EXPECT_THAT(words_of(read_vectors(directory.path(), options).embeddings), ElementsAre("cat"));
  EXPECT_EQ(error_of([&] { (void)read_vectors(directory.path(), as(VectorFormat::glove)); }).kind(),
            ErrorKind::usage);
  EXPECT_THAT(read_error("cat 1 2\n", as(VectorFormat::model2vec)).what(),
              HasSubstr("is a directory"));
}

TEST(StaticModel, NumbersOfEveryTypeAreRead) {
  const ModelDirectory directory;
  const auto third_row = [&](const std::string& type, const std::string& bytes) {
    const std::vector<TensorEntry> entries = {{"embeddings", type, {4, 1}, bytes.size()}};
    directory.write("model.safetensors", safetensors_header({}, entries, 8) + bytes);
    return row_of(read_vectors(directory.path()).embeddings, "dog");
  };
  EXPECT_THAT(third_row("F16", std::string("\0\0\0\0\0\0\0\xC0", 8)), ElementsAre(-2));
  EXPECT_THAT(third_row("BF16", std::string("\0\0\0\0\0\0\0\xC0", 8)), ElementsAre(-2));
  EXPECT_THAT(third_row("I8", std::string("\0\0\0\xFD", 4)), ElementsAre(-3));
  std::string doubles(32, '\0');
  const double number = 0.5;
  std::memcpy(doubles.data() + 24, &number, sizeof number);
  EXPECT_THAT(third_row("F64", doubles), ElementsAre(0.5));
  EXPECT_THAT(error_of([&] { third_row("U8", "abcd"); }).what(), HasSubstr("type U8"));
}

TEST(StaticModel, WhatDoesNotFitIsRefused) {
  const ModelDirectory directory;
  directory.write("model.safetensors", matrix("other"));
  EXPECT_THAT(read_model_error(directory).what(), HasSubstr("not a static model"));
  const auto refuse = [&](const std::vector<TensorEntry>& entries, const char* why) {
    std::uint64_t size = 0;
    for (const TensorEntry& entry : entries) size += entry.size;
    directory.write("model.safetensors",
                    safetensors_header({}, entries, 8) + std::string(size, '\x7F'));
    EXPECT_THAT(read_model_error(directory).what(), HasSubstr(why));
  };
  refuse({{"embeddings", "I8", {4}, 4}}, "not a matrix");
  refuse({{"embeddings", "I8", {4, 0}, 0}}, "not a matrix");
  refuse({{"embeddings", "I8", {2, 2}, 4}}, "token 3 of tokenizer.json has no row");
  refuse({{"embeddings", "I8", {4, 1}, 4}, {"mapping", "I32", {4}, 16}}, "has row 2139062143 of 4");
  refuse({{"embeddings", "I8", {4, 1}, 4}, {"mapping", "F32", {4}, 16}}, "not a list of numbers");
  refuse({{"embeddings", "I8", {4, 1}, 4}, {"weights", "F32", {4, 1}, 16}},
         "not a list of numbers");
  refuse(
      {{"embeddings", "I8", {4, 1}, 4}, {"weights", "F32", {4}, 16}, {"mapping", "I32", {3}, 12}},
      "different sizes");
  refuse({{"embeddings", "I8", {4, 1}, 4}, {"weights", "F32", {1}, 4}}, "has no row");
}

TEST(StaticModel, NewRowsFollowTheOldOnes) {
  const ModelDirectory directory;
  directory.write("config.json", "{ \"kept\": 1 }");
  directory.write("model.onnx", "stale");
  const NewPlace out;
  const Embeddings added = make_embeddings({"bird"}, 2, {7, 8});
  const WriteResult written =
      append_vectors(directory.path(), read_vectors(directory.path()), added, out.path());
  EXPECT_EQ(written.format, VectorFormat::model2vec);
  EXPECT_EQ(written.rows, 3U);
  const ReadResult read = read_vectors(out.path());
  EXPECT_THAT(words_of(read.embeddings), ElementsAre("cat", "dog", "bird"));
  EXPECT_THAT(row_of(read.embeddings, "bird"), ElementsAre(7, 8));
  EXPECT_TRUE(std::filesystem::exists(out.path() + "/config.json"));
  EXPECT_FALSE(std::filesystem::exists(out.path() + "/model.onnx"));
}

TEST(StaticModel, RowsTooLargeForWholeNumbersKeepTheirDirection) {
  const ModelDirectory directory;
  const std::vector<TensorEntry> entries = {{"embeddings", "I8", {4, 2}, 8}};
  directory.write("model.safetensors", safetensors_header({}, entries, 8) + "abcdefgh");
  const NewPlace out;
  append_vectors(directory.path(), read_vectors(directory.path()),
                 make_embeddings({"bird"}, 2, {254, -127}), out.path());
  EXPECT_THAT(row_of(read_vectors(out.path()).embeddings, "bird"), ElementsAre(127, -64));
}

TEST(StaticModel, NothingIsReplacedAndNothingLeftBehind) {
  const ModelDirectory directory;
  const ReadResult read = read_vectors(directory.path());
  const Embeddings added = make_embeddings({"bird"}, 2, {1e6, 8});
  EXPECT_EQ(
      error_of([&] { append_vectors(directory.path(), read, added, directory.path()); }).kind(),
      ErrorKind::usage);
  const std::vector<TensorEntry> entries = {{"embeddings", "F16", {4, 2}, 16}};
  directory.write("model.safetensors", safetensors_header({}, entries, 8) + std::string(16, '\0'));
  const NewPlace out;
  EXPECT_THAT(error_of([&] { append_vectors(directory.path(), read, added, out.path()); }).what(),
              HasSubstr("too large for numbers of type F16"));
  EXPECT_FALSE(std::filesystem::exists(out.path()));
}

TEST(StaticModel, ADirectoryThatWasThereStaysIfNothingCanBeWritten) {
  const ModelDirectory directory;
  const ReadResult read = read_vectors(directory.path());
  const std::vector<TensorEntry> entries = {{"embeddings", "F16", {4, 2}, 16}};
  directory.write("model.safetensors", safetensors_header({}, entries, 8) + std::string(16, '\0'));
  const NewPlace out;
  std::filesystem::create_directories(out.path());
  EXPECT_EQ(
      error_of([&] {
        append_vectors(directory.path(), read, make_embeddings({"bird"}, 2, {1e6, 8}), out.path());
      }).kind(),
      ErrorKind::usage);
  EXPECT_TRUE(std::filesystem::is_empty(out.path()));
}

// As Hugging Face's cache has it: the directory holds links to files elsewhere.
TEST(StaticModel, LinksBecomeCopiesOfWhatTheyLeadTo) {
  const ModelDirectory cache("blobs");
  cache.write("blobs/config.json", "{}");
  const std::string model = cache.path() + "/snapshots/1";
  std::filesystem::create_directories(model);
  for (const char* name : {"tokenizer.json", "model.safetensors", "config.json"})
    std::filesystem::create_symlink(std::string("../../blobs/") + name, model + "/" + name);
  const std::string out = cache.path() + "/snapshots/2";
  append_vectors(model, read_vectors(model), make_embeddings({"bird"}, 2, {7, 8}), out);
  EXPECT_TRUE(
      std::filesystem::is_regular_file(std::filesystem::symlink_status(out + "/config.json")));
  EXPECT_THAT(row_of(read_vectors(out).embeddings, "bird"), ElementsAre(7, 8));
  EXPECT_FALSE(read_vectors(model).embeddings.find("bird"));
}

TEST(StaticModel, AModelIsNotWrittenIntoItself) {
  const ModelDirectory directory;
  const ReadResult read = read_vectors(directory.path());
  const std::string inside = directory.path() + "/new";
  EXPECT_THAT(
      error_of([&] {
        append_vectors(directory.path(), read, make_embeddings({"bird"}, 2, {7, 8}), inside);
      }).what(),
      HasSubstr("name a directory outside it"));
  EXPECT_FALSE(std::filesystem::exists(inside));
}

// What a damaged file gives: an Error, or vectors that are well-formed.
bool is_model_refused(const ModelDirectory& directory) {
  try {
    expect_well_formed(read_vectors(directory.path()).embeddings);
    return false;
  } catch (const Error&) {
    return true;
  }
}

TEST(StaticModel, EveryCutIsRefused) {
  const ModelDirectory directory;
  const std::string whole = matrix();
  for (std::size_t size = 0; size < whole.size(); ++size) {
    directory.write("model.safetensors", whole.substr(0, size));
    EXPECT_TRUE(is_model_refused(directory)) << size;
  }
  directory.write("model.safetensors", whole);
  const std::string json = tokenizer;
  for (std::size_t size = 0; size < json.size(); ++size) {
    directory.write("tokenizer.json", json.substr(0, size));
    EXPECT_TRUE(is_model_refused(directory)) << size;
  }
}

TEST(StaticModel, FlippedBitsNeverGiveWhatIsNotWellFormed) {
  const ModelDirectory directory;
  std::mt19937 random(5);
  for (const auto& [name, whole] :
       {std::pair<std::string, std::string>{"model.safetensors", matrix()},
        std::pair<std::string, std::string>{"tokenizer.json", tokenizer}}) {
    for (int i = 0; i < 2000; ++i) {
      std::string damaged = whole;
      for (int flips = 1 + i % 3; flips > 0; --flips) {
        char& byte = damaged[random() % damaged.size()];
        byte = static_cast<char>(byte ^ (1 << random() % 8));
      }
      directory.write(name, damaged);
      is_model_refused(directory);
    }
    directory.write(name, whole);
  }
}

}  // namespace
}  // namespace oovec
