// Files that something else has cut short or altered: what is read of them is right, or an Error.
#include <gtest/gtest.h>

#include <filesystem>
#include <random>

#include "oovec/base/error.h"
#include "oovec/store/store.h"
#include "tests/store/stores.h"
#include "tests/support/scratch.h"

namespace oovec {
namespace {

namespace fs = std::filesystem;

void add_words(Store& store, int words) {
  for (int i = 0; i < words; ++i)
    for (int k = 0; k <= i % 3; ++k)
      store.add("word" + std::to_string(i),
                "word" + std::to_string(i) + " in text " + std::to_string(k), i * k);
}

// What is read of these files; nothing if they are refused.
std::optional<StoreContent> read_store(const std::string& bytes, const std::string& log = "") {
  const Scratch scratch;
  const std::string path = scratch.file("words.db", bytes);
  if (!log.empty()) scratch.file("words.db-wal", log);
  try {
    StoreOptions options;
    options.create = false;
    const Store store = Store::open(path, options);
    store.check();
    return content_of(store);
  } catch (const Error& error) {
    EXPECT_NE(error.kind(), ErrorKind::usage) << error.what();
    return std::nullopt;
  }
}

struct StoreBytes {
  std::string bytes;
  StoreContent content;
};

const StoreBytes& good_store() {
  static const StoreBytes good = [] {
    const Scratch scratch;
    StoreBytes made;
    {
      Store store = Store::open(scratch.path("words.db"), store_options());
      add_words(store, 60);
      made.content = content_of(store);
    }
    made.bytes = scratch.content("words.db");
    return made;
  }();
  return good;
}

void flip_bit(std::string& bytes, std::mt19937& random) {
  char& byte = bytes[random() % bytes.size()];
  byte = static_cast<char>(byte ^ (1 << random() % 8));
}

TEST(DamagedStore, AnUndamagedOneIsRead) {
  EXPECT_EQ(read_store(good_store().bytes), good_store().content);
}

TEST(DamagedStore, AFileCutShortIsRefused) {
  const std::string& bytes = good_store().bytes;
  for (std::size_t size = 0; size < bytes.size(); size += size < 200 ? 1 : 509)
    EXPECT_FALSE(read_store(bytes.substr(0, size))) << size;
}

TEST(DamagedStore, FlippedBitsAreFoundOrDoNotMatter) {
  std::mt19937 random(20190127);
  int refused = 0;
  constexpr int copies = 400;
  for (int i = 0; i < copies; ++i) {
    std::string bytes = good_store().bytes;
    for (int flips = 1 + i % 3; flips > 0; --flips) flip_bit(bytes, random);
    const auto content = read_store(bytes);
    EXPECT_EQ(content.value_or(good_store().content), good_store().content) << i;
    refused += content ? 0 : 1;
  }
  EXPECT_GT(refused, copies / 10);
}

// A word that is asked for without a check of the whole file.
TEST(DamagedStore, AWordIsReadRightOrRefused) {
  std::mt19937 random(7);
  for (int i = 0; i < 200; ++i) {
    std::string bytes = good_store().bytes;
    flip_bit(bytes, random);
    const Scratch scratch;
    const std::string path = scratch.file("words.db", bytes);
    try {
      Store store = Store::open(path);
      for (const auto& [word, entry] : good_store().content) {
        const auto found = store.find(word);
        if (!found) continue;  // its place was lost, which only check() can tell
        EXPECT_EQ(std::make_tuple(found->count, found->first, found->last, found->contexts), entry);
      }
      store.add("word7", "one more", 3);
    } catch (const Error& error) {
      EXPECT_NE(error.kind(), ErrorKind::usage) << error.what();
    }
  }
}

TEST(DamagedStore, GarbageIsRefused) {
  std::mt19937 random(3);
  for (int i = 0; i < 60; ++i) {
    std::string bytes = good_store().bytes;
    const std::size_t begin = random() % bytes.size();
    const std::size_t end = std::min(bytes.size(), begin + 1 + random() % 5000);
    for (std::size_t k = begin; k < end; ++k) bytes[k] = static_cast<char>(random());
    const auto content = read_store(bytes);
    EXPECT_EQ(content.value_or(good_store().content), good_store().content) << i;
  }
}

// The log's own checksums end it where it was altered; what came before is whole.
TEST(DamagedStore, OfADamagedLogTheUndamagedBeginningCounts) {
  const Scratch scratch;
  const std::string path = scratch.path("words.db");
  Store store = Store::open(path, store_options());
  std::vector<StoreContent> moments = {content_of(store)};
  for (int i = 0; i < 30; ++i) {
    store.add("word" + std::to_string(i % 7), "text " + std::to_string(i), i);
    moments.push_back(content_of(store));
  }
  const std::string bytes = scratch.content("words.db");
  const std::string log = scratch.content("words.db-wal");
  ASSERT_FALSE(log.empty());
  EXPECT_EQ(read_store(bytes, log), moments.back());
  std::mt19937 random(11);
  const auto expect_moment = [&](const std::string& damaged) {
    const auto content = read_store(bytes, damaged);
    if (!content) return;
    EXPECT_TRUE(std::find(moments.begin(), moments.end(), *content) != moments.end());
  };
  for (int i = 0; i < 100; ++i) {
    std::string damaged = log;
    flip_bit(damaged, random);
    expect_moment(damaged);
    expect_moment(log.substr(0, random() % log.size()));
  }
}

}  // namespace
}  // namespace oovec
