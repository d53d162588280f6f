#include "oovec/store/remember.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <stdexcept>

#include "oovec/corpus/context_index.h"
#include "oovec/corpus/indexer.h"
#include "tests/store/stores.h"
#include "tests/support/error_of.h"
#include "tests/support/scratch.h"
#include "tests/support/vectors.h"

namespace oovec {
namespace {

using testing::ElementsAre;

const Embeddings& known_words() {
  static const Embeddings words =
      make_embeddings({"the", "is", "ripe", "a", "fruit", "well"}, 1, {1, 2, 3, 4, 5, 6});
  return words;
}

TextSource source_of(const std::vector<std::string>& texts) {
  return TextSource::of_texts(texts.begin(), texts.end());
}

// Some words with a vector, most without.
std::vector<std::string> random_lines(std::size_t lines, std::uint32_t seed) {
  std::mt19937 random(seed);
  std::vector<std::string> texts;
  for (; lines > 0; --lines) {
    std::string text;
    for (auto tokens = 1 + random() % 12; tokens > 0; --tokens)
      text += random() % 3 == 0 ? "the " : "word" + std::to_string(random() % 40) + " ";
    texts.push_back(text);
  }
  return texts;
}

TEST(Remember, WordsWithoutAVectorAreRemembered) {
  Store store = Store::in_memory(store_options());
  const std::vector<std::string> texts = {"The Pomelo is ripe. The fruit's well.",
                                          "A pomelo is a pomelo, 42 is a fruit, well-ripe."};
  const RememberSummary summary =
      remember_corpus(store, known_words(), source_of(texts), {.time = 77});
  EXPECT_EQ(summary.words, 1U);
  EXPECT_EQ(summary.sightings, 3U);
  EXPECT_EQ(summary.totals.lines, 2U);
  EXPECT_EQ(summary.totals.sentences, 3U);
  const StoredWord word = store.find("pomelo").value();
  EXPECT_EQ(word.count, 3U);
  EXPECT_EQ(word.last, 77);
  EXPECT_THAT(texts_of(word), testing::UnorderedElementsAre("The Pomelo is ripe.", texts[1]));
  EXPECT_EQ(store.totals().words, 1U);
}

TEST(Remember, ThreadsAndOrderMakeNoDifference) {
  std::vector<std::string> texts = random_lines(3000, 5);
  Store one = Store::in_memory(store_options(7));
  remember_corpus(one, known_words(), source_of(texts), {.threads = 1});
  std::shuffle(texts.begin(), texts.end(), std::mt19937(1));
  Store other = Store::in_memory(store_options(7));
  remember_corpus(other, known_words(), source_of(texts), {.threads = 4});
  EXPECT_EQ(content_of(one), content_of(other));
  one.check();
}

TEST(Remember, WordsAndCountsAreThoseOfAnIndex) {
  const Scratch scratch;
  const std::vector<std::string> texts = random_lines(500, 9);
  IndexOptions options;
  options.text = *store_options().text;
  options.novel_min = 1;
  options.per_word = 20;
  index_corpus(known_words(), source_of(texts), scratch.path("x.ctx"), options);
  const ContextIndex index(scratch.path("x.ctx"));
  Store store = Store::in_memory(store_options(20));
  remember_corpus(store, known_words(), source_of(texts));
  EXPECT_EQ(store.totals().words, index.size() - known_words().size());
  for (std::size_t i = known_words().size(); i < index.size(); ++i) {
    const StoredWord word = store.find(index.word(i)).value();
    EXPECT_EQ(word.count, index.count(i));
    EXPECT_EQ(word.contexts.size(), index.contexts(i));
    // The same sentences, in the same order: as many tokens each.
    for (std::size_t k = 0; k < word.contexts.size(); ++k)
      EXPECT_EQ(std::count(word.contexts[k].text.begin(), word.contexts[k].text.end(), ' ') + 1,
                static_cast<std::ptrdiff_t>(index.context(i, k).tokens.size()));
  }
}

TEST(Remember, ATaskThatFailsAddsNothing) {
  Store store = Store::in_memory(store_options());
  int given = 0;
  const TextSource source([&]() -> std::optional<std::string> {
    if (++given == 5000) throw std::runtime_error("no more");
    return "the pomelo is number " + std::to_string(given);
  });
  EXPECT_THROW(remember_corpus(store, known_words(), source), std::runtime_error);
  EXPECT_EQ(store.totals().words, 0U);
}

TEST(Remember, AVeryLongSentenceIsCutForEachOfItsWords) {
  StoreOptions options = store_options();
  options.max_bytes = 30;
  Store store = Store::in_memory(options);
  std::string text;
  for (int i = 0; i < 3000; ++i) text += "word" + std::to_string(i) + " the ";
  remember_corpus(store, known_words(), source_of({text}));
  EXPECT_EQ(store.totals().words, 3000U);
  EXPECT_THAT(texts_of(store, "word77"), ElementsAre("word76 the word77 the word78"));
}

TEST(Remember, AddsToWhatIsThere) {
  Store store = Store::in_memory(store_options());
  store.add("pomelo", "A pomelo.", 1);
  remember_corpus(store, known_words(), source_of({"the pomelo"}), {.time = 2});
  EXPECT_EQ(count_of(store, "pomelo"), 2U);
  EXPECT_EQ(store.find("pomelo")->first, 1);
}

}  // namespace
}  // namespace oovec
