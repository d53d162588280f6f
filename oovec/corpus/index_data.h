// A context index as arrays: the content of a .ctx file.
//
// Targets are the words of the vectors file, in its order, and after them the novel words in byte
// order. For each there is a count and the positions it has in its sampled sentences, sentences of
// lower priority number first. A sentence is stored once, however many targets it is a context of:
// one number per token (IndexToken).
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "oovec/text/language.h"
#include "oovec/text/lookup.h"
#include "oovec/text/tokenizer.h"
#include "oovec/vectors/vocabulary.h"

namespace oovec::inline corpus {

// A token of an indexed sentence: the row of its vector, if it has one. Its code is what is stored:
// the row + 1, or 0 for a word without a vector.
class IndexToken {
 public:
  constexpr IndexToken() = default;  // without a vector
  [[nodiscard]] static constexpr IndexToken of_row(std::uint32_t row) { return of_code(row + 1); }
  [[nodiscard]] static constexpr IndexToken of_code(std::uint32_t code) {
    IndexToken token;
    token.code_ = code;
    return token;
  }

  constexpr bool has_vector() const { return code_ != 0; }
  constexpr std::uint32_t row() const { return code_ - 1; }  // only if it has a vector
  constexpr std::uint32_t code() const { return code_; }

  constexpr bool operator==(const IndexToken&) const = default;

 private:
  std::uint32_t code_ = 0;
};

// Adds the rows of all tokens that have a vector.
void append_rows(std::span<const IndexToken> tokens, std::vector<std::uint32_t>& rows);

// Where a target stands in a sentence: from which token on, and how many tokens it takes, several
// for a target like "ice cream". Its code is what is stored.
struct TargetPlace {
  std::size_t position = 0;  // below max_sentence_tokens
  std::size_t tokens = 1;    // up to max_target_tokens

  [[nodiscard]] static constexpr TargetPlace of_code(std::uint16_t code) {
    return {code & 0xFFFU, (code >> 12U) + 1U};
  }
  constexpr std::uint16_t code() const {
    return static_cast<std::uint16_t>(position | (tokens - 1) << 12U);
  }
  constexpr std::size_t end() const { return position + tokens; }

  constexpr bool operator==(const TargetPlace&) const = default;
};

// The settings an index was made with. They must agree to merge indexes, or to use an index with
// vectors or a model.
struct IndexSettings {
  std::uint64_t vectors_fingerprint = 0;
  std::uint64_t vectors_size = 0;
  TokenizerKind tokenizer = TokenizerKind::words;
  bool lowercase = false;
  std::string language{undetermined_language};  // a BCP 47 tag
  std::uint32_t per_word = 0;                   // sentences kept for each target
  std::uint32_t max_tokens = 0;                 // of context on either side of the target
  std::uint64_t seed = 0;
  std::uint32_t novel_min = 0;           // 0: no novel words are indexed
  std::uint64_t listed_fingerprint = 0;  // of the listed words
  std::uint64_t listed_size = 0;
  std::uint32_t window = 0;  // contexts are so many tokens to either side; 0: sentences

  // How text was split.
  TokenizerOptions text() const {
    return {tokenizer, lowercase ? Lowercase::on : Lowercase::off, language};
  }

  bool operator==(const IndexSettings&) const = default;
};

// Totals of what was read.
struct IndexTotals {
  std::uint64_t lines = 0;
  std::uint64_t bad_lines = 0;  // skipped: not UTF-8, JSON or CSV as required
  std::uint64_t sentences = 0;
  MatchCounts tokens;

  IndexTotals& operator+=(const IndexTotals& other);
};

// Borrowed arrays. With `words.file` set they lie in that file.
struct IndexView {
  IndexSettings settings;
  IndexTotals totals;
  VocabularyView words;                   // all targets
  std::span<const char> listed;           // per novel word: 1 if listed
  std::span<const std::uint64_t> counts;  // per target
  std::span<const std::uint64_t>
      posting_offsets;  // per target where its postings begin, and the end
  std::span<const std::uint32_t> posting_sentences;
  std::span<const std::uint16_t> posting_positions;  // of the target: codes of TargetPlace
  std::span<const std::uint64_t> priorities;         // per sentence, ascending
  std::span<const std::uint64_t> sentence_offsets;   // into sentence_bytes
  std::span<const char> sentence_bytes;              // varints

  std::size_t sentences() const { return priorities.size(); }
  std::string_view sentence(std::size_t number) const {
    return {sentence_bytes.data() + sentence_offsets[number],
            static_cast<std::size_t>(sentence_offsets[number + 1] - sentence_offsets[number])};
  }
};

// The part of an index that is in memory while it is made: everything that exists once per word.
struct IndexTables {
  IndexSettings settings;
  IndexTotals totals;
  Vocabulary words;
  std::vector<char> listed;
  std::vector<std::uint64_t> counts;

  IndexView view() const;  // without sentences and postings
};

struct IndexSummary {
  IndexSettings settings;
  IndexTotals totals;
  std::uint64_t targets_seen = 0;  // words of the vectors that occur
  std::uint64_t novel_words = 0;   // that are listed or frequent enough
  std::uint64_t sentences_kept = 0;
  std::uint64_t listed_unseen = 0;        // listed words that do not occur
  std::vector<std::string> first_unseen;  // up to five of them
  std::vector<std::string> hints;         // signs that the text should be read differently
};

[[nodiscard]] IndexSummary summarize(const IndexView& index);

// Sentences have numbers of 32 bits, of which one is spare.
inline constexpr std::size_t max_sentences = 0xFFFFFFFE;

// Longer sentences are split, so that positions fit in 12 bits.
inline constexpr std::size_t max_sentence_tokens = 4096;

// No target is longer.
inline constexpr std::size_t max_target_tokens = 16;

}  // namespace oovec::inline corpus
