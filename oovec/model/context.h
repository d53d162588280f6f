// The context side of the model: the words of a text that have vectors, without the target, and
// their weighted sum.
//
//   v_context = Σ weight(w')·e(w') / Σ weight(w')       over all words w' of all contexts
//
// In the paper, every word has the same weight. With SIF weights (Arora et al. 2017), frequent
// words, which carry little meaning, weigh less: a / (a + p(w')). With position weights, words near
// the target weigh more: the weight is multiplied by one for the distance.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "oovec/corpus/context_index.h"
#include "oovec/model/evidence.h"
#include "oovec/text/tokenizer.h"
#include "oovec/vectors/embeddings.h"

namespace oovec::inline model {

// A token of a context, and the rows of the vectors it stands for: mostly one, none if it is
// unknown or the target, several if it was found in parts.
struct ContextToken {
  std::size_t text_end, rows_end;  // they begin where those of the token before end
  bool is_target;
};

// An occurrence of the target, from token `begin` to before token `end`; a target of several words
// has several tokens.
struct TargetSpan {
  std::size_t begin, end;
};

struct ContextTokens {
  std::vector<ContextToken> tokens;
  std::string text;
  std::vector<std::uint32_t> rows;
  std::vector<TargetSpan> targets = {};  // where text was read, in order

  std::string_view text_of(std::size_t token) const {
    const std::size_t begin = token == 0 ? 0 : tokens[token - 1].text_end;
    return std::string_view(text).substr(begin, tokens[token].text_end - begin);
  }
  std::span<const std::uint32_t> rows_of(std::size_t token) const {
    const std::size_t begin = token == 0 ? 0 : tokens[token - 1].rows_end;
    return std::span(rows).subspan(begin, tokens[token].rows_end - begin);
  }

  // The tokens from `begin` to before `end` as a context of their own.
  [[nodiscard]] ContextTokens slice(std::size_t begin, std::size_t end) const;
};

// The contexts of the target in a text: each occurrence with `window` tokens to either side. If the
// window is 0, or the target does not occur, the whole text is one context.
[[nodiscard]] std::vector<ContextTokens> target_windows(const ContextTokens& text,
                                                        std::uint32_t window);

// Position weights are by distance in tokens: 1, 2, 3–4, 5–8, 9–16, and more. A context in which
// the target does not occur counts as far away.
inline constexpr std::size_t position_buckets = 6;
[[nodiscard]] std::size_t position_bucket(std::uint32_t distance);

// e and the weights of its rows.
struct WeightedVectors {
  const Embeddings* vectors;
  std::span<const float> weights;      // per row; empty: all are 1
  Detail detail = Detail::totals;      // what evidence should keep of contexts
  std::span<const float> positions{};  // per bucket of distances; empty: all are 1

  float weight(std::size_t row) const { return weights.empty() ? 1 : weights[row]; }
  float weight(const NearbyWord& word) const {
    return weight(word.row) * (positions.empty() ? 1 : positions[position_bucket(word.distance)]);
  }

  [[nodiscard]] ContextEvidence no_contexts() const {
    return ContextEvidence(vectors->dimension(), detail);
  }

  // Adds a context to the evidence.
  void add(const ContextTokens& context, ContextEvidence& evidence) const;
  // The same for a context of an index. A target that has a vector is left out wherever it occurs.
  void add(const Context& context, std::optional<std::uint32_t> target,
           ContextEvidence& evidence) const;
  // The same for the words of these rows, whose positions do not matter.
  void add(std::span<const std::uint32_t> rows, ContextEvidence& evidence) const;

 private:
  void add(std::span<const std::uint32_t> rows, std::span<const float> each,
           ContextEvidence& evidence) const;
};

// The words of a context, with their distances from the nearest target.
[[nodiscard]] std::vector<NearbyWord> nearby_words(const ContextTokens& context);

// Finds the words of contexts. Serves one thread, and one target at a time.
class ContextReader {
 public:
  // The placeholder that may stand for the target.
  static constexpr std::string_view placeholder = "___";

  ContextReader(const Embeddings& vectors, const TokenizerOptions& text);

  // Occurrences of this word, or these words in a row, stand for no rows from now on, nor does the
  // placeholder. The target must be spelled as normal_word() has it.
  void set_target(std::string_view target);

  // Valid until the next call. Throws Error(malformed) for text that is not UTF-8.
  [[nodiscard]] const ContextTokens& read(std::string_view context);

 private:
  void add_text(std::string_view text);
  void add_sentence(std::span<const Token> tokens);
  std::size_t target_length(std::span<const Token> tokens) const;
  void add_token(const Token& token, bool is_target, std::optional<std::size_t> row);

  const Embeddings& vectors_;
  Tokenizer tokenizer_;
  const LanguageRules& rules_;
  TokenizerKind kind_;
  std::string target_;
  std::vector<std::string> target_tokens_;
  std::vector<std::string_view> texts_;            // of a sentence's tokens
  std::vector<std::optional<std::size_t>> found_;  // their rows
  ContextTokens words_;
};

}  // namespace oovec::inline model
