// A store of novel words: for every word its count, the times it was first and last seen, and a
// sample of its contexts. It is one SQLite file (docs/store.md), or in memory.
//
//   StoreOptions options;
//   options.text = model.text();
//   Store words = Store::open("words.db", options);
//   words.add("airfryer", "She put the potatoes into the airfryer.", now);
//   if (const auto word = words.find("Airfryer"))
//     for (const StoredContext& context : word->contexts) observation.add(context.text);
//
// When a function that adds returns, the data is on disk: it survives a crash of the program and a
// power failure. Of the distinct contexts of a word, those of lowest priority are kept, as in an
// index (corpus/priority.h). So a store depends on what was added, not on the order, and stores can
// be merged. Words are normalised by normal_word() with the casing of the store's text.
//
// Any number of threads may use a Store, and any number of programs a file. Calls that add at the
// same time share one transaction, which is what makes adding fast (docs/decisions/store.md). A
// forked process must open the Store again.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "oovec/base/options.h"
#include "oovec/text/tokenizer.h"

namespace oovec::inline store {

struct StoreOptions {
  std::uint32_t per_word = 0;   // contexts; 0: what the store has, or 100 for a new one
  std::uint32_t max_bytes = 0;  // of a context; 0: what the store has, or 2000 for a new one
  std::uint64_t max_words = 0;  // 0: no limit

  // How the text of words and contexts is read; that of Model::text(). None: as the store has it.
  std::optional<TokenizerOptions> text;
  bool create = true;  // a file that does not exist; else that is an error

  template <class Visitor>
  void fields(Visitor&& field) {
    field("per-word", per_word,
          R"(Keep at most N contexts for each word. 0: the setting of the store, or 100 for a new
             store.)",
          Range{0, 10'000});
    field("max-bytes", max_bytes,
          R"(Keep at most N bytes of a context. 0: the setting of the store, or 2000 for a new
             store.)",
          Range{0, 1 << 20});
    field("max-words", max_words, "Keep at most N words, dropping those seen longest ago; 0: all.",
          at_least(0));
  }
};

// The settings a store was made with. They must agree to merge stores.
struct StoreSettings {
  TokenizerOptions text;
  std::uint32_t per_word = 100;
  std::uint32_t max_bytes = 2000;
};

// A word was seen, at a time in milliseconds since 1970.
struct Sighting {
  std::string_view word;
  std::string_view context = {};  // a text with the word, or about it; if empty, it only counts
  std::int64_t time = 0;
  std::uint64_t count = 1;  // how often it occurs there
};

struct WordSummary {
  std::string word;
  std::uint64_t count = 0;
  std::int64_t first = 0, last = 0;  // when it was seen
  std::uint32_t contexts = 0;        // that are kept
};

struct StoredContext {
  std::uint64_t priority = 0;
  std::int64_t last = 0;  // when it was seen
  std::string text;       // without control characters

  bool operator==(const StoredContext&) const = default;
};

struct StoredWord : WordSummary {
  std::vector<StoredContext> contexts;  // lower priorities first
};

enum class WordOrder {
  word,    // by their bytes
  recent,  // seen last first; of those seen at the same time, by their bytes, backwards
  count,   // frequent ones first; equally frequent ones by their bytes
};

constexpr auto enum_names(WordOrder) {
  return std::array<std::string_view, 3>{"word", "recent", "count"};
}

// Which words to list.
struct WordQuery {
  WordOrder order = WordOrder::word;
  std::uint64_t min_count = 1;
  std::optional<std::int64_t> since = {};  // seen at this time or later
  std::string contains = {};               // a part of the word, as the store spells it
  std::size_t limit = 1000;
  std::optional<WordSummary> after = {};  // the last word of the page before
};

struct StoreTotals {
  std::uint64_t words = 0;
  std::uint64_t contexts = 0;
  std::uint64_t sightings = 0;  // the sum of all counts
  std::uint64_t bytes = 0;      // of the file, without what is yet to be copied into it
};

class Store {
 public:
  // Throws Error(usage) if the options contradict what the file was made with, Error(malformed) if
  // it is no store, Error(damaged) if it has been altered.
  [[nodiscard]] static Store open(const std::string& path, const StoreOptions& options = {});
  [[nodiscard]] static Store in_memory(const StoreOptions& options = {});

  ~Store();
  Store(Store&& other) noexcept;
  Store& operator=(Store&& other) noexcept;

  const StoreSettings& settings() const;
  const std::string& path() const;  // "memory" if there is none

  // Throws Error(usage) unless the text of the store is read in this way, that of a model.
  void check_text(const TokenizerOptions& text) const;

  // The word as the store has it. Throws as normal_word() does, and Error(usage) if the word is
  // longer than 256 bytes.
  [[nodiscard]] std::string spell(std::string_view word) const;

  // Adds one sighting, or several: all or none. Throws, before anything is added, Error(malformed)
  // for what is not UTF-8, and as spell() does.
  void add(std::string_view word, std::string_view context, std::int64_t time);
  void add_many(std::span<const Sighting> sightings);

  // Adds all that another store has, as if it had been added here: all or none. Throws Error(usage)
  // naming the setting in which the two differ.
  void merge(const Store& other);

  // Removes the word; false if there is none.
  bool forget(std::string_view word);

  [[nodiscard]] std::optional<StoredWord> find(std::string_view word) const;
  [[nodiscard]] std::vector<WordSummary> words(const WordQuery& query = {}) const;
  [[nodiscard]] StoreTotals totals() const;

  // Writes a copy, as of this moment, to a file that does not exist yet. Stores of the same content
  // give the same bytes.
  void save(const std::string& path) const;

  // Reads everything and throws Error(damaged) if anything was altered or is missing. Other
  // functions check just what they read.
  void check() const;

 private:
  class Impl;
  friend class ScratchStore;  // of store_impl.h

  explicit Store(std::unique_ptr<Impl> impl);

  std::unique_ptr<Impl> impl_;
};

// Merges stores into a new file, whose bytes do not depend on their order. Throws as Store::merge()
// and Store::save() do.
StoreTotals merge_stores(const std::vector<std::string>& files, const std::string& output);

// No word of a store is longer.
inline constexpr std::size_t max_stored_word = 256;  // bytes

}  // namespace oovec::inline store
