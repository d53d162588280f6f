#include "oovec/vectors/tokenizer_json.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "oovec/base/error.h"
#include "tests/support/vectors.h"

namespace oovec {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using TestJson = nlohmann::json;

std::vector<std::string> words_in(const std::string& json) {
  std::vector<std::string> words;
  for (const WordToken& token : parse_tokenizer(json, "FILE").words)
    words.push_back(token.word + "=" + std::to_string(token.id));
  return words;
}

std::string with_model(const std::string& model, const std::string& added = "[]",
                       const std::string& normalizer = "null") {
  return R"({"added_tokens":)" + added + R"(,"normalizer":)" + normalizer + R"(,"model":)" + model +
         "}";
}

const std::string word_piece = R"({"type":"WordPiece","unk_token":"[UNK]",
  "continuing_subword_prefix":"##","vocab":{"[UNK]":0,"[unused1]":1,"cat":2,"##s":3,"##":4,"cafe":5}})";

TEST(TokenizerJson, WordPiecesThatContinueAreNoWords) {
  EXPECT_THAT(words_in(with_model(word_piece)), ElementsAre("cat=2", "##=4", "cafe=5"));
  EXPECT_EQ(parse_tokenizer(with_model(word_piece), "FILE").tokens, 6U);
}

TEST(TokenizerJson, BlanksOfSentencePieceBeginWords) {
  EXPECT_THAT(
      words_in(with_model(R"({"type":"Unigram","unk_id":0,"vocab":[["<unk>",0],["▁",-1],["▁cat",-2],
        ["s",-3],["▁of▁the",-4],["東京",-5],["▁東京",-6],["大",-7],["▁ok",-8]]})")),
      ElementsAre("cat=2", "of the=4", "東京=6", "大=7", "ok=8"));
}

TEST(TokenizerJson, BytesOfByteLevelTokensAreDecoded) {
  EXPECT_THAT(words_in(with_model(
                  R"({"type":"BPE","merges":[],"vocab":{"Ġcat":0,"cat":1,"ĠÃ©tÃ©":2,"ĠÃ":3,
                  "Ġ":4,"<s>":5,"Ġ東":6}})")),
              ElementsAre("cat=0", "été=2"));
}

TEST(TokenizerJson, EndsOfWordsAreMarksToo) {
  EXPECT_THAT(words_in(with_model(
                  R"({"type":"BPE","end_of_word_suffix":"</w>","vocab":{"cat</w>":0,"c":1}})")),
              ElementsAre("cat=0"));
}

