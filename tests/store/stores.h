// What tests of stores have in common.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "oovec/store/store.h"

namespace oovec {

// English text, lower-cased.
inline StoreOptions store_options(std::uint32_t per_word = 0) {
  StoreOptions options;
  options.text = TokenizerOptions{TokenizerKind::words, Lowercase::on, "en"};
  options.per_word = per_word;
  return options;
}

inline std::vector<std::string> texts_of(const StoredWord& word) {
  std::vector<std::string> texts;
  for (const StoredContext& context : word.contexts) texts.push_back(context.text);
  return texts;
}

// The contexts of a word; empty if there is no such word.
inline std::vector<std::string> texts_of(const Store& store, std::string_view word) {
  const auto found = store.find(word);
  return found ? texts_of(*found) : std::vector<std::string>();
}

inline std::uint64_t count_of(const Store& store, std::string_view word) {
  const auto found = store.find(word);
  return found ? found->count : 0;
}

// All that a store holds.
using StoreContent =
    std::map<std::string,
             std::tuple<std::uint64_t, std::int64_t, std::int64_t, std::vector<StoredContext>>>;

// That of contexts is in StoredContext.
inline StoreContent content_of(const Store& store) {
  StoreContent content;
  WordQuery query;
  query.limit = 7;  // several pages
  for (;;) {
    const std::vector<WordSummary> page = store.words(query);
    for (const WordSummary& word : page) {
      const StoredWord found = store.find(word.word).value();
      content[found.word] = {found.count, found.first, found.last, found.contexts};
    }
    if (page.size() < query.limit) return content;
    query.after = page.back();
  }
}

}  // namespace oovec
