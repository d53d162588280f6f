#include "oovec/store/sighting.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "oovec/corpus/context_index.h"
#include "oovec/corpus/indexer.h"
#include "tests/store/stores.h"
#include "tests/support/error_of.h"
#include "tests/support/scratch.h"
#include "tests/support/vectors.h"

namespace oovec {
namespace {

using testing::EndsWith;
using testing::HasSubstr;

StoreSettings settings_with(std::uint32_t max_bytes) {
  StoreSettings settings;
  settings.text = *store_options().text;
  settings.max_bytes = max_bytes;
  return settings;
}

std::string fitted(std::string_view word, std::string_view text, std::uint32_t max_bytes) {
  const ReadySighting ready = SightingReader(settings_with(max_bytes)).read({word, text});
  return ready.context ? ready.context->text : "";
}

std::optional<std::uint64_t> priority_of_text(std::string_view text) {
  const ReadySighting ready = SightingReader(settings_with(1000)).read({"pomelo", text});
  return ready.context ? std::optional(ready.context->priority) : std::nullopt;
}

TEST(Sighting, WordsAreSpelledInOneWay) {
  const StoreSettings lower = settings_with(100);
  EXPECT_EQ(stored_spelling(" Pomelo ", lower), "pomelo");
  EXPECT_EQ(stored_spelling("Cafe\xCC\x81", lower), "caf\xC3\xA9");
  StoreSettings cased = lower;
  cased.text.lowercase = Lowercase::off;
  EXPECT_EQ(stored_spelling("Pomelo", cased), "Pomelo");
  cased.text = {TokenizerKind::words, Lowercase::on, "tr"};
  EXPECT_EQ(stored_spelling("ISI", cased), "\xC4\xB1s\xC4\xB1");
}

TEST(Sighting, WhatIsNoWordIsRefused) {
  const StoreSettings settings = settings_with(100);
  EXPECT_EQ(error_of([&] { (void)stored_spelling("  ", settings); }).kind(), ErrorKind::usage);
  EXPECT_EQ(error_of([&] { (void)stored_spelling("\xFF", settings); }).kind(),
            ErrorKind::malformed);
  EXPECT_EQ(stored_spelling(std::string(max_stored_word, 'x'), settings).size(), max_stored_word);
  EXPECT_EQ(error_of([&] { (void)stored_spelling(std::string(257, 'x'), settings); }).kind(),
            ErrorKind::usage);
}

TEST(Sighting, AContextThatIsNotUtf8IsRefused) {
  SightingReader reader(settings_with(100));
  const Error error = error_of([&] { (void)reader.read({"pomelo", "a pomelo \xC3"}); });
  EXPECT_EQ(error.kind(), ErrorKind::malformed);
  EXPECT_THAT(error.what(), HasSubstr("byte 9"));
}

TEST(Sighting, AContextStaysAsItIsButForControlCharacters) {
  EXPECT_EQ(fitted("pomelo", " A  Pomelo,\n\tripe.\r\n", 100), "A  Pomelo,  ripe.");
  EXPECT_EQ(fitted("pomelo", std::string_view("a\0b", 3), 100), "a b");
}

TEST(Sighting, WithoutTokensThereIsNoContext) {
  EXPECT_EQ(fitted("pomelo", "", 100), "");
  EXPECT_EQ(fitted("pomelo", " \n ", 100), "");
  EXPECT_EQ(fitted("pomelo", "?!", 100), "");
}

TEST(Sighting, OfALongTextTheSentencesFromTheWordOnAreKept) {
  const std::string text =
      "It was Monday. We ate a Pomelo. It was good. And then we all went home.";
  EXPECT_EQ(fitted("pomelo", text, 35), "We ate a Pomelo. It was good.");
  EXPECT_EQ(fitted("pomelo", text, 20), "We ate a Pomelo.");
  EXPECT_EQ(fitted("quince", text, 35), "It was Monday. We ate a Pomelo.");
  EXPECT_EQ(fitted("quince", "It was Monday. We ate a ___. It was good.", 20), "We ate a ___.");
  EXPECT_EQ(fitted("it was", text, 15), "It was Monday.");
}

TEST(Sighting, OfALongSentenceTheTokensAroundTheWordAreKept) {
  const std::string text = "one two three four five POMELO six seven eight nine ten";
  EXPECT_EQ(fitted("pomelo", text, 19), "five pomelo six");
  EXPECT_EQ(fitted("pomelo", text, 6), "pomelo");
  EXPECT_EQ(fitted("quince", text, 13), "one two three");
  EXPECT_EQ(fitted("pomelo", text, 5), "");
}

TEST(Sighting, WhatIsKeptIsKeptAgain) {
  std::string text;
  for (int i = 0; i < 400; ++i) text += "word" + std::to_string(i % 37) + (i % 9 ? " " : ". The ");
  for (const std::uint32_t size : {8U, 50U, 333U, 1000U}) {
    const std::string kept = fitted("word20", text, size);
    EXPECT_LE(kept.size(), size);
    EXPECT_EQ(fitted("word20", kept, size), kept);
  }
}

TEST(Sighting, APriorityIsThatOfTheTokens) {
  const auto priority = priority_of_text("A pomelo is ripe.");
  EXPECT_EQ(priority_of_text("a POMELO is   ripe"), priority);
  EXPECT_NE(priority_of_text("A pomelo is not ripe."), priority);
  EXPECT_NE(priority_of_text("A ripe is pomelo."), priority);
}

TEST(Sighting, APriorityIsThatOfTheIndex) {
  const Scratch scratch;
  const std::vector<std::string> sentences = {"the pomelo is ripe", "a pomelo is a fruit",
                                              "the fruit is a ripe pomelo"};
  const Embeddings vectors =
      make_embeddings({"the", "is", "ripe", "a", "fruit"}, 1, {1, 2, 3, 4, 5});
  IndexOptions options;
  options.text = *store_options().text;
  options.novel_min = 1;
  index_corpus(vectors, TextSource::of_texts(sentences.begin(), sentences.end()),
               scratch.path("x.ctx"), options);
  const ContextIndex index(scratch.path("x.ctx"));
  std::vector<std::uint64_t> priorities;
  for (const std::string& sentence : sentences) priorities.push_back(*priority_of_text(sentence));
  std::sort(priorities.begin(), priorities.end());
  EXPECT_THAT(index.view().priorities, testing::ElementsAreArray(priorities));
}

TEST(Sighting, AVeryLongTextIsReadInLinearTime) {
  std::string text;
  while (text.size() < (std::size_t{1} << 22)) text += "some words and no end ";
  EXPECT_THAT(fitted("pomelo", text + " pomelo", 60), EndsWith("no end pomelo"));
}

}  // namespace
}  // namespace oovec