TEST(TokenizerJson, WithoutMarksEveryTokenIsAWord) {
  EXPECT_THAT(words_in(with_model(R"({"type":"WordLevel","vocab":{"▁a":1,"##b":0}})")),
              ElementsAre("##b=0", "▁a=1"));
  EXPECT_THAT(words_in(with_model(R"({"type":"BPE","vocab":{"a":0,"b":1}})")),
              ElementsAre("a=0", "b=1"));
}

TEST(TokenizerJson, AddedTokensAreWordsUnlessSpecial) {
  EXPECT_THAT(words_in(with_model(word_piece, R"([{"id":6,"content":" new york "},
      {"id":7,"content":"bos","special":true},{"id":2,"content":"cat","special":true}])")),
              ElementsAre("##=4", "cafe=5", "new york=6"));
}

TEST(TokenizerJson, FilesThatDoNotNameTheirKindAreUnderstood) {
  EXPECT_THAT(words_in(with_model(R"({"vocab":[["▁a",-1],["b",-2]]})")), ElementsAre("a=0"));
  EXPECT_THAT(words_in(with_model(R"({"merges":[],"vocab":{"Ġa":0,"b":1}})")), ElementsAre("a=0"));
  EXPECT_THAT(
      words_in(with_model(
          R"({"max_input_chars_per_word":9,"continuing_subword_prefix":"#","vocab":{"a":0,"#b":1}})")),
      ElementsAre("a=0"));
  EXPECT_THAT(words_in(with_model(R"({"vocab":{"a":0}})")), ElementsAre("a=0"));
}

TEST(TokenizerJson, OtherTokensAreKnown) {
  const TokenizerWords tokens = parse_tokenizer(with_model(word_piece), "FILE");
  EXPECT_TRUE(tokens.others.find("##s"));
  EXPECT_TRUE(tokens.others.find("[UNK]"));
  EXPECT_FALSE(tokens.others.find("cat"));
}

void expect_bad_tokenizer(const std::string& json, const char* why) {
  EXPECT_THAT(error_of([&] { (void)parse_tokenizer(json, "FILE"); }).what(), HasSubstr(why))
      << json;
}

TEST(TokenizerJson, WhatMakesNoSenseIsRefused) {
  expect_bad_tokenizer("", "not JSON");
  expect_bad_tokenizer("{", "not JSON");
  expect_bad_tokenizer("[]", "no model");
  expect_bad_tokenizer(R"({"model":[]})", "no model");
  expect_bad_tokenizer(R"({"model":{}})", "no model");
  expect_bad_tokenizer(std::string(100'000, '['), "nested more than");
  expect_bad_tokenizer(with_model(R"({"vocab":1})"), "neither an object nor an array");
  expect_bad_tokenizer(with_model(R"({"vocab":[["a"]]})"), "no pair");
  expect_bad_tokenizer(with_model(R"({"vocab":[[1,2]]})"), "no pair");
  expect_bad_tokenizer(with_model(R"({"vocab":{"a":-1}})"), "no valid number");
  expect_bad_tokenizer(with_model(R"({"vocab":{"a":4294967295}})"), "no valid number");
  expect_bad_tokenizer(with_model(R"({"vocab":{"a":"b"}})"), "no valid number");
  expect_bad_tokenizer(with_model(R"({"vocab":{}})", "{}"), "no array");
  expect_bad_tokenizer(with_model(R"({"vocab":{}})", R"([{"id":1}])"), "lacks");
  expect_bad_tokenizer(with_model(R"({"vocab":{"cat":1,"dog":1}})"), "\"dog\" have the number 1");
  expect_bad_tokenizer(with_model(R"({"vocab":{"cat":1}})", R"([{"id":1,"content":"dog"}])"),
                       "have the number 1");
  expect_bad_tokenizer(with_model(R"({"type":"Other","vocab":{}})"), "of kind \"Other\"");
  expect_bad_tokenizer(with_model(R"({"type":"Unigram","unk_id":"a","vocab":[]})"),
                       "no valid number");
}

// The added tokens of a file after words have been added, each as "content=id", with "!" unless it
// is looked for in normalised text.
std::vector<std::string> after_adding(const std::string& json,
                                      const std::vector<std::string>& words) {
  const Embeddings added = make_embeddings(words, 1, std::vector<float>(words.size()));
  std::vector<std::string> found;
  const TestJson file = TestJson::parse(add_tokens(json, "FILE", added));
  for (const TestJson& token : file["added_tokens"]) {
    EXPECT_EQ(token["single_word"], true);
    found.push_back(token["content"].get<std::string>() + "=" + token["id"].dump() +
                    (token["normalized"] == true ? "" : "!"));
  }
  return found;
}

TEST(TokenizerJson, NewTokensAreNumberedOn) {
  EXPECT_THAT(after_adding(with_model(word_piece), {"dog", "new york"}),
              ElementsAre("dog=6", "new york=7"));
  EXPECT_THAT(after_adding(R"({"model":{"type":"WordLevel","vocab":{"a":0}}})", {"b"}),
              ElementsAre("b=1"));
  EXPECT_THAT(after_adding(with_model(word_piece), {}), IsEmpty());
}

TEST(TokenizerJson, ASpellingThatAnotherTokenHasOnceNormalisedIsTakenLiterally) {
  EXPECT_THAT(after_adding(with_model(word_piece), {"café", "Éclair", "éclair"}),
              ElementsAre("café=6!", "Éclair=7", "éclair=8!"));
  EXPECT_THAT(after_adding(with_model(R"({"type":"Unigram","vocab":[["▁cafe",-1]]})"), {"Café"}),
              ElementsAre("Café=1!"));
}

TEST(TokenizerJson, TokensOfWhichANewWordIsAPartStayWhole) {
  EXPECT_THAT(
      after_adding(
          with_model(
              R"({"type":"WordLevel","vocab":{"t-shirt":0,"t-shirts":1,"shirtless":2,"a.shirt.b":3}})"),
          {"shirt"}),
      ElementsAre("shirt=4", "a.shirt.b=3", "t-shirt=0"));
}

TEST(TokenizerJson, BlanksBeforeAWordBelongToItWhereTokensHaveThem) {
  const Embeddings added = make_embeddings({"b"}, 1, {0});
  const auto flags = [&](const std::string& json) {
    const TestJson token = TestJson::parse(add_tokens(json, "FILE", added))["added_tokens"][0];
    return token["lstrip"].dump() + " " + token["rstrip"].dump() + " " + token["normalized"].dump();
  };
  EXPECT_EQ(flags(with_model(word_piece)), "false false true");
  const std::string unigram = R"({"type":"Unigram","vocab":[["▁a",-1]]})";
  EXPECT_EQ(flags(with_model(unigram)), "true false true");
  EXPECT_EQ(flags(with_model(unigram, "[]", R"({"type":"Prepend","prepend":"▁"})")),
            "true true false");
}

TEST(TokenizerJson, AllElseOfTheFileStays) {
  const std::string json =
      R"({"added_tokens":[],"model":{"dropout":0.1,"merges":[["a","b"]],"type":"BPE","vocab":{"a":0}},"version":"1.0"})";
  TestJson after = TestJson::parse(add_tokens(json, "FILE", make_embeddings({"x"}, 1, {0})));
  after["added_tokens"] = TestJson::array();
  EXPECT_EQ(after.dump(), json);
}

TEST(TokenizerJson, NumbersWithGapsCannotBeGoneOnWith) {
  const std::string json = with_model(R"({"type":"WordLevel","vocab":{"a":0,"b":2}})");
  EXPECT_THAT(
      error_of([&] { (void)add_tokens(json, "FILE", make_embeddings({"c"}, 1, {0})); }).what(),
      HasSubstr("have gaps"));
}

}  // namespace
}  // namespace oovec
