// Merging: the index of parts is the index of the whole.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <random>

#include "tests/corpus/corpora.h"
#include "tests/support/cancelled.h"

namespace oovec {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

const Embeddings& letters() {
  static const Embeddings vectors = vectors_of({"a", "b", "c", "d", "e"});
  return vectors;
}

IndexOptions sampling(std::uint32_t per_word) {
  IndexOptions options;
  options.per_word = per_word;
  options.novel_min = 2;
  options.words = {"x", "y", "x y", "a b x", "b x"};
  options.lines.bad_lines = 1;
  options.threads = 1;
  return options;
}

// Lines of a few words out of ten, so that lines, words and novel words repeat; some are not UTF-8.
std::vector<std::string> random_lines(std::size_t count, std::uint32_t seed) {
  constexpr std::string_view words = "abcdexyuvw";
  std::mt19937 random(seed);
  std::vector<std::string> lines(count);
  for (std::string& line : lines) {
    for (auto tokens = random() % 5; tokens > 0; --tokens)
      line += std::string(1, words[random() % words.size()]) + " ";
    if (random() % 20 == 0) line += '\xFF';
  }
  return lines;
}

std::string joined(const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines) text += line + "\n";
  return text;
}

std::string merged_bytes(const std::vector<std::string>& indexes) {
  const Scratch scratch;
  std::vector<std::string> files;
  for (std::size_t i = 0; i < indexes.size(); ++i)
    files.push_back(scratch.file(std::to_string(i) + ".ctx", indexes[i]));
  merge_index_files(files, scratch.path("merged.ctx"), 1);
  return scratch.content("merged.ctx");
}

TEST(Merge, OfRandomPartsIsTheWholeToTheByte) {
  EXPECT_TRUE(rc::check("merge = union", [] {
    const auto lines =
        random_lines(*rc::gen::inRange<std::size_t>(0, 300), *rc::gen::arbitrary<std::uint32_t>());
    const IndexOptions options = sampling(*rc::gen::inRange<std::uint32_t>(1, 20));
    const auto parts = *rc::gen::inRange<std::size_t>(1, 6);
    std::vector<std::vector<std::string>> shards(parts);
    for (const std::string& line : lines)
      shards[*rc::gen::inRange<std::size_t>(0, parts)].push_back(line);

    std::vector<std::string> indexes;
    indexes.reserve(shards.size());
    for (const auto& shard : shards)
      indexes.push_back(index_bytes(letters(), {joined(shard)}, options));
    RC_ASSERT(merged_bytes(indexes) == index_bytes(letters(), {joined(lines)}, options));
  }));
}

TEST(Merge, InAnyOrderAndGroupingGivesTheSame) {
  const IndexOptions options = sampling(3);
  const std::string a = index_bytes(letters(), {joined(random_lines(100, 1))}, options);
  const std::string b = index_bytes(letters(), {joined(random_lines(100, 2))}, options);
  const std::string c = index_bytes(letters(), {joined(random_lines(100, 3))}, options);
  const std::string all = merged_bytes({a, b, c});
  EXPECT_EQ(merged_bytes({c, a, b}), all);
  EXPECT_EQ(merged_bytes({merged_bytes({a, b}), c}), all);
  EXPECT_EQ(merged_bytes({a, merged_bytes({b, c})}), all);
}

TEST(Merge, OfOneIndexIsThatIndex) {
  const std::string index = index_bytes(letters(), {joined(random_lines(100, 4))}, sampling(3));
  EXPECT_EQ(merged_bytes({index}), index);
}

TEST(Merge, WithAnEmptyIndexChangesNothing) {
  const std::string index = index_bytes(letters(), {joined(random_lines(100, 5))}, sampling(3));
  EXPECT_EQ(merged_bytes({index, index_bytes(letters(), {""}, sampling(3))}), index);
}

TEST(Merge, AddsCountsOfTheSameSentencesButKeepsThemOnce) {
  const TextIndex index(letters(), "a b\n", sampling(3));
  const Scratch scratch;
  merge_index_files({index.path(), index.path()}, scratch.path("twice"));
  const ContextIndex twice(scratch.path("twice"));
  EXPECT_EQ(count_of(twice, "a"), 2);
  EXPECT_THAT(contexts_of(twice, "a"), ElementsAre("[a] b"));
  EXPECT_EQ(twice.totals().lines, 2U);
}

