// The model file: a TensorFile with the learned parameters, the n-grams, and by default the
// vectors. Layout: docs/formats.md.
#include <algorithm>
#include <functional>
#include <memory>

#include <fmt/format.h>

#include "oovec/base/error.h"
#include "oovec/base/finite.h"
#include "oovec/base/options.h"
#include "oovec/io/metadata.h"
#include "oovec/io/tensor_file.h"
#include "oovec/io/tensor_reader.h"
#include "oovec/model/composer.h"
#include "oovec/model/model.h"
#include "oovec/model/training_vectors.h"
#include "oovec/vectors/mapped.h"
#include "oovec/vectors/packed_rows.h"

namespace oovec::inline model {
namespace {

constexpr const char* format_name = "oovec-model";
constexpr const char* format_version = "1";
constexpr const char* remedy = "train the model again";
constexpr const char* shape_key = "confidence_shape";
constexpr const char* most_words_key = "confidence_words";
constexpr std::string_view training_prefix = "training ";

const TensorNames word_tensors = {"vectors", "word"};
const TensorNames ngram_tensors = {"ngram_vectors", "ngram"};

std::map<std::string, std::string> make_metadata(const ModelSettings& settings) {
  std::map<std::string, std::string> metadata = {
      {"format", format_name},
      {"version", format_version},
      {"composition", std::string(enum_name(settings.composition))},
      {"ngram_min", std::to_string(settings.ngrams.min)},
      {"ngram_max", std::to_string(settings.ngrams.max)},
      {"tokenizer", std::string(enum_name(settings.tokenizer))},
      {"lowercase", settings.lowercase ? "on" : "off"},
      {"vectors_fingerprint", std::to_string(settings.vectors_fingerprint)},
      {"vectors_size", std::to_string(settings.vectors_size)}};
  if (settings.language != undetermined_language) metadata["language"] = settings.language;
  if (settings.window > 0) metadata["window"] = std::to_string(settings.window);
  for (const auto& [name, value] : settings.training)
    metadata[std::string(training_prefix) + name] = value;
  return metadata;
}

ModelSettings read_settings(const TensorFile& file) {
  const MetadataReader metadata(file, remedy);
  metadata.check_format(format_name, format_version, "a model");
  ModelSettings settings;
  metadata.choice("composition", settings.composition);
  metadata.number("ngram_min", settings.ngrams.min);
  metadata.number("ngram_max", settings.ngrams.max);
  metadata.choice("tokenizer", settings.tokenizer);
  metadata.flag("lowercase", settings.lowercase);
  settings.language = metadata.text_or("language", undetermined_language);
  if (!is_language(settings.language)) metadata.refuse("language");
  metadata.number("vectors_fingerprint", settings.vectors_fingerprint);
  metadata.number("vectors_size", settings.vectors_size);
  if (file.metadata().contains("window")) metadata.number("window", settings.window);
  const NgramLengths& ngrams = settings.ngrams;
  if (ngrams.min == 0) metadata.refuse("ngram_min");
  if (ngrams.max < ngrams.min || ngrams.max > max_ngram_length) metadata.refuse("ngram_max");
  for (const auto& [name, value] : file.metadata())
    if (name.starts_with(training_prefix))
      settings.training[name.substr(training_prefix.size())] = value;
  return settings;
}

constexpr const char* bounds_name = "confidence_bounds";
constexpr std::size_t bounds_size = Confidence::cases * 2 * Confidence::diagnostics;

// Of each case the lowest diagnostics, then the highest.
void read_bounds(const TensorFile& file, std::span<const float> values, Confidence& confidence) {
  constexpr std::size_t size = Confidence::diagnostics;
  for (std::size_t c = 0; c < Confidence::cases; ++c) {
    if (!confidence.coefficients[c]) continue;
    Confidence::Bounds& bounds = confidence.bounds[c].emplace();
    std::ranges::copy(values.subspan(2 * c * size, size), bounds.low.begin());
    std::ranges::copy(values.subspan((2 * c + 1) * size, size), bounds.high.begin());
    for (std::size_t i = 0; i < size; ++i)
      if (bounds.low[i] > bounds.high[i])
        throw Error(
            ErrorKind::malformed,
            fmt::format("{}: the bounds of the confidence are invalid; {}", file.path(), remedy));
  }
}

std::vector<float> bounds_of(const Confidence& confidence) {
  std::vector<float> values;
  values.reserve(bounds_size);
  for (const auto& bounds : confidence.bounds) {
    const Confidence::Bounds of_case = bounds.value_or(Confidence::Bounds{});
    values.insert(values.end(), of_case.low.begin(), of_case.low.end());
    values.insert(values.end(), of_case.high.begin(), of_case.high.end());
  }
  return values;
}

// The shape was linear before there was another, and files name it only if it is not.
Confidence read_confidence(const TensorFile& file, const TensorReader& tensors) {
  Confidence confidence;
  if (file.metadata().contains(shape_key)) {
    const MetadataReader metadata(file, remedy);
    metadata.choice(shape_key, confidence.shape);
    metadata.number(most_words_key, confidence.most_words);
  }
  const std::size_t features = confidence.used_features();
  const auto known = tensors.tensor<char>("confidence_known", Confidence::cases);
  const auto values = tensors.numbers("confidence", Confidence::cases * features);
  for (std::size_t c = 0; c < Confidence::cases; ++c)
    if (known[c] != 0)
      std::copy_n(values.begin() + static_cast<std::ptrdiff_t>(c * features), features,
                  confidence.coefficients[c].emplace().begin());
  if (file.tensors().contains(bounds_name))
    read_bounds(file, tensors.numbers(bounds_name, bounds_size), confidence);
  return confidence;
}

Embeddings read_ngrams(const std::shared_ptr<const TensorFile>& file, std::size_t k) {
  Embeddings ngrams = map_embeddings(file, ngram_tensors);
  if (ngrams.size() == 0 || ngrams.dimension() != k ||
      ngrams.word(0) != std::string_view(&unknown_ngram, 1))
    throw Error(ErrorKind::malformed,
                fmt::format("{}: the n-grams do not match the vectors; {}", file->path(), remedy));
  return ngrams;
}

using FindVectors = std::function<std::shared_ptr<const Embeddings>(const VectorsIdentity&)>;

// `find_vectors` is called for the vectors if the file has none.
ModelParts read_model(const std::string& path, const FindVectors& find_vectors) {
  const auto file = std::make_shared<const TensorFile>(path);
  ModelSettings settings = read_settings(*file);
  const bool has_vectors = file->tensors().contains(word_tensors.vectors);
  auto vectors = has_vectors
                     ? std::make_shared<const Embeddings>(map_embeddings(file, word_tensors))
                     : find_vectors({settings.vectors_size, settings.vectors_fingerprint});
  const TensorReader tensors(*file, remedy);
  const std::size_t k = vectors->dimension();
  const auto composer = make_composer<float>(settings.composition, k);
  ModelParts parts{std::move(settings),
                   std::move(vectors),
                   std::make_shared<const Embeddings>(read_ngrams(file, k)),
                   tensors.parameters(composer->layout()),
                   {},
                   read_confidence(*file, tensors)};
  if (!composer->makes_sense(parts.parameters))
    throw Error(ErrorKind::malformed,
                fmt::format("{}: the parameters are invalid for the model {}; {}", path,
                            enum_name(parts.settings.composition), remedy));
  if (file->tensors().contains("word_weights"))
    parts.word_weights = tensors.numbers("word_weights", parts.vectors->size(), 0);
  if (file->tensors().contains("position_weights"))
    parts.position_weights = tensors.numbers("position_weights", position_buckets, 0);
  if (file->tensors().contains("targets"))
    parts.targets = tensors.bits("targets", parts.vectors->size());
  return parts;
}

void add_confidence(const Confidence& confidence, std::vector<char>& known,
                    std::vector<float>& values, TensorFileWriter& writer) {
  for (const auto& coefficients : confidence.coefficients) {
    known.push_back(coefficients ? 1 : 0);
    const Confidence::Coefficients row = coefficients.value_or(Confidence::Coefficients{});
    values.insert(values.end(), row.begin(),
                  row.begin() + static_cast<std::ptrdiff_t>(confidence.used_features()));
  }
  writer.add<char>("confidence_known", {known.size()}, known);
  writer.add<float>("confidence", {known.size(), confidence.used_features()}, values);
}

}  // namespace

Model::Model(const std::string& path, const std::string& vectors)
    : Model(read_model(path, [&](const VectorsIdentity& identity) {
        return std::make_shared<const Embeddings>(read_training_vectors(vectors, identity, path));
      })) {}

Model::Model(const std::string& path, std::shared_ptr<const Embeddings> vectors)
    : Model(read_model(path, [&](const VectorsIdentity& identity) {
        if (vectors->size() != identity.size || vectors->fingerprint() != identity.fingerprint)
          throw Error(ErrorKind::usage, path +
                                            ": the model was not trained with these vectors; "
                                            "give those that it was trained with");
        return vectors;
      })) {}

void write_model(const ModelParts& model, const std::string& path,
                 const WriteModelOptions& options) {
  model.vectors->verify(options.threads);  // no damage is copied under fresh checksums
  model.ngrams->verify(options.threads);
  const std::size_t k = model.vectors->dimension();
  auto metadata = make_metadata(model.settings);
  if (model.confidence.shape != Confidence::Shape::linear) {
    metadata[shape_key] = enum_name(model.confidence.shape);
    metadata[most_words_key] = std::to_string(model.confidence.most_words);
  }
  TensorFileWriter writer(std::move(metadata));
  const auto composer = make_composer<float>(model.settings.composition, k);
  composer->check(model.parameters);
  if (!all_finite(model.parameters) || !all_finite(model.ngrams->values(options.threads)))
    throw Error(ErrorKind::usage,
                "training ended with numbers that are not finite, so no model was written; the "
                "vectors contain numbers that are too large: scale them down");
  add_parameters(composer->layout(), model.parameters, writer);
  const auto halves = [&](const Embeddings& vectors) {
    if (!options.half) return PackedMatrix{};
    return pack_rows(vectors.values(options.threads), k, RowType::bfloat16, options.threads);
  };
  const PackedMatrix packed_ngrams = halves(*model.ngrams);
  add_embeddings(*model.ngrams, ngram_tensors, writer, packed_ngrams);
  if (!model.word_weights.empty())
    writer.add<float>("word_weights", {model.word_weights.size()}, model.word_weights);
  if (!model.position_weights.empty())
    writer.add<float>("position_weights", {position_buckets}, model.position_weights);
  const std::vector<char> targets = pack_bits(model.targets);
  if (!targets.empty()) writer.add<char>("targets", {targets.size()}, targets);
  std::vector<char> known;
  std::vector<float> coefficients;
  add_confidence(model.confidence, known, coefficients, writer);
  const std::vector<float> bounds = bounds_of(model.confidence);
  if (std::ranges::any_of(model.confidence.bounds, [](const auto& b) { return b.has_value(); }))
    writer.add<float>(bounds_name, {Confidence::cases, 2, Confidence::diagnostics}, bounds);
  const PackedMatrix packed = options.without_vectors ? PackedMatrix{} : halves(*model.vectors);
  if (!options.without_vectors) add_embeddings(*model.vectors, word_tensors, writer, packed);
  writer.write(path, options.threads, options.progress);
}

}  // namespace oovec::inline model
