// From text to test: whether p-values of comparisons are what they should be, on synthetic speeches
// whose documents each have words of their own.
#include <gtest/gtest.h>

#include <algorithm>

#include "oovec/compare/compare.h"
#include "tests/compare/synthetic_units.h"
#include "tests/support/models.h"
#include "tests/support/scratch.h"

namespace oovec {
namespace {

constexpr std::size_t words_compared = 150;  // words, each a comparison of its own
constexpr std::size_t documents_each = 24;   // of each word
constexpr double preference = 0.5;  // share of words that a party prefers, where parties differ

const std::vector<std::string> vocabulary = {"sweet",  "fruit",  "citrus", "melon", "thick",
                                             "unable", "employ", "off",    "known", "well"};

std::string name_of(std::size_t word) {
  return std::string("zq") + static_cast<char>('a' + word / 26) +
         static_cast<char>('a' + word % 26);
}

// Some sentences of a document, of three words that it likes and, by this share, of two that its
// party does.
std::string sentences(const std::string& word, const std::string& values, bool first, double share,
                      Random& random) {
  std::vector<std::string> liked;
  for (int i = 0; i < 3; ++i) liked.push_back(vocabulary[random.below(vocabulary.size())]);
  std::string rows;
  const std::size_t count = 1 + random.below(4);
  for (std::size_t i = 0; i < count; ++i) {
    rows += values + "," + word;
    for (int j = 0; j < 5; ++j)
      rows += " " + (random.unit() < share ? vocabulary[(first ? 0 : 5) + random.below(2)]
                                           : liked[random.below(liked.size())]);
    rows += "\n";
  }
  return rows;
}

// Documents of two parties and a hundred years, dealt by lot.
std::string speeches_by_lot(double share, std::uint64_t seed) {
  Random random(seed);
  std::string text = "id,party,year,speech\n";
  for (std::size_t word = 0; word < words_compared; ++word)
    for (std::size_t document = 0; document < documents_each; ++document) {
      const bool first = random.below(2) == 0;
      const std::string values = name_of(word) + std::to_string(document) +
                                 (first ? ",D," : ",R,") + std::to_string(1900 + random.below(100));
      text += sentences(name_of(word), values, first, share, random);
    }
  return text;
}

CompareResult compare_speeches(const std::string& text, CompareOptions options) {
  static const Model model(small_model(Composition::balanced, 8));
  const Scratch scratch;
  options.text = "speech";
  for (std::size_t word = 0; word < words_compared; ++word) options.words.push_back(name_of(word));
  options.min_contexts = 2;
  options.permutations = 99;
  options.bootstraps = 0;
  return compare_contexts(model, {scratch.file("speeches.csv", text)}, options);
}

std::vector<double> p_of_parties(const std::string& text, const std::string& document) {
  CompareOptions options;
  options.by = "party";
  options.document = document;
  std::vector<double> all;
  for (const ComparedWord& word : compare_speeches(text, options).words)
    all.push_back(word.pairs.at(0).p.value());
  return all;
}

// Of both coefficients.
std::vector<std::vector<double>> p_of_regression(const std::string& text) {
  CompareOptions options;
  options.formula = "party + year";
  options.document = "id";
  std::vector<std::vector<double>> all(2);
  for (const ComparedWord& word : compare_speeches(text, options).words)
    for (std::size_t i = 0; i < 2; ++i)
      all[i].push_back(word.regression.value().coefficients.at(i).p.value());
  return all;
}

auto count_low(const std::vector<double>& p) {
  return std::ranges::count_if(p, [](double each) { return each <= 0.05; });
}

TEST(Calibration, PIsUniformOnTextOfPartiesThatSpeakAlike) {
  const std::string text = speeches_by_lot(0, 1);
  EXPECT_GT(uniformity(p_of_parties(text, "id")), 0.01);
  for (const std::vector<double>& p : p_of_regression(text)) EXPECT_GT(uniformity(p), 0.01);
}

TEST(Calibration, RowsOfADocumentTakenForIndependentGiveLowP) {
  const std::vector<double> p = p_of_parties(speeches_by_lot(0, 1), "");
  EXPECT_LT(uniformity(p), 1e-4);
  EXPECT_GT(count_low(p), 30);  // of 150, where 7 or 8 are to be expected
}

TEST(Calibration, PIsLowOnTextOfPartiesThatDiffer) {
  const std::string text = speeches_by_lot(preference, 2);
  EXPECT_GT(count_low(p_of_parties(text, "id")), 120);
  const std::vector<std::vector<double>> p = p_of_regression(text);
  EXPECT_GT(count_low(p[0]), 120);
  EXPECT_GT(uniformity(p[1]), 0.01);  // the year does not matter
}

}  // namespace
}  // namespace oovec
