// Vectors of fastText models against those that the program itself prints, where it is installed.
#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>
#include <random>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "oovec/vectors/format.h"
#include "tests/support/files.h"

namespace oovec {
namespace {

std::string random_word(std::mt19937& random) {
  static const std::vector<std::string> letters = {"a", "b", "c", "d", "e",  "f", "-",
                                                   "<", "é", "ß", "ж", "語", "😀"};
  std::string word;
  for (std::size_t length = 1 + random() % 9; length > 0; --length)
    word += letters[random() % letters.size()];
  return word;
}

std::set<std::string> random_words(std::size_t count, std::mt19937& random) {
  std::set<std::string> words;
  while (words.size() < count) words.insert(random_word(random));
  return words;
}

std::string training_text(const std::set<std::string>& words, std::mt19937& random) {
  const std::vector<std::string> list(words.begin(), words.end());
  std::string text;
  for (int line = 0; line < 300; ++line) {
    text += line % 2 == 0 ? "__label__even" : "__label__odd";
    for (int i = 0; i < 10; ++i) text += " " + list[random() % list.size()];
    text += "\n";
  }
  return text;
}

void run(const std::string& command) {
  ASSERT_EQ(std::system((command + " 2> /dev/null").c_str()), 0) << command;  // NOLINT
}

// What `fasttext print-word-vectors` says of each word, against ours; of the model that `fasttext
// quantize` makes, if it gets arguments.
void expect_vectors_of_fasttext(const std::string& arguments, const std::string& quantise = "") {
  std::mt19937 random(42);
  const std::set<std::string> seen = random_words(400, random);
  std::set<std::string> asked = random_words(3000, random);
  asked.insert(seen.begin(), seen.end());
  asked.insert("</s>");
  const TemporaryFile text, queries, answers, model(".bin");
  text.write(training_text(seen, random));
  std::string lines;
  for (const std::string& word : asked) lines += word + "\n";
  queries.write(lines);
  const std::string stem = model.path().substr(0, model.path().size() - 4);
  run("fasttext " + arguments + " -input " + text.path() + " -output " + stem +
      " -bucket 1000 -dim 10 -minCount 1 -epoch 1 -thread 1 > /dev/null");
  if (!quantise.empty())
    run("fasttext quantize -input " + text.path() + " -output " + stem + " " + quantise +
        " > /dev/null");
  const std::string made = quantise.empty() ? model.path() : stem + ".ftz";
  run("fasttext print-word-vectors " + made + " < " + queries.path() + " > " + answers.path());
  std::remove((stem + ".vec").c_str());

  const Embeddings embeddings = read_vectors(made).embeddings;
  std::remove((stem + ".ftz").c_str());
  std::istringstream printed(answers.content());
  std::size_t compared = 0;
  for (const std::string& word : asked) {
    std::string name;
    printed >> name;
    ASSERT_EQ(name, word);
    const auto vector = embeddings.vector_of(word);
    for (std::size_t i = 0; i < 10; ++i) {
      float expected = 0;
      printed >> expected;
      ASSERT_NEAR(vector ? (*vector)[i] : 0, expected, 1e-5) << word;  // it prints five digits
    }
    compared += vector.has_value() ? 1 : 0;
  }
  EXPECT_GT(compared, quantise.empty() ? 300U : 100U);
}

class FastTextProgram : public testing::TestWithParam<const char*> {};

TEST_P(FastTextProgram, PrintsTheSameVectors) {
  if (std::system("command -v fasttext > /dev/null") != 0)  // NOLINT
    GTEST_SKIP() << "the program fasttext is not installed";
  expect_vectors_of_fasttext(GetParam());
}

class QuantisedByFastText : public testing::TestWithParam<const char*> {};

TEST_P(QuantisedByFastText, HasTheSameVectors) {
  if (std::system("command -v fasttext > /dev/null") != 0)  // NOLINT
    GTEST_SKIP() << "the program fasttext is not installed";
  expect_vectors_of_fasttext("supervised -minn 2 -maxn 4", GetParam());
}

INSTANTIATE_TEST_SUITE_P(Quantisations, QuantisedByFastText,
                         testing::Values("-dsub 2", "-dsub 3 -qnorm", "-cutoff 500 -qnorm",
                                         "-cutoff 600 -retrain -epoch 1 -thread 1"));

INSTANTIATE_TEST_SUITE_P(Models, FastTextProgram,
                         testing::Values("skipgram", "cbow -minn 1 -maxn 2",
                                         "skipgram -minn 0 -maxn 0",
                                         "supervised -minn 2 -maxn 4 -wordNgrams 2"));

}  // namespace
}  // namespace oovec
