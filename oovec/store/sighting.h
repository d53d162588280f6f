// Prepares sightings for a store: spells the word as the store does, cuts the context to its limit,
// and computes the context's priority. Not part of the public interface.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "oovec/store/store.h"
#include "oovec/text/tokenizer.h"

namespace oovec::inline store {

struct ReadySighting {
  std::string word;
  std::uint64_t count = 1;
  std::int64_t time = 0;
  std::optional<StoredContext> context;
};

// The word as a store has it; see Store::spell().
[[nodiscard]] std::string stored_spelling(std::string_view word, const StoreSettings& settings);

// As many tokens around the one at `target` as fit, with blanks between them.
[[nodiscard]] std::string token_window(std::span<const Token> tokens, std::size_t target,
                                       std::size_t max_bytes);

// Serves one thread.
class SightingReader {
 public:
  explicit SightingReader(const StoreSettings& settings)
      : settings_(settings), tokenizer_(settings.text) {}

  // Throws as Store::add() does.
  [[nodiscard]] ReadySighting read(const Sighting& sighting);

 private:
  std::string fit(std::string_view word, std::string_view text);
  void set_target(std::string_view word);
  bool has_target(const Sentence& sentence) const;
  std::optional<std::size_t> find_target(std::span<const Token> tokens) const;

  const StoreSettings settings_;
  Tokenizer tokenizer_;
  std::vector<std::string> target_;  // tokens
};

}  // namespace oovec::inline store
