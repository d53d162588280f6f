// Indexing from end to end, against a plain and slow account of what an index holds.
#include "oovec/corpus/indexer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <random>
#include <set>
#include <sstream>
#include <utility>

#include "oovec/text/utf8.h"
#include "tests/corpus/corpora.h"
#include "tests/support/error_of.h"

namespace oovec {
namespace {

using testing::ElementsAre;
using testing::UnorderedElementsAre;

using Sentence = std::vector<std::string>;

// Text of blanks and lower-case words, indexed as docs/contexts.md says, with all sentences kept.
struct Reference {
  std::map<std::string, std::int64_t> counts;
  std::map<std::string, std::set<Sentence>> sentences;

  explicit Reference(const std::string& text) {
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
      if (find_invalid_utf8(line)) continue;
      std::istringstream blanks(line);
      Sentence sentence;
      for (std::string word; blanks >> word;) sentence.push_back(word);
      for (const std::string& word : sentence) {
        ++counts[word];
        sentences[word].insert(sentence);
      }
    }
  }

  // As contexts_of() prints them, sorted.
  std::vector<std::string> contexts(const std::string& word, const Embeddings& vectors,
                                    std::size_t max_tokens) const {
    std::vector<std::string> contexts;
    if (!sentences.contains(word)) return contexts;
    for (const Sentence& sentence : sentences.at(word)) {
      const auto place = static_cast<std::size_t>(
          std::find(sentence.begin(), sentence.end(), word) - sentence.begin());
      const std::size_t first = place < max_tokens ? 0 : place - max_tokens;
      std::string text;
      for (std::size_t i = first; i < std::min(place + max_tokens + 1, sentence.size()); ++i) {
        const std::string token = vectors.find(sentence[i]) ? sentence[i] : "_";
        text += (i > first ? " " : "") + (i == place ? "[" + token + "]" : token);
      }
      contexts.push_back(text);
    }
    std::sort(contexts.begin(), contexts.end());
    return contexts;
  }
};

// Words of Zipf's kind, about half of them with a vector: w0, w2, w4 …
std::string zipf_text(std::size_t lines, std::size_t words, std::uint32_t seed) {
  std::mt19937 random(seed);
  std::string text;
  for (; lines > 0; --lines) {
    for (auto tokens = random() % 12; tokens > 0; --tokens) {
      const double u = static_cast<double>(random() % 1'000'000 + 1) / 1e6;
      text += "w" + std::to_string(static_cast<std::size_t>(std::pow(words, u)) - 1) + " ";
    }
    if (random() % 50 == 0) text += "\xC3";
    text += random() % 10 == 0 ? "\r\n" : "\n";
  }
  return text;
}

Embeddings even_words(std::size_t words) {
  std::vector<std::string> even;
  for (std::size_t i = 0; i < words; i += 2) even.push_back("w" + std::to_string(i));
  return vectors_of(even);
}

TEST(Indexer, EqualsAPlainAccountOfTheText) {
  EXPECT_TRUE(rc::check("index = reference", [] {
    const std::size_t words = 40;
    const std::string text = zipf_text(*rc::gen::inRange<std::size_t>(0, 200), words,
                                       *rc::gen::arbitrary<std::uint32_t>());
    const Embeddings vectors = even_words(words);
    IndexOptions options = novel(*rc::gen::inRange<std::uint32_t>(1, 5));
    options.per_word = 1'000'000;
    options.lines.bad_lines = 1;  // short texts may have few others
    options.max_tokens = *rc::gen::inRange<std::uint32_t>(1, 6);
    options.words = {"w1", "w3", "absent"};
    options.text.tokenizer = *rc::gen::element(TokenizerKind::words, TokenizerKind::whitespace);
    const TextIndex index(vectors, text, options);
    const Reference reference(text);
    for (std::size_t i = 0; i < words; ++i) {
      const std::string word = "w" + std::to_string(i);
      const std::int64_t count = reference.counts.contains(word) ? reference.counts.at(word) : 0;
      const bool found = i % 2 == 0 || i < 4 || count >= options.novel_min;
      RC_ASSERT(count_of(*index, word) == (found ? count : -1));
      if (!found) continue;
      auto contexts = contexts_of(*index, word);
      std::sort(contexts.begin(), contexts.end());
      RC_ASSERT(contexts == reference.contexts(word, vectors, options.max_tokens));
    }
    RC_ASSERT(count_of(*index, "absent") == 0);
  }));
}

TEST(Indexer, AMoreSparingIndexHoldsTheFirstOfEachWordsSentences) {
  const std::string text = zipf_text(2000, 60, 1);
  const Embeddings vectors = even_words(60);
  IndexOptions options = novel(1);
  options.per_word = 1'000'000;
  const TextIndex all(vectors, text, options);
  for (const std::uint32_t per_word : {1U, 7U, 200U}) {
    options.per_word = per_word;
    const TextIndex some(vectors, text, options);
    ASSERT_EQ(some->size(), all->size());
    for (std::size_t target = 0; target < all->size(); ++target) {
      auto expected = contexts_of(*all, all->word(target));
      if (expected.size() > per_word) expected.resize(per_word);
      ASSERT_EQ(contexts_of(*some, all->word(target)), expected);
      ASSERT_EQ(some->count(target), all->count(target));
    }
  }
}

// Files of another version could not be merged with this one's if it did.
TEST(Indexer, ThePriorityOfASentenceNeverChanges) {
  const TextIndex index(fruit(), "The pomelo is a ripe fruit.");
  EXPECT_THAT(index->view().priorities, ElementsAre(0x58829F2150276D1CU));
}

TEST(Indexer, TheSameSentenceAgainAddsToTheCountOnly) {
  const TextIndex index(fruit(), "The fruit.\nThe fruit. The fruit!\nthe ripe fruit\n");
  EXPECT_EQ(count_of(*index, "fruit"), 4);
  EXPECT_THAT(contexts_of(*index, "fruit"),
              UnorderedElementsAre("the [fruit]", "the ripe [fruit]"));
}

TEST(Indexer, SentencesThatDifferInUnknownWordsOnlyAreDifferent) {
  const TextIndex index(fruit(), "the pomelo\nthe durian\nthe pomelo\n");
  EXPECT_THAT(contexts_of(*index, "the"), ElementsAre("[the] _", "[the] _"));
}

TEST(Indexer, ATargetStandsAtItsFirstPlaceInASentence) {
  const TextIndex index(fruit(), "a the ripe the fruit\n");
  EXPECT_EQ(count_of(*index, "the"), 2);
  EXPECT_THAT(contexts_of(*index, "the"), ElementsAre("a [the] ripe the fruit"));
}

TEST(Indexer, WordsAreFoundAsTheTextRulesSay) {
  const TextIndex index(fruit(), "FRUIT's well-ripe\n", novel(1));
  EXPECT_THAT(contexts_of(*index, "ripe"), ElementsAre("fruit 's well [ripe]"));
  EXPECT_EQ(index.summary().totals.tokens[Match::without_clitic], 1U);
  EXPECT_EQ(index.summary().totals.tokens[Match::in_parts], 1U);
}

TEST(Indexer, ContextReachesAsFarAsAskedFor) {
  IndexOptions options;
  options.max_tokens = 2;
  const TextIndex index(fruit(), "a a a the ripe ripe ripe\nthe is\nis is a\n", options);
  EXPECT_THAT(contexts_of(*index, "the"), UnorderedElementsAre("a a [the] ripe ripe", "[the] is"));
}

TEST(Indexer, PlacesInVeryLongSentencesAreRight) {
  std::string text = "the";
  for (int i = 0; i < 5000; ++i) text += i % 100 == 99 ? " ripe" : " a";
  IndexOptions options;
  options.max_tokens = 1;
  options.text.tokenizer = TokenizerKind::whitespace;
  const TextIndex index(fruit(), text, options);
  EXPECT_EQ(count_of(*index, "ripe"), 50);
  EXPECT_EQ(count_of(*index, "a"), 4950);
  EXPECT_EQ(index.summary().totals.sentences, 3U);  // of at most 2,048 tokens
  for (const std::string& context : contexts_of(*index, "ripe")) EXPECT_EQ(context, "a [ripe] a");
}

TEST(Indexer, ATokenOfVeryManyPartsIsCountedWholeAndStoredInPart) {
  std::string text = "ripe";
  for (int i = 0; i < 70000; ++i) text += "-a";
  IndexOptions options;
  options.max_tokens = 1;
  options.text.tokenizer = TokenizerKind::whitespace;
  const TextIndex index(fruit(), text + "-fruit", options);
  EXPECT_EQ(count_of(*index, "a"), 70000);
  EXPECT_EQ(count_of(*index, "fruit"), 1);
  EXPECT_THAT(contexts_of(*index, "fruit"), testing::IsEmpty());  // beyond the last place
  EXPECT_THAT(contexts_of(*index, "a"), ElementsAre("ripe [a] a"));
}

TEST(Indexer, FollowsTheCaseOfTheVectors) {
  const std::string text = "Polish polish POLISH\n";
  const TextIndex lower(vectors_of({"polish"}), text);
  EXPECT_EQ(count_of(*lower, "polish"), 3);
  const TextIndex cased(vectors_of({"polish", "Polish"}), text);
  EXPECT_EQ(count_of(*cased, "polish"), 2);  // POLISH is tried in lower case
  EXPECT_EQ(count_of(*cased, "Polish"), 1);
}

// Sentences of all lengths, in order; the first two tokens tell which one it is.
std::string numbered_sentences(std::size_t side) {
  std::string text;
  for (std::size_t i = 0; i < side * side; ++i) {
    text += "n" + std::to_string(i / side) + " n" + std::to_string(i % side);
    for (std::size_t filler = i % 30; filler > 0; --filler) text += " filler";
    text += " target\n";
  }
  return text;
}

TEST(Indexer, TheSampleIsUniform) {
  constexpr std::size_t side = 30;
  constexpr std::size_t sentences = side * side;
  constexpr std::uint32_t kept = 90;
  constexpr std::uint64_t seeds = 200;
  std::vector<std::string> words = {"target"};
  for (std::size_t i = 0; i < side; ++i) words.push_back("n" + std::to_string(i));
  const Embeddings vectors = vectors_of(words);
  const std::string text = numbered_sentences(side);

  std::vector<double> chosen(sentences);
  IndexOptions options;
  options.per_word = kept;
  options.max_tokens = 100;
  options.threads = 1;
  for (options.seed = 0; options.seed < seeds; ++options.seed) {
    const TextIndex index(vectors, text, options);
    const std::size_t target = *index->find("target");
    ASSERT_EQ(index->contexts(target), kept);
    for (std::size_t i = 0; i < kept; ++i) {
      const Context context = index->context(target, i);
      chosen[(context.tokens[0].row() - 1) * side + context.tokens[1].row() - 1] += 1;
    }
  }

  // Pearson's statistic; without replacement the variance is smaller by 1 − kept / sentences.
  const double expected = static_cast<double>(seeds) * kept / sentences;
  double statistic = 0;
  for (const double count : chosen) statistic += (count - expected) * (count - expected) / expected;
  statistic /= 1 - static_cast<double>(kept) / sentences;
  const double freedom = sentences - 1;
  EXPECT_LT(std::abs(statistic - freedom) / std::sqrt(2 * freedom), 3);
}

TEST(Indexer, FrequentSentencesAreNoMoreLikely) {
  IndexOptions options;
  options.per_word = 5;
  std::string once, often;
  for (int i = 0; i < 50; ++i) {
    const std::string line = "the fruit " + std::to_string(i) + "\n";
    once += line;
    for (int repeat = 0; repeat <= i; ++repeat) often += line;
  }
  EXPECT_EQ(TextIndex(fruit(), once, options)->view().priorities.size(), 5U);
  const TextIndex a(fruit(), once, options), b(fruit(), often, options);
  EXPECT_TRUE(std::equal(a->view().priorities.begin(), a->view().priorities.end(),
                         b->view().priorities.begin(), b->view().priorities.end()));
}

TEST(Indexer, AnotherSeedKeepsOtherSentences) {
  IndexOptions options;
  options.per_word = 20;
  const std::string text = numbered_sentences(30);
  const Embeddings vectors = vectors_of({"target", "n1", "n2", "n3"});
  const TextIndex first(vectors, text, options);
  options.seed = 2;
  const TextIndex second(vectors, text, options);
  EXPECT_NE(contexts_of(*first, "target"), contexts_of(*second, "target"));
}

TEST(Indexer, BytesDependOnTheTextOnly) {
  const Embeddings vectors = even_words(3000);
  const std::string text = zipf_text(100'000, 3000, 2);  // several blocks
  IndexOptions options = novel(3);
  options.per_word = 50;
  options.threads = 1;
  const std::string expected = index_bytes(vectors, {text}, options);
  for (const auto& [threads, memory] : {std::pair<int, std::uint64_t>{1, 1}, {2, 1024}, {4, 1}}) {
    options.threads = threads;
    options.memory = memory;
    EXPECT_TRUE(index_bytes(vectors, {text}, options) == expected)
        << threads << " threads, " << memory << " MB";
  }
}

TEST(Indexer, BytesDoNotDependOnFilesAndTheirOrder) {
  EXPECT_TRUE(rc::check("sharding", [] {
    const Embeddings vectors = even_words(40);
    const std::string text = zipf_text(100, 40, *rc::gen::arbitrary<std::uint32_t>());
    IndexOptions options = novel(2);
    options.per_word = 5;
    options.threads = *rc::gen::inRange(1, 4);
    std::vector<std::string> files(*rc::gen::inRange<std::size_t>(1, 5));
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);)
      files[*rc::gen::inRange<std::size_t>(0, files.size())] += line + "\n";
    RC_ASSERT(index_bytes(vectors, files, options) == index_bytes(vectors, {text}, options));
  }));
}