TEST(Merge, BringsOutWordsThatWereTooRareInEachPart) {
  const TextIndex first(letters(), "a u\n", sampling(3));
  const TextIndex second(letters(), "b u\n", sampling(3));
  EXPECT_EQ(count_of(*first, "u"), -1);
  EXPECT_EQ(count_of(*second, "u"), -1);
  const Scratch scratch;
  const IndexSummary summary =
      merge_index_files({first.path(), second.path()}, scratch.path("both"));
  EXPECT_EQ(summary.novel_words, 6U);  // and the five asked for by name
  const ContextIndex both(scratch.path("both"));
  EXPECT_EQ(count_of(both, "u"), 2);
  EXPECT_THAT(contexts_of(both, "u"), testing::UnorderedElementsAre("a [_]", "b [_]"));
}

TEST(Merge, MayReplaceOneOfItsInputs) {
  const std::string a = index_bytes(letters(), {joined(random_lines(100, 6))}, sampling(3));
  const std::string b = index_bytes(letters(), {joined(random_lines(100, 7))}, sampling(3));
  const Scratch scratch;
  const std::string path = scratch.file("a.ctx", a);
  merge_index_files({path, scratch.file("b.ctx", b)}, path);
  EXPECT_EQ(scratch.content("a.ctx"), merged_bytes({a, b}));
}

TEST(Merge, CanBeCancelled) {
  const TextIndex index(letters(), "a b\n", sampling(3));
  const Scratch scratch;
  Cancelled cancelled("merging");
  EXPECT_THROW(merge_index_files({index.path(), index.path()}, scratch.path("out"), 1, &cancelled),
               std::runtime_error);
  EXPECT_THAT(scratch.names(), testing::IsEmpty());
}

TEST(Merge, OfNothingIsRefused) {
  EXPECT_EQ(error_of([] { merge_index_files({}, Scratch().path("out")); }).kind(),
            ErrorKind::usage);
}

TEST(Merge, TakesTheLanguageOfThoseThatHaveOne) {
  IndexOptions english = sampling(3);
  english.text.language = "en";
  const TextIndex first(letters(), "a b\n", sampling(3));
  const TextIndex second(letters(), "b c\n", english);
  for (const auto& order :
       {std::vector{first->view(), second->view()}, std::vector{second->view(), first->view()}}) {
    const Scratch scratch;
    EXPECT_EQ(merge_indexes(order, scratch.path("out")).settings.language, "en");
  }
}

TEST(Merge, NamesTheSettingThatDiffers) {
  const TextIndex first(letters(), "a b\n", sampling(3));
  const auto refusal = [&](const TextIndex& second) {
    const Error error = error_of([&] {
      merge_indexes(std::vector{first->view(), second->view()}, Scratch().path("out"));
    });
    EXPECT_EQ(error.kind(), ErrorKind::usage);
    return std::string(error.what());
  };
  const auto differing = [&](const auto& change) {
    IndexOptions options = sampling(3);
    change(options);
    return refusal(TextIndex(letters(), "a b\n", options));
  };
  EXPECT_THAT(differing([](IndexOptions& o) { o.per_word = 4; }),
              HasSubstr("different `per-word` (3 and 4)"));
  EXPECT_THAT(differing([](IndexOptions& o) { o.max_tokens = 9; }),
              HasSubstr("different `max-tokens` (25 and 9)"));
  EXPECT_THAT(differing([](IndexOptions& o) { o.seed = 2; }),
              HasSubstr("different `seed` (1 and 2)"));
  EXPECT_THAT(differing([](IndexOptions& o) { o.novel_min = 0; }),
              HasSubstr("different `novel-min` (2 and 0)"));
  EXPECT_THAT(differing([](IndexOptions& o) { o.words = {"x"}; }), HasSubstr("different `words`"));
  EXPECT_THAT(differing([](IndexOptions& o) { o.text.tokenizer = TokenizerKind::whitespace; }),
              HasSubstr("different tokenizers (words and whitespace)"));
  EXPECT_THAT(differing([](IndexOptions& o) { o.text.lowercase = Lowercase::off; }),
              HasSubstr("different `lowercase`"));
  EXPECT_THAT(differing([](IndexOptions& o) { o.text.language = "fr"; }),
              HasSubstr("different `language` (und and fr)"));
  EXPECT_THAT(refusal(TextIndex(vectors_of({"a", "b"}), "a b\n", sampling(3))),
              HasSubstr("different vectors"));
}

}  // namespace
}  // namespace oovec
