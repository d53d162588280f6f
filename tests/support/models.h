// Small models with arbitrary numbers, always the same. Free of test frameworks, for the sake of
// programs that are none.
#pragma once

#include <array>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "oovec/base/random.h"
#include "oovec/model/composer.h"
#include "oovec/model/model.h"

namespace oovec {

// A part of a model's parameters, to be changed.
inline std::span<float> part_of(ModelParts& parts, std::string_view name) {
  const auto composer =
      make_composer<float>(parts.settings.composition, parts.vectors->dimension());
  return composer->layout()[name].of(std::span(parts.parameters));
}

inline constexpr std::array compositions = {
    Composition::gated, Composition::single,        Composition::context,  Composition::form,
    Composition::mlp,   Composition::componentwise, Composition::iterative};

// Numbers in [−1, 1).
inline std::vector<float> arbitrary_numbers(std::size_t size, std::uint64_t seed) {
  Random random(seed);
  std::vector<float> numbers(size);
  for (float& number : numbers) number = 2 * random.unit() - 1;
  return numbers;
}

// Repeated words are taken once.
inline std::shared_ptr<const Embeddings> arbitrary_embeddings(const std::vector<std::string>& words,
                                                              std::size_t dimension,
                                                              std::uint64_t seed) {
  Vocabulary vocabulary;
  for (const std::string& word : words) vocabulary.insert(word);
  Matrix matrix(dimension);
  matrix.append(arbitrary_numbers(vocabulary.size() * dimension, seed));
  return std::make_shared<const Embeddings>(std::move(vocabulary), std::move(matrix));
}

// ⟨unk⟩ and the n-grams of some words.
inline std::shared_ptr<const Embeddings> arbitrary_ngrams(const std::vector<std::string>& words,
                                                          NgramLengths lengths,
                                                          std::size_t dimension) {
  std::vector<std::string> known = {std::string(1, unknown_ngram)};
  Ngrams ngrams(lengths);
  for (const std::string& word : words)
    for (const std::string_view ngram : ngrams.of(word)) known.emplace_back(ngram);
  return arbitrary_embeddings(known, dimension, 2);
}

inline const std::vector<std::string>& model_words() {
  static const std::vector<std::string> words = {"the",    "a",     "of",    "fruit",  "grapefruit",
                                                 "melon",  "pome",  "thick", "well",   "known",
                                                 "ice",    "cream", "sweet", "citrus", "employ",
                                                 "unable", "off",   "'s",    "été",    "knitted"};
  return words;
}

// Lower-cases, has all n-grams of its words, and some confidence in every case.
inline ModelParts small_model(Composition composition = Composition::gated,
                              std::size_t dimension = 4) {
  const NgramLengths lengths{2, 4};
  const auto vectors = arbitrary_embeddings(model_words(), dimension, 1);
  ModelParts parts{{composition,
                    lengths,
                    TokenizerKind::words,
                    true,
                    "und",
                    vectors->fingerprint(),
                    vectors->size(),
                    {{"epochs", "3"}}},
                   vectors,
                   arbitrary_ngrams(model_words(), lengths, dimension),
                   {},
                   {},
                   {}};
  const auto composer = make_composer<float>(composition, dimension);
  for (const Part& part : composer->layout().parts()) {
    static const std::map<std::string, std::uint64_t> seeds = {
        {"transform", 3}, {"gate", 4}, {"second", 5}, {"offset", 6},
        {"origin", 7},    {"mean", 8}, {"typical", 9}};
    static const std::map<std::string, std::vector<float>> given = {
        {"words", {2, 40}}, {"spread", {1.5F}}, {"contrast", {0.5F}}};
    const auto found = given.find(part.name);
    const std::vector<float> numbers = part.name == "bias" ? std::vector<float>(part.size, -0.25F)
                                       : found != given.end()
                                           ? found->second
                                           : arbitrary_numbers(part.size, seeds.at(part.name));
    parts.parameters.insert(parts.parameters.end(), numbers.begin(), numbers.end());
  }
  parts.confidence.coefficients = {{{{0.25, 0.5, 0, 0, 0, 0.125}},
                                    {{0.125, 0, 0.0625, 0, 0, 0.25}},
                                    {{0.25, 0.125, 0.0625, 0.125, 0.25, 0.0625}}}};
  return parts;
}

}  // namespace oovec
