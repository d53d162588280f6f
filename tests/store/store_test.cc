#include "oovec/store/store.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <filesystem>
#include <limits>
#include <random>
#include <set>

#include "oovec/store/sighting.h"
#include "tests/store/stores.h"
#include "tests/support/error_of.h"
#include "tests/support/scratch.h"

namespace oovec {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::UnorderedElementsAre;

// A sighting that owns its text.
struct Seen {
  std::string word;
  std::string context;
  std::int64_t time = 0;
  std::uint64_t count = 1;
};

void add_all(Store& store, const std::vector<Seen>& seen, std::size_t at_once = 1) {
  for (std::size_t begin = 0; begin < seen.size(); begin += at_once) {
    std::vector<Sighting> sightings;
    for (std::size_t i = begin; i < std::min(begin + at_once, seen.size()); ++i)
      sightings.push_back({seen[i].word, seen[i].context, seen[i].time, seen[i].count});
    store.add_many(sightings);
  }
}

// A plain account of what a store should hold.
StoreContent reference_content(const std::vector<Seen>& seen, const StoreSettings& settings) {
  StoreContent content;
  SightingReader reader(settings);
  for (const Seen& one : seen) {
    const ReadySighting ready = reader.read({one.word, one.context, one.time, one.count});
    auto [place, is_new] =
        content.try_emplace(ready.word, 0, one.time, one.time, std::vector<StoredContext>());
    auto& [count, first, last, contexts] = place->second;
    count += one.count;
    first = std::min(first, one.time);
    last = std::max(last, one.time);
    if (!ready.context) continue;
    const auto same = std::find_if(contexts.begin(), contexts.end(), [&](const auto& context) {
      return context.priority == ready.context->priority;
    });
    if (same == contexts.end()) {
      contexts.push_back(*ready.context);
      continue;
    }
    same->last = std::max(same->last, one.time);
    same->text = std::min(same->text, ready.context->text);
  }
  for (auto& [word, entry] : content) {
    auto& contexts = std::get<3>(entry);
    std::sort(contexts.begin(), contexts.end(),
              [](const auto& a, const auto& b) { return a.priority < b.priority; });
    if (contexts.size() > settings.per_word) contexts.resize(settings.per_word);
  }
  return content;
}

// Few words and few contexts, so that there are many repetitions; some differ in case only.
std::vector<Seen> random_sightings(std::size_t size, std::uint32_t seed) {
  std::mt19937 random(seed);
  const char* const words[] = {"pomelo", "Pomelo", "quince", "durian", "QUINCE", "rambutan"};
  const char* const starts[] = {"A", "a", "The", "Some", "No"};
  std::vector<Seen> seen;
  for (; size > 0; --size) {
    Seen one{words[random() % 6], "", static_cast<std::int64_t>(random() % 1000) - 500,
             1 + random() % 3};
    if (random() % 10 > 0)
      one.context =
          std::string(starts[random() % 5]) + " " + one.word + " " + std::to_string(random() % 12);
    seen.push_back(one);
  }
  return seen;
}

TEST(Store, RemembersWordsAndContexts) {
  Store store = Store::in_memory(store_options());
  store.add("Pomelo", "The pomelo is ripe.", 20);
  store.add(" pomelo", "A pomelo is a fruit.", 10);
  const auto word = store.find("POMELO");
  ASSERT_TRUE(word);
  EXPECT_EQ(word->word, "pomelo");
  EXPECT_EQ(word->count, 2U);
  EXPECT_EQ(word->first, 10);
  EXPECT_EQ(word->last, 20);
  EXPECT_THAT(texts_of(*word), UnorderedElementsAre("The pomelo is ripe.", "A pomelo is a fruit."));
  EXPECT_FALSE(store.find("quince"));
  EXPECT_EQ(store.totals().words, 1U);
  EXPECT_EQ(store.totals().contexts, 2U);
  EXPECT_EQ(store.totals().sightings, 2U);
}

TEST(Store, TheSameContextCountsButIsKeptOnce) {
  Store store = Store::in_memory(store_options());
  store.add("pomelo", "the pomelo is ripe", 1);
  store.add("pomelo", "The pomelo is ripe!", 7);
  store.add("pomelo", "", 3);
  const StoredWord word = store.find("pomelo").value();
  EXPECT_EQ(word.count, 3U);
  EXPECT_THAT(texts_of(word), ElementsAre("The pomelo is ripe!"));  // the first by its bytes
  EXPECT_EQ(word.contexts[0].last, 7);
}

TEST(Store, AFileIsReadAgain) {
  const Scratch scratch;
  const std::string path = scratch.path("words.db");
  Store::open(path, store_options()).add("pomelo", "A pomelo.", 5);
  EXPECT_THAT(scratch.names(), ElementsAre("words.db"));
  const Store again = Store::open(path);
  EXPECT_THAT(texts_of(again, "pomelo"), ElementsAre("A pomelo."));
  EXPECT_EQ(again.path(), path);
  EXPECT_GT(again.totals().bytes, 0U);
}

TEST(Store, OnlyWhatMayBeMadeIsMade) {
  const Scratch scratch;
  StoreOptions options;
  options.create = false;
  const Error error = error_of([&] { (void)Store::open(scratch.path("no.db"), options); });
  EXPECT_EQ(error.kind(), ErrorKind::io);
  EXPECT_TRUE(scratch.names().empty());
}

TEST(Store, SettingsStayAsTheyWere) {
  const Scratch scratch;
  const std::string path = scratch.path("words.db");
  StoreOptions options = store_options(3);
  options.max_bytes = 50;
  (void)Store::open(path, options);
  EXPECT_EQ(Store::open(path).settings().per_word, 3U);
  EXPECT_EQ(Store::open(path).settings().max_bytes, 50U);
  EXPECT_EQ(Store::open(path, options).settings().text.lowercase, Lowercase::on);
  const auto refusal = [&](const StoreOptions& other) {
    const Error error = error_of([&] { (void)Store::open(path, other); });
    EXPECT_EQ(error.kind(), ErrorKind::usage);
    return std::string(error.what());
  };
  EXPECT_THAT(refusal(store_options(4)), HasSubstr("`per-word` 3, not 4"));
  StoreOptions other = store_options();
  other.max_bytes = 51;
  EXPECT_THAT(refusal(other), HasSubstr("`max-bytes`"));
  other = store_options();
  other.text->lowercase = Lowercase::off;
  EXPECT_THAT(refusal(other), HasSubstr("`lowercase`"));
  other = store_options();
  other.text->tokenizer = TokenizerKind::whitespace;
  EXPECT_THAT(refusal(other), HasSubstr("`tokenizer`"));
  other = store_options();
  other.text->language = "tr";
  EXPECT_THAT(refusal(other), HasSubstr("`language`"));
  EXPECT_THROW(Store::open(path).check_text(*other.text), Error);
  Store::open(path).check_text(*options.text);
}

TEST(Store, ContextsOfAWordAreBounded) {
  StoreOptions options = store_options(10);
  options.max_bytes = 40;
  Store store = Store::in_memory(options);
  std::vector<Seen> seen;
  for (int i = 0; i < 500; ++i)
    seen.push_back({"pomelo", "pomelo " + std::to_string(i) + std::string(60, 'x'), i});
  add_all(store, seen, 50);
  const StoredWord word = store.find("pomelo").value();
  EXPECT_EQ(word.count, 500U);
  EXPECT_EQ(word.contexts.size(), 1U);  // all that fits is the word, so they are all the same
  seen.clear();
  for (int i = 0; i < 500; ++i) seen.push_back({"quince", "quince " + std::to_string(i), i});
  add_all(store, seen, 50);
  EXPECT_EQ(store.find("quince")->contexts.size(), 10U);
  EXPECT_EQ(store.totals().contexts, 11U);
  store.check();
}

TEST(Store, HoldsThePlainAccountInAnyOrder) {
  EXPECT_TRUE(rc::check("store = reference", [] {
    const StoreOptions options = store_options(*rc::gen::inRange<std::uint32_t>(1, 15));
    std::vector<Seen> seen = random_sightings(*rc::gen::inRange<std::size_t>(0, 150),
                                              *rc::gen::arbitrary<std::uint32_t>());
    Store store = Store::in_memory(options);
    add_all(store, seen, *rc::gen::inRange<std::size_t>(1, 20));
    store.check();
    const StoreContent content = content_of(store);
    RC_ASSERT(content == reference_content(seen, store.settings()));
    std::mt19937 random(*rc::gen::arbitrary<std::uint32_t>());
    std::shuffle(seen.begin(), seen.end(), random);
    Store other = Store::in_memory(options);
    add_all(other, seen, *rc::gen::inRange<std::size_t>(1, 20));
    RC_ASSERT(content_of(other) == content);
  }));
}

TEST(Store, MergingIsAddingAll) {
  EXPECT_TRUE(rc::check("merge = union", [] {
    const StoreOptions options = store_options(*rc::gen::inRange<std::uint32_t>(1, 15));
    const std::vector<Seen> seen = random_sightings(*rc::gen::inRange<std::size_t>(0, 150),
                                                    *rc::gen::arbitrary<std::uint32_t>());
    std::vector<Store> parts;
    for (int i = 0; i < 3; ++i) parts.push_back(Store::in_memory(options));
    for (const Seen& one : seen) add_all(parts[*rc::gen::inRange<std::size_t>(0, 3)], {one});
    Store forth = Store::in_memory(options);
    for (const Store& part : parts) forth.merge(part);
    forth.check();
    RC_ASSERT(content_of(forth) == reference_content(seen, forth.settings()));
    parts[2].merge(parts[0]);
    parts[2].merge(parts[1]);
    RC_ASSERT(content_of(parts[2]) == content_of(forth));
  }));
}

TEST(Store, ACopyHasTheSameBytesWhateverTheOrderOfAdding) {
  const Scratch scratch;
  std::vector<Seen> seen = random_sightings(300, 4);
  for (int i = 0; i < 300; ++i) seen.push_back({"word" + std::to_string(i), "some text", i});
  Store one = Store::in_memory(store_options(3));
  add_all(one, seen, 7);
  one.save(scratch.path("one.db"));
  std::shuffle(seen.begin(), seen.end(), std::mt19937(8));
  Store other = Store::open(scratch.path("live.db"), store_options(3));
  add_all(other, seen, 50);
  other.save(scratch.path("other.db"));
  EXPECT_EQ(scratch.content("one.db"), scratch.content("other.db"));
  EXPECT_EQ(content_of(Store::open(scratch.path("one.db"))), content_of(one));
}

TEST(Store, ACopyGoesToANewFile) {
  const Scratch scratch;
  const Store store = Store::in_memory(store_options());
  const auto refused = [&](const std::string& path) {
    return error_of([&] { store.save(path); }).kind();
  };
  EXPECT_EQ(refused(scratch.file("there.db", "")), ErrorKind::usage);
  scratch.file("log.db-wal", "");
  EXPECT_EQ(refused(scratch.path("log.db")), ErrorKind::usage);
  EXPECT_EQ(refused("-"), ErrorKind::usage);
  EXPECT_EQ(refused(scratch.path("no/folder.db")), ErrorKind::io);
}

TEST(Store, FilesAreMergedInAnyOrderToTheSameBytes) {
  const Scratch scratch;
  const std::vector<std::string> files = {scratch.path("a.db"), scratch.path("b.db"),
                                          scratch.path("c.db")};
  std::vector<Seen> all;
  for (std::uint32_t i = 0; i < files.size(); ++i) {
    const std::vector<Seen> seen = random_sightings(60, i);
    Store store = Store::open(files[i], store_options(4));
    add_all(store, seen, 9);
    all.insert(all.end(), seen.begin(), seen.end());
  }
  const StoreTotals totals = merge_stores(files, scratch.path("abc.db"));
  merge_stores({files[2], files[0], files[1]}, scratch.path("cab.db"));
  EXPECT_EQ(scratch.content("abc.db"), scratch.content("cab.db"));
  const Store merged = Store::open(scratch.path("abc.db"));
  EXPECT_EQ(content_of(merged), reference_content(all, merged.settings()));
  EXPECT_EQ(totals.words, merged.totals().words);
  EXPECT_EQ(error_of([&] { merge_stores({}, scratch.path("x.db")); }).kind(), ErrorKind::usage);
  EXPECT_EQ(error_of([&] { merge_stores(files, files[0]); }).kind(), ErrorKind::usage);
}

TEST(Store, OnlyStoresThatAreMadeAlikeAreMerged) {
  const Scratch scratch;
  Store store = Store::in_memory(store_options(5));
  const auto refusal = [&](const StoreOptions& options) {
    const Error error = error_of([&] { store.merge(Store::in_memory(options)); });
    EXPECT_EQ(error.kind(), ErrorKind::usage);
    return std::string(error.what());
  };
  EXPECT_THAT(refusal(store_options(6)), HasSubstr("`per-word` 6, not 5"));
  StoreOptions other = store_options(5);
  other.text->lowercase = Lowercase::off;
  EXPECT_THAT(refusal(other), HasSubstr("`lowercase`"));
  EXPECT_EQ(error_of([&] { store.merge(store); }).kind(), ErrorKind::usage);
  Store file = Store::open(scratch.path("a.db"), store_options());
  const Store same = Store::open(scratch.path("a.db"));
  EXPECT_EQ(error_of([&] { file.merge(same); }).kind(), ErrorKind::usage);
}

// A store in memory is called "memory", which may be the name of a file, too.
TEST(Store, StoresInMemoryAreMergedWhateverFilesThereAre) {
  const Scratch scratch;
  const std::filesystem::path before = std::filesystem::current_path();
  std::filesystem::current_path(scratch.directory());
  Store store = Store::in_memory(store_options());
  Store file = Store::open(store.path(), store_options());
  file.add("quince", "A quince.", 1);
  Store other = Store::in_memory(store_options());
  other.add("pomelo", "A pomelo.", 2);
  EXPECT_NO_THROW(store.merge(other));
  EXPECT_NO_THROW(store.merge(file));
  std::filesystem::current_path(before);
  EXPECT_EQ(texts_of(store, "pomelo"), std::vector<std::string>{"A pomelo."});
  EXPECT_EQ(texts_of(store, "quince"), std::vector<std::string>{"A quince."});
}

TEST(Store, ABadSightingAddsNothing) {
  Store store = Store::in_memory(store_options());
  const std::vector<Sighting> sightings = {{"pomelo", "A pomelo."}, {"quince", "A \xFF"}};
  EXPECT_EQ(error_of([&] { store.add_many(sightings); }).kind(), ErrorKind::malformed);
  EXPECT_EQ(error_of([&] { store.add("", "A pomelo.", 0); }).kind(), ErrorKind::usage);
  EXPECT_EQ(store.totals().words, 0U);
  store.add_many({});
}

TEST(Store, CountsStopAtWhatAFileCanHold) {
  Store store = Store::in_memory(store_options());
  const auto most = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
  for (const std::uint64_t count : {std::uint64_t{5}, std::numeric_limits<std::uint64_t>::max()})
    store.add_many(std::vector<Sighting>{{"pomelo", "", 0, count}});
  EXPECT_EQ(store.find("pomelo")->count, most);
  store.check();
}

TEST(Store, AWordThatIsTooLongIsNotThere) {
  Store store = Store::in_memory(store_options());
  const std::string word(max_stored_word + 1, 'x');
  EXPECT_EQ(error_of([&] { store.add(word, "text", 1); }).kind(), ErrorKind::usage);
  EXPECT_FALSE(store.find(word));
  EXPECT_FALSE(store.forget(word));
}

TEST(Store, ForgetsWords) {
  Store store = Store::in_memory(store_options());
  store.add("pomelo", "A pomelo.", 1);
  store.add("quince", "A quince.", 1);
  EXPECT_TRUE(store.forget("Pomelo"));
  EXPECT_FALSE(store.forget("pomelo"));
  EXPECT_FALSE(store.find("pomelo"));
  EXPECT_EQ(store.totals().contexts, 1U);
  store.check();
}

TEST(Store, KeepsTheWordsSeenLast) {
  StoreOptions options = store_options();
  options.max_words = 3;
  Store store = Store::in_memory(options);
  for (const std::int64_t time : {5, 1, 4, 2, 3})
    store.add("word" + std::to_string(time), "text", time);
  EXPECT_EQ(store.totals().words, 3U);
  EXPECT_FALSE(store.find("word2"));
  store.add("word3", "more", 6);
  store.add("word7", "more", 7);
  EXPECT_FALSE(store.find("word4"));
  EXPECT_TRUE(store.find("word3"));
  store.check();
}

std::vector<std::string> listed(const Store& store, WordQuery query) {
  std::vector<std::string> words;
  query.limit = 2;
  for (;;) {
    const std::vector<WordSummary> page = store.words(query);
    for (const WordSummary& word : page) words.push_back(word.word);
    if (page.size() < query.limit) return words;
    query.after = page.back();
  }
}

TEST(Store, ListsWordsInEveryOrderPageByPage) {
  Store store = Store::in_memory(store_options());
  add_all(store, {{"b", "", 3, 1}, {"a", "", 1, 5}, {"d", "", 3, 9}, {"c", "x", 2, 5}});
  EXPECT_THAT(listed(store, {}), ElementsAre("a", "b", "c", "d"));
  EXPECT_THAT(listed(store, {.order = WordOrder::recent}), ElementsAre("d", "b", "c", "a"));
  EXPECT_THAT(listed(store, {.order = WordOrder::count}), ElementsAre("d", "a", "c", "b"));
  for (const WordOrder order : {WordOrder::word, WordOrder::recent, WordOrder::count}) {
    EXPECT_THAT(listed(store, {.order = order, .min_count = 6}), ElementsAre("d"));
    EXPECT_THAT(listed(store, {.order = order, .min_count = 2, .since = 2}),
                UnorderedElementsAre("c", "d"));
  }
  EXPECT_TRUE(store.words({.limit = 0}).empty());
  EXPECT_EQ(store.words()[2].contexts, 1U);
}

TEST(Store, ListsWordsWithAPartInEveryOrder) {
  Store store = Store::in_memory(store_options());
  add_all(store, {{"fryer", "", 3, 1}, {"air", "", 1, 5}, {"airfryer", "", 3, 9}, {"%", "", 2, 5}});
  for (const WordOrder order : {WordOrder::word, WordOrder::recent, WordOrder::count}) {
    EXPECT_THAT(listed(store, {.order = order, .contains = "fry"}),
                UnorderedElementsAre("airfryer", "fryer"));
    EXPECT_THAT(listed(store, {.order = order, .contains = "%"}), ElementsAre("%"));
    EXPECT_THAT(listed(store, {.order = order, .contains = "x"}), ElementsAre());
  }
}

}  // namespace
}  // namespace oovec
