// Targets of several tokens in an index.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <map>
#include <random>
#include <set>
#include <sstream>

#include "tests/corpus/corpora.h"

namespace oovec {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::UnorderedElementsAre;

IndexOptions listing(std::vector<std::string> words) {
  IndexOptions options;
  options.words = std::move(words);
  return options;
}

TEST(PhraseIndex, WordsOfSeveralTokensAreCountedAndHaveContexts) {
  const TextIndex index(fruit(), "The ripe fruit is well. A Ripe  fruit's a fruit.\nripe\nfruit\n",
                        listing({"Ripe Fruit", "is pomelo"}));
  EXPECT_EQ(count_of(*index, "ripe fruit"), 2);
  EXPECT_THAT(contexts_of(*index, "ripe fruit"),
              UnorderedElementsAre("the [ripe fruit] is well", "a [ripe fruit 's] a fruit"));
  EXPECT_EQ(count_of(*index, "ripe"), 3);  // its tokens count for themselves, too
  EXPECT_EQ(count_of(*index, "is pomelo"), 0);
  EXPECT_EQ(index.summary().listed_unseen, 1U);
  EXPECT_THAT(index.summary().first_unseen, ElementsAre("is pomelo"));
}

TEST(PhraseIndex, TokensWithoutAVectorCanBePartOfOne) {
  const TextIndex index(fruit(), "the pomelo tree is a pomelo tree\n", listing({"pomelo tree"}));
  EXPECT_EQ(count_of(*index, "pomelo tree"), 2);
  EXPECT_THAT(contexts_of(*index, "pomelo tree"), ElementsAre("the [_ _] is a _ _"));
}

TEST(PhraseIndex, AContextReachesFromBothEndsOfTheTarget) {
  IndexOptions options = listing({"ripe fruit"});
  options.max_tokens = 1;
  const TextIndex index(fruit(), "well the ripe fruit is a\n", options);
  EXPECT_THAT(contexts_of(*index, "ripe fruit"), ElementsAre("the [ripe fruit] is"));
  const auto target = index->find("ripe fruit");
  EXPECT_THAT(index->words(index->context(*target, 0), "RF"), ElementsAre("the", "RF", "is"));
}

TEST(PhraseIndex, VectorsMayHaveTheWord) {
  for (const char* spelled : {"ripe fruit", "ripe_fruit"}) {
    const Embeddings vectors = vectors_of({"the", spelled, "ripe", "fruit", "is"});
    for (const char* listed : {"ripe fruit", spelled}) {
      const TextIndex index(vectors, "the ripe fruit is ripe\n", listing({listed}));
      EXPECT_EQ(index->size(), vectors.size());
      EXPECT_EQ(count_of(*index, spelled), 1);
      EXPECT_EQ(index->look_up("Ripe fruit").word, 1U);
      EXPECT_THAT(contexts_of(*index, spelled), ElementsAre("the [ripe fruit] is ripe"));
    }
    EXPECT_EQ(count_of(*TextIndex(vectors, "the ripe fruit\n"), spelled), 0);  // not asked for
  }
}

TEST(PhraseIndex, TwoListsWithOtherWordsOfTheVectorsCannotBeMerged) {
  const Embeddings vectors = vectors_of({"the", "ripe_fruit", "a_fruit"});
  const TextIndex one(vectors, "the\n", listing({"ripe fruit"}));
  const TextIndex other(vectors, "the\n", listing({"a fruit"}));
  EXPECT_NE(one->settings().listed_fingerprint, other->settings().listed_fingerprint);
}

TEST(PhraseIndex, AWordMayHaveSixteenTokens) {
  std::string phrase = "the";
  for (int i = 1; i < 16; ++i) phrase += " fruit";
  const TextIndex index(fruit(), "is " + phrase + " a\n", listing({phrase}));
  EXPECT_EQ(count_of(*index, phrase), 1);
  const auto target = index->find(phrase);
  EXPECT_EQ(index->context(*target, 0).target_tokens, 16U);
  const Error error = error_of([&] {
    TextIndex(fruit(), "the\n", listing({"a", phrase + " fruit"}));
  });
  EXPECT_EQ(error.kind(), ErrorKind::usage);
  EXPECT_THAT(error.what(), HasSubstr("has 17 tokens; a word of a list may have up to 16"));
}

TEST(PhraseIndex, AtTheEndOfALongSentenceTheyAreCountedAndStored) {
  std::string text;
  for (int i = 0; i < 2046; ++i) text += "fruit ";
  const TextIndex index(fruit(), text + "ripe a\n", listing({"ripe a"}));
  EXPECT_EQ(count_of(*index, "ripe a"), 1);
  EXPECT_EQ(index->context(*index->find("ripe a"), 0).position, 25U);
}

// Tokens that are many words each.
TEST(PhraseIndex, ATargetOfTooManyWordsIsCountedButHasNoContext) {
  std::string token = "the-fruit";
  for (int i = 0; i < 9; ++i) token += "-fruit-x-the";
  const TextIndex index(fruit(), "a " + token + " ripe\n", listing({token + " ripe"}));
  EXPECT_EQ(count_of(*index, token + " ripe"), 1);
  EXPECT_THAT(contexts_of(*index, token + " ripe"), IsEmpty());
}

// A slow model: tokens are letters between blanks, a line is a sentence.
struct PhraseReference {
  std::map<std::string, std::int64_t> counts;
  std::map<std::string, std::set<std::string>> contexts;
};

std::string join(const std::vector<std::string>& words, std::size_t begin, std::size_t end) {
  std::string text;
  for (std::size_t i = begin; i < end; ++i) text += (i > begin ? " " : "") + words[i];
  return text;
}

PhraseReference refer(const std::string& text, const std::vector<std::string>& phrases) {
  PhraseReference reference;
  for (const std::string& phrase : phrases) reference.counts[phrase] = 0;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream stream(line);
    std::vector<std::string> words;
    for (std::string word; stream >> word;) words.push_back(word);
    std::set<std::string> seen;
    for (std::size_t begin = 0; begin < words.size(); ++begin)
      for (std::size_t end = words.size(); end > begin + 1; --end) {
        const std::string phrase = join(words, begin, end);
        if (!reference.counts.contains(phrase)) continue;
        ++reference.counts[phrase];
        if (seen.insert(phrase).second)
          reference.contexts[phrase].insert(join(words, 0, begin) + (begin > 0 ? " " : "") + "[" +
                                            phrase + "]" + (end < words.size() ? " " : "") +
                                            join(words, end, words.size()));
        break;
      }
  }
  return reference;
}