TEST(Indexer, SpillingLeavesOtherFilesAlone) {
  const Scratch scratch;
  scratch.file("out.ctx.part0", "precious");
  IndexOptions options = novel(1);
  options.memory = 1;
  index_corpus(even_words(100), {scratch.file("text", zipf_text(50'000, 100, 3))},
               scratch.path("out.ctx"), options);
  EXPECT_EQ(scratch.content("out.ctx.part0"), "precious");
  EXPECT_THAT(scratch.names(), ElementsAre("out.ctx", "out.ctx.part0", "text"));
}

IndexOptions windows_of(std::uint32_t window) {
  IndexOptions options = novel(1);
  options.context.window = window;
  return options;
}

TEST(IndexerWindow, ContextsAreAroundEveryOccurrenceAndAcrossSentences) {
  const TextIndex index(fruit(), "The fruit is ripe. The a fruit.\n", windows_of(1));
  EXPECT_EQ(count_of(*index, "fruit"), 2);
  EXPECT_THAT(contexts_of(*index, "fruit"),
              testing::UnorderedElementsAre("the [fruit] is", "a [fruit]"));
  EXPECT_THAT(contexts_of(*index, "ripe"), testing::ElementsAre("is [ripe] the"));
  EXPECT_EQ(index.summary().totals.sentences, 2U);
  EXPECT_EQ(index->settings().window, 1U);
  EXPECT_EQ(index->settings().max_tokens, 1U);
}

TEST(IndexerWindow, TheSameWindowsOfTwoWordsAreBothKept) {
  const TextIndex index(fruit(), "the fruit\n", windows_of(9));
  EXPECT_THAT(contexts_of(*index, "fruit"), testing::ElementsAre("the [fruit]"));
  EXPECT_THAT(contexts_of(*index, "the"), testing::ElementsAre("[the] fruit"));
}

TEST(IndexerWindow, BytesDependOnTheSetOfTextsAlone) {
  IndexOptions options = windows_of(2);
  options.per_word = 2;
  const std::vector<std::string> texts = {"the ripe fruit is a ripe fruit. so it is\n",
                                          "a fruit is the fruit\n",
                                          "the fruit. a fruit. is ripe\n"};
  const std::string all = index_bytes(fruit(), {texts[0] + texts[1] + texts[2]}, options);
  options.threads = 3;
  EXPECT_EQ(index_bytes(fruit(), {texts[2], texts[0], texts[1]}, options), all);
}

TEST(IndexerWindow, WithoutOneNothingIsSaidOfIt) {
  const Scratch scratch;
  (void)index_corpus(fruit(), {scratch.file("text", "the fruit\n")}, scratch.path("a.ctx"),
                     novel(1));
  EXPECT_THAT(scratch.content("a.ctx"), testing::Not(testing::HasSubstr("window")));
  (void)index_corpus(fruit(), {scratch.file("text", "the fruit\n")}, scratch.path("b.ctx"),
                     windows_of(3));
  EXPECT_THAT(scratch.content("b.ctx"), testing::HasSubstr("\"window\":\"3\""));
  EXPECT_THAT(error_of([&] {
                (void)merge_index_files({scratch.path("a.ctx"), scratch.path("b.ctx")},
                                        scratch.path("c.ctx"));
              }).what(),
              testing::HasSubstr("`max-tokens`"));
}

}  // namespace
}  // namespace oovec
