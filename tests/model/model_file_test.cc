#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <cmath>
#include <limits>

#include "oovec/base/bfloat16.h"
#include "oovec/io/tensor_file.h"
#include "oovec/model/batch_inference.h"
#include "oovec/model/composer.h"
#include "oovec/model/model.h"
#include "oovec/vectors/format.h"
#include "oovec/vectors/mapped.h"
#include "tests/support/checksums.h"
#include "tests/support/files.h"
#include "tests/support/models.h"
#include "tests/support/vectors.h"

namespace oovec {
namespace {

using testing::ElementsAreArray;
using testing::HasSubstr;

constexpr WriteModelOptions without_vectors = {.without_vectors = true};
constexpr WriteModelOptions half = {.half = true};

class ModelFile {
 public:
  explicit ModelFile(const ModelParts& parts = small_model(), const WriteModelOptions& how = {}) {
    write_model(parts, path(), how);
  }
  const std::string& path() const { return file_.path(); }
  std::string content() const { return file_.content(); }

 private:
  TemporaryFile file_{".oovec"};
};

ModelParts small_model_with_weights() {
  ModelParts parts = small_model();
  for (std::size_t i = 0; i < parts.vectors->size(); ++i)
    parts.word_weights.push_back(1 / static_cast<float>(i + 1));
  return parts;
}

void expect_same_parts(const ModelParts& a, const ModelParts& b) {
  EXPECT_EQ(a.settings.composition, b.settings.composition);
  EXPECT_EQ(a.settings.ngrams.min, b.settings.ngrams.min);
  EXPECT_EQ(a.settings.ngrams.max, b.settings.ngrams.max);
  EXPECT_EQ(a.settings.tokenizer, b.settings.tokenizer);
  EXPECT_EQ(a.settings.lowercase, b.settings.lowercase);
  EXPECT_EQ(a.settings.language, b.settings.language);
  EXPECT_EQ(a.settings.vectors_fingerprint, b.settings.vectors_fingerprint);
  EXPECT_EQ(a.settings.vectors_size, b.settings.vectors_size);
  EXPECT_EQ(a.settings.training, b.settings.training);
  expect_same(*a.ngrams, *b.ngrams);
  EXPECT_EQ(a.parameters, b.parameters);
  EXPECT_EQ(a.word_weights, b.word_weights);
  EXPECT_EQ(a.targets, b.targets);
  EXPECT_EQ(a.confidence.coefficients, b.confidence.coefficients);
}

std::optional<Inference> infer_pomelo(const Model& model) {
  Observation pomelo(model, "pomelo");
  pomelo.add("the sweet citrus fruit, well-known");
  return pomelo.infer();
}

TEST(ModelFile, GivesBackWhatWasWritten) {
  for (const Composition composition : compositions) {
    ModelParts parts = small_model(composition);
    parts.settings.tokenizer = TokenizerKind::whitespace;
    parts.settings.lowercase = false;
    parts.confidence.coefficients[1].reset();
    const Model read(ModelFile(parts).path());
    expect_same_parts(read.parts(), parts);
    expect_same(read.vectors(), *parts.vectors);
    EXPECT_TRUE(read.vectors().mapped());
  }
}

TEST(ModelFile, GivesBackTheLanguage) {
  ModelParts parts = small_model();
  parts.settings.language = "fr";
  const ModelFile file(parts);
  EXPECT_EQ(Model(file.path()).settings().language, "fr");
  EXPECT_FALSE(TensorFile(ModelFile().path()).metadata().contains("language"));
}

TEST(ModelFile, GivesBackWeightsOfWords) {
  const ModelParts parts = small_model_with_weights();
  const ModelFile file(parts);
  const Model read(file.path());
  expect_same_parts(read.parts(), parts);
  EXPECT_EQ(infer_pomelo(read)->vector, infer_pomelo(Model(parts))->vector);
}

TEST(ModelFile, GivesBackTheBoundsOfTheConfidence) {
  ModelParts parts = small_model();
  parts.confidence.bounds[0] = {{0, 1, 2, 3, 4}, {1, 2, 3, 4, 5}};
  parts.confidence.bounds[2] = {{-1, 0, 0, 0, 0}, {0, 0, 0, 0, 9}};
  const auto read = Model(ModelFile(parts).path()).parts().confidence.bounds;
  EXPECT_EQ(read[0], parts.confidence.bounds[0]);
  EXPECT_EQ(read[2], parts.confidence.bounds[2]);
  EXPECT_EQ(Model(ModelFile(small_model()).path()).parts().confidence.bounds[0], std::nullopt);
  parts.confidence.bounds[0]->low[3] = 7;
  EXPECT_THAT(error_of([&] { Model{ModelFile(parts).path()}; }).what(),
              HasSubstr("bounds of the confidence"));
}

TEST(ModelFile, TellsWhatWordsWereLearnedFrom) {
  ModelParts parts = small_model();
  EXPECT_EQ(Model(ModelFile(parts).path()).has_learned_from("melon"), std::nullopt);
  parts.targets.assign(parts.vectors->size(), false);
  parts.targets[*parts.vectors->find("melon")] = true;
  parts.targets.back() = true;
  const Model read(ModelFile(parts).path());
  expect_same_parts(read.parts(), parts);
  EXPECT_EQ(read.has_learned_from("melon"), true);
  EXPECT_EQ(read.has_learned_from("sweet"), false);
  EXPECT_EQ(read.has_learned_from("pomelo"), false);
}

TEST(ModelFile, IsTheSameBytesForAnyNumberOfThreads) {
  const auto bytes = [](int threads) {
    return ModelFile(small_model(), {.threads = threads}).content();
  };
  EXPECT_EQ(bytes(1), bytes(4));
}

TEST(ModelFile, CanBeWrittenFromAModelThatWasOpened) {
  const ModelFile first(small_model_with_weights());
  const ModelFile second(Model(first.path()).parts());
  EXPECT_EQ(first.content(), second.content());
}

TEST(ModelFile, WithoutVectorsNeedsTheVectorsItWasTrainedWith) {
  const ModelParts parts = small_model();
  const ModelFile file(parts, without_vectors);
  const TemporaryFile vectors(".txt"), others(".txt");
  write_vectors(*parts.vectors, vectors.path());
  write_vectors(*arbitrary_embeddings(model_words(), 4, 99), others.path());

  const Model read(file.path(), vectors.path());
  expect_same_parts(read.parts(), parts);
  EXPECT_EQ(infer_pomelo(read)->vector, infer_pomelo(Model(parts))->vector);

  const Error missing = error_of([&] { Model{file.path()}; });
  EXPECT_EQ(missing.kind(), ErrorKind::usage);
  EXPECT_THAT(missing.what(), HasSubstr("without its vectors"));
  const Error wrong = error_of([&] { Model(file.path(), others.path()); });
  EXPECT_EQ(wrong.kind(), ErrorKind::usage);
  EXPECT_THAT(wrong.what(), HasSubstr("not the vectors that " + file.path()));
}

// The number that bfloat16 has for each.
std::vector<float> rounded(const Embeddings& vectors) {
  std::vector<float> values;
  for (const float value : vectors.values()) values.push_back(from_bfloat16(to_bfloat16(value)));
  return values;
}

TEST(ModelFile, HalfPrecisionRoundsVectorsAndNgramsOnly) {
  ModelParts parts = small_model();
  for (const WriteModelOptions& how :
       {half, WriteModelOptions{.without_vectors = true, .half = true}}) {
    const ModelFile file(parts, how);
    const Model read(file.path(), parts.vectors);
    EXPECT_EQ(read.parts().ngrams->row_type(), RowType::bfloat16);
    EXPECT_EQ(words_of(*read.parts().ngrams), words_of(*parts.ngrams));
    EXPECT_THAT(read.parts().ngrams->values(), ElementsAreArray(rounded(*parts.ngrams)));
    ASSERT_EQ(words_of(read.vectors()), words_of(*parts.vectors));
    if (!how.without_vectors) {
      EXPECT_THAT(read.vectors().values(), ElementsAreArray(rounded(*parts.vectors)));
    }
    ModelParts others = read.parts();
    others.ngrams = parts.ngrams;
    expect_same_parts(others, parts);
  }
}

// As if it had been given the numbers that the file holds; rows are decoded as they are used.
TEST(ModelFile, InHalfPrecisionVectorsAreThoseOfTheRoundedNumbers) {
  const ModelParts parts = small_model();
  ModelParts exact = parts;
  for (auto* vectors : {&exact.vectors, &exact.ngrams})
    *vectors = std::make_shared<const Embeddings>(
        make_embeddings(words_of(**vectors), (*vectors)->dimension(), rounded(**vectors)));
  const ModelFile file(parts, half);
  EXPECT_EQ(infer_pomelo(Model(file.path()))->vector, infer_pomelo(Model(exact))->vector);
}

TEST(ModelFile, HalfPrecisionRefusesNumbersItCannotHold) {
  ModelParts parts = small_model(Composition::gated, 1);
  parts.vectors = std::make_shared<const Embeddings>(
      make_embeddings({"a", "b"}, 1, {1, std::numeric_limits<float>::max()}));
  const Error error = error_of([&] { ModelFile(parts, half); });
  EXPECT_EQ(error.kind(), ErrorKind::unsupported);
  EXPECT_THAT(error.what(), HasSubstr("row 2"));
}

TEST(ModelFile, ParametersThatMakeNoSenseAreRefused) {
  const std::vector<std::pair<const char*, float>> cases = {
      {"spread", 0.0F}, {"spread", -1.0F}, {"words", -2.0F}, {"words", 1e9F}, {"contrast", -11.0F}};
  const auto composer = make_composer<float>(Composition::balanced, 2);
  for (const auto& [part, value] : cases) {
    ModelParts parts = small_model(Composition::balanced, 2);
    const std::span<float> all = parts.parameters;
    composer->layout()["words"].of(all)[0] = 1;
    composer->layout()["words"].of(all)[1] = 100;
    composer->layout()["spread"].of(all)[0] = 1;
    composer->layout()["contrast"].of(all)[0] = 0.5F;
    EXPECT_NO_THROW(Model(ModelFile(parts).path()));
    composer->layout()[part].of(all)[0] = value;
    const ModelFile file(parts);
    const Error error = error_of([&] { Model{file.path()}; });
    EXPECT_EQ(error.kind(), ErrorKind::malformed) << part;
  }
}

TEST(ModelFile, NumbersThatAreNotFiniteAreNotWritten) {
  ModelParts parts = small_model();
  parts.parameters[1] = std::numeric_limits<float>::quiet_NaN();
  const Error error = error_of([&] { ModelFile{parts}; });
  EXPECT_EQ(error.kind(), ErrorKind::usage);
  EXPECT_THAT(error.what(), HasSubstr("not finite"));
}

// As few bytes as a model can have, since all of them get damaged.
std::string shortest_file(const WriteModelOptions& how = {}) {
  ModelParts parts = small_model(Composition::gated, 2);
  parts.vectors = arbitrary_embeddings({"the", "sweet"}, 2, 1);
  parts.ngrams = arbitrary_ngrams({"po"}, {2, 3}, 2);
  return ModelFile(parts, how).content();
}

// Uses all there is; throws if any of it is damaged.
void use_everything(const std::string& path) {
  const Model model(path);
  model.vectors().verify(1);
  infer_pomelo(model);
}

TEST(ModelFile, CutAtAnyByteIsRefused) {
  for (const WriteModelOptions& how : {WriteModelOptions{}, half}) {
    const std::string whole = shortest_file(how);
    const TemporaryFile cut;
    for (std::size_t size = 0; size < whole.size(); ++size) {
      cut.write(std::string_view(whole).substr(0, size));
      EXPECT_THROW(Model{cut.path()}, Error) << size;
    }
    cut.write(whole + '\0');
    EXPECT_THROW(Model{cut.path()}, Error);
  }
}

TEST(ModelFile, AnyFlippedBitIsNoticedAtTheLatestWhenUsed) {
  const std::string whole = shortest_file();
  const TemporaryFile flipped;
  for (std::size_t bit = 0; bit < whole.size() * 8; ++bit) {
    std::string bytes = whole;
    bytes[bit / 8] = static_cast<char>(bytes[bit / 8] ^ (1 << bit % 8));
    flipped.write(bytes);
    EXPECT_THROW(use_everything(flipped.path()), Error) << bit;
  }
}

// Blocks are checked when they are first used, so the damage must lie beyond those that opening
// uses.
TEST(ModelFile, DamageIsNotCopied) {
  ModelParts parts = small_model(Composition::gated, 256);
  std::vector<std::string> words;
  for (int i = 0; i < 1000; ++i) words.push_back(std::to_string(i));
  parts.vectors = arbitrary_embeddings(words, 256, 1);
  const ModelFile file(parts);
  const std::string bytes = file.content();
  const TensorFile tensors(file.path());
  const auto row = std::as_bytes(tensors.tensor<float>("vectors")).subspan(900'000, 64);
  const std::size_t at = bytes.find({reinterpret_cast<const char*>(row.data()), row.size()});
  ASSERT_NE(at, std::string::npos);
  const TemporaryFile damaged, copy;
  damaged.write(bytes.substr(0, at) + 'x' + bytes.substr(at + 1));
  const Model model(damaged.path());
  EXPECT_EQ(error_of([&] { write_model(model.parts(), copy.path()); }).kind(), ErrorKind::damaged);
}

TEST(ModelFile, OtherFilesAreRefused) {
  const TemporaryFile vectors(".safetensors");
  write_vectors(*small_model().vectors, vectors.path());
  EXPECT_THAT(error_of([&] { Model{vectors.path()}; }).what(), HasSubstr("not a model"));
  EXPECT_EQ(error_of([] { Model{"/no/such/file"}; }).kind(), ErrorKind::io);
}

// A file with right checksums in which one thing is another.
struct Altered {
  std::map<std::string, std::string> metadata = {};
  std::map<std::string, std::vector<float>> numbers = {};
  std::string left_out = {};
};

// What is said of the model when it is opened.
Error refusal(const Altered& altered) {
  const ModelFile model(small_model_with_weights());
  const TensorFile file(model.path());
  auto metadata = file.metadata();
  for (const auto& [name, value] : altered.metadata) metadata[name] = value;
  TensorFileWriter writer(metadata);
  for (const auto& [name, tensor] : file.tensors()) {
    if (name == altered.left_out) continue;
    if (const auto found = altered.numbers.find(name); found != altered.numbers.end())
      writer.add<float>(name, {found->second.size()}, found->second);
    else
      writer.add(name, tensor);
  }
  const TemporaryFile copy;
  writer.write(copy.path(), 1, nullptr);
  return error_of([&] { Model{copy.path()}; });
}

TEST(ModelFile, MetadataThatMakesNoSenseIsRefused) {
  const std::vector<std::pair<std::string, std::string>> nonsense = {
      {"composition", "gilded"},    {"ngram_min", "0"},  {"ngram_max", "1"},
      {"ngram_max", "4294967295"},  {"lowercase", ""},   {"tokenizer", "letters"},
      {"vectors_fingerprint", "x"}, {"ngram_max", "-3"}, {"vectors_size", "1e3"},
      {"language", "english"}};
  for (const auto& [name, value] : nonsense) {
    const Error error = refusal({.metadata = {{name, value}}});
    EXPECT_EQ(error.kind(), ErrorKind::malformed);
    EXPECT_THAT(error.what(), HasSubstr('"' + name + '"'));
    EXPECT_THAT(error.what(), HasSubstr("train the model again"));
  }
  EXPECT_EQ(refusal({.metadata = {{"version", "2"}}}).kind(), ErrorKind::unsupported);
}

TEST(ModelFile, TensorsThatAreMissingOrOfAnotherSizeAreRefused) {
  for (const char* name : {"transform", "gate", "bias", "confidence", "confidence_known",
                           "ngram_vectors", "ngram_bytes", "word_index"})
    EXPECT_THAT(refusal({.left_out = name}).what(), HasSubstr(name));
  for (const char* name : {"transform", "gate", "bias", "confidence", "word_weights"})
    EXPECT_THAT(refusal({.numbers = {{name, {1, 2, 3}}}}).what(), HasSubstr("has 3 numbers where"));
  EXPECT_THAT(refusal({.numbers = {{"ngram_vectors", {1, 2}}}}).what(),
              HasSubstr("contradict each other"));
}

TEST(ModelFile, NumbersThatMakeNoSenseAreRefused) {
  const auto infinity = std::numeric_limits<float>::infinity();
  const auto nan = std::numeric_limits<float>::quiet_NaN();
  const std::size_t words = model_words().size();
  const ModelFile model;
  const TemporaryFile copy;
  for (const float number : {infinity, -infinity, nan})
    for (const char* name : {"bias", "gate", "transform", "confidence", "ngram_vectors"}) {
      copy.write(with_number(model.content(), name, number));
      EXPECT_THAT(error_of([&] { (void)Model(copy.path()).form("pomelo"); }).what(),
                  HasSubstr("contains a number that is not finite"));
    }
  EXPECT_THAT(refusal({.numbers = {{"word_weights", std::vector<float>(words, -1)}}}).what(),
              HasSubstr("contains the invalid number -1"));
}

// Whatever a forged file holds, no vector of it is made of anything but finite numbers.
TEST(ModelFile, ReSignedChangesAreRefusedOrMakeFiniteVectors) {
  std::vector<Composition> all(compositions.begin(), compositions.end());
  all.push_back(Composition::balanced);
  for (const Composition composition : all) {
    const ModelFile model(small_model(composition));
    const TemporaryFile copy;
    for_each_resigned_flip(model.content(), 200, [&](const std::string& bytes) {
      copy.write(bytes);
      try {
        const Model read(copy.path());
        for (const char* word : {"pomelo", "a"}) {
          Observation observation(read, word);
          observation.add("the a ___, of a sweet fruit");
          const InferredWord inferred = judge(observation.infer());
          for (const float value : inferred.inference.vector) ASSERT_TRUE(std::isfinite(value));
        }
      } catch (const Error&) {
      }
    });
  }
}

TEST(ModelFile, NgramsWithoutAStandInForUnknownOnesAreRefused) {
  ModelParts parts = small_model();
  parts.ngrams = arbitrary_embeddings({"ab", "bc"}, 4, 1);
  const ModelFile file(parts);
  EXPECT_THAT(error_of([&] { Model{file.path()}; }).what(), HasSubstr("n-grams do not match"));
}

// Vectors without rows may claim any dimension, and one n-gram is enough to support the claim; k ×
// k numbers must not be allocated for that.
TEST(ModelFile, DoesNotAllocateWhatTheShapeAnnounces) {
  const std::size_t dimension = std::size_t{1} << 20;
  const ModelFile small(small_model());
  const TensorFile file(small.path());
  TensorFileWriter writer(file.metadata());
  for (const auto& [name, tensor] : file.tensors())
    if (!name.starts_with("ngram") && !name.starts_with("word") && name != "vectors")
      writer.add(name, tensor);
  const Embeddings vectors(Vocabulary(), Matrix{dimension});
  const auto ngrams = arbitrary_embeddings({std::string(1, unknown_ngram)}, dimension, 1);
  add_embeddings(vectors, {"vectors", "word"}, writer);
  add_embeddings(*ngrams, {"ngram_vectors", "ngram"}, writer);
  const TemporaryFile wide;
  writer.write(wide.path(), 1, nullptr);
  EXPECT_THAT(error_of([&] { Model{wide.path()}; }).what(),
              HasSubstr("\"transform\" has 16 numbers where 1099511627776 are expected"));
}

TEST(ModelFile, ParametersOfAnotherCompositionAreABug) {
  ModelParts parts = small_model();
  parts.parameters.pop_back();
  EXPECT_THROW(ModelFile{parts}, std::logic_error);
  EXPECT_THROW(Model{parts}, std::logic_error);
}

}  // namespace
}  // namespace oovec