std::string random_text(std::uint32_t seed, std::string_view letters, std::size_t lines) {
  std::mt19937 random(seed);
  std::string text;
  for (std::size_t i = 0; i < lines; ++i) {
    for (auto tokens = random() % 8; tokens > 0; --tokens)
      text += std::string(1, letters[random() % letters.size()]) + " ";
    text += "\n";
  }
  return text;
}

TEST(PhraseIndex, IsThatOfASlowModel) {
  const Embeddings vectors = vectors_of({"a", "b", "c", "d"});
  EXPECT_TRUE(rc::check("index = reference", [&] {
    const std::string text = random_text(*rc::gen::arbitrary<std::uint32_t>(), "abcd", 60);
    std::vector<std::string> phrases;
    const auto letter = rc::gen::element<std::string>("a", "b", "c", "d");
    for (const auto& tokens : *rc::gen::container<std::vector<std::vector<std::string>>>(
             3, rc::gen::nonEmpty(rc::gen::container<std::vector<std::string>>(letter))))
      if (tokens.size() > 1 && tokens.size() <= 5)
        phrases.push_back(join(tokens, 0, tokens.size()));
    IndexOptions options = listing(phrases);
    options.text.tokenizer = TokenizerKind::whitespace;
    options.threads = *rc::gen::element(1, 3);
    const TextIndex index(vectors, text, options);
    const PhraseReference reference = refer(text, phrases);
    for (const std::string& phrase : phrases) {
      RC_ASSERT(count_of(*index, phrase) == reference.counts.at(phrase));
      const auto found = contexts_of(*index, phrase);
      const auto expected = reference.contexts.find(phrase);
      RC_ASSERT(
          std::set<std::string>(found.begin(), found.end()) ==
          (expected == reference.contexts.end() ? std::set<std::string>() : expected->second));
    }
  }));
}

TEST(PhraseIndex, BytesDoNotDependOnThreadsNorOnHowTextIsSpread) {
  const Embeddings vectors = vectors_of({"a", "b", "c", "d"});
  IndexOptions options = listing({"a b", "a b c", "b c", "x y"});
  options.novel_min = 1;
  options.per_word = 20;
  const std::string one = random_text(1, "abcdxy", 30'000);
  const std::string two = random_text(2, "abcdxy", 100'000);
  options.threads = 1;
  const std::string expected = index_bytes(vectors, {one + two}, options);
  for (const int threads : {2, 5}) {
    options.threads = threads;
    EXPECT_TRUE(index_bytes(vectors, {two, one}, options) == expected);
  }
  const Scratch scratch;
  const std::string first = scratch.file("1.ctx", index_bytes(vectors, {one}, options));
  const std::string second = scratch.file("2.ctx", index_bytes(vectors, {two}, options));
  merge_index_files({second, first}, scratch.path("both.ctx"), 2);
  EXPECT_TRUE(scratch.content("both.ctx") == expected);
}

TEST(PhraseIndex, WithoutSuchWordsChangesNothing) {
  const std::string text = "The ripe fruit is a fruit.\nA pomelo\n";
  IndexOptions one = listing({"pomelo"});
  const TextIndex index(fruit(), text, one);
  EXPECT_EQ(TargetPlace::of_code(index->view().posting_positions[0]).tokens, 1U);
  for (const std::uint16_t code : index->view().posting_positions) EXPECT_LT(code, 8);
}

TEST(TargetPlace, HasACodeOfSixteenBits) {
  for (const TargetPlace place : {TargetPlace{0, 1}, TargetPlace{4095, 16}, TargetPlace{7, 2}})
    EXPECT_EQ(TargetPlace::of_code(place.code()), place);
  EXPECT_EQ((TargetPlace{7, 1}.code()), 7);
}

}  // namespace
}  // namespace oovec
