// Splits lines of text into sentences and sentences into tokens; docs/text.md says exactly how.
//
//   Tokenizer tokenizer;
//   tokenizer.start("Dr. Smith isn't here. He's in Zürich.");
//   while (const Sentence* sentence = tokenizer.next())
//     for (const Token& token : sentence->tokens) count(token.text);  // Dr, Smith, isn't, here …
//
// A tokenizer reuses its memory from line to line and serves one thread; make one for each.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "oovec/base/options.h"
#include "oovec/text/language.h"
#include "oovec/text/normalize.h"

namespace oovec::inline text {

enum class TokenizerKind {
  words,       // running text: sentences and words by Unicode's rules
  whitespace,  // pre-tokenised text: a sentence per line, tokens between blanks
};

constexpr auto enum_names(TokenizerKind) {
  return std::array<std::string_view, 2>{"words", "whitespace"};
}

enum class Lowercase {
  automatic,  // as the vocabulary is: see decide_lowercase(); a Tokenizer takes it for `off`
  on,
  off,
};

constexpr auto enum_names(Lowercase) {
  return std::array<std::string_view, 3>{"auto", "on", "off"};
}

struct TokenizerOptions {
  TokenizerKind tokenizer = TokenizerKind::words;
  Lowercase lowercase = Lowercase::automatic;
  // A BCP 47 tag; "auto": as the vocabulary is, see decide_language(); a Tokenizer takes it for
  // "und".
  std::string language{automatic_language};

  // How capitals are treated in all text.
  [[nodiscard]] Casing casing() const {
    return lowercase == Lowercase::on ? language_rules(language).casing() : Casing::kept;
  }

  template <class Visitor>
  void fields(Visitor&& field) {
    field("tokenizer", tokenizer,
          R"(How to split text. words: by Unicode's rules for sentences and words. whitespace: at
             white space only, for pre-tokenised text with a sentence per line.)");
    field("lowercase", lowercase,
          "Whether to lower-case all text. auto: if the vectors have no capitals.");
    field("language", language,
          R"(Language of the text, as a BCP 47 tag such as de or pt-BR; decides lower-casing,
             clitics and abbreviations. auto: the language of the vectors if it is certain.)");
  }
};

// A token in Unicode normal form C. Both views are the same, pointer and all, if lower-casing
// changes nothing or all text is lower-cased anyway.
struct Token {
  std::string_view text;
  std::string_view lower;

  bool has_upper() const { return text.data() != lower.data(); }
};

struct Sentence {
  std::string_view text;  // in normal form C, without blanks at either end
  std::span<const Token> tokens;
};

class Tokenizer {
 public:
  // Longer lines are taken in pieces of at most this many bytes, cut at a blank if there is one, so
  // that memory does not grow with the line. A cut ends a sentence.
  static constexpr std::size_t max_piece = std::size_t{1} << 18;

  explicit Tokenizer(const TokenizerOptions& options = {});
  ~Tokenizer();

  // It returns views into its own memory.
  Tokenizer(const Tokenizer&) = delete;
  Tokenizer& operator=(const Tokenizer&) = delete;

  // Begins with a line, which must stay in place until next() has returned nullptr. Its end, if it
  // has one, is ignored; other control characters separate tokens. If the line is not
  // UTF-8, start() or next() throws Error(malformed); see replace_invalid_utf8().
  void start(std::string_view line);

  // The next sentence that has a token, valid until the next call; nullptr after the last.
  [[nodiscard]] const Sentence* next();

 private:
  struct Analysis;

  void next_piece();
  void check_utf8(std::string_view piece);
  void load(std::string_view piece);
  std::size_t find_sentence_end() const;
  void collect_tokens(std::size_t end);
  void collect_simple(std::size_t end);
  void collect_complex(std::size_t begin, std::size_t end);
  void make_room(std::size_t more);
  void add_word(std::size_t begin, std::size_t end);
  void add_token(std::size_t begin, std::size_t end);
  bool needs_lowering(std::string_view token, std::size_t begin, std::size_t end) const;
  std::string_view lowered(std::string_view token);

  TokenizerKind kind_;
  bool lowercase_;
  const LanguageRules& rules_;
  bool cuts_clitics_;
  std::string_view line_;               // what is left of it
  std::size_t line_at_ = 0;             // bytes of it taken before
  std::string clean_;                   // the piece, if it had to be normalised
  std::unique_ptr<Analysis> analysis_;  // of the piece

  std::size_t sentence_begin_ = 0;  // in the piece
  std::size_t next_edge_ = 0;       // in the edges of the analysis
  std::size_t next_complex_ = 0;    // in its complex stretches

  std::vector<Token> tokens_;  // of the sentence: the first token_count_
  std::size_t token_count_ = 0;
  std::deque<std::string> lowered_;  // lower-cased tokens that are not pure ASCII
  std::size_t lowered_used_ = 0;
  Sentence sentence_;
};

// How text should be lower-cased for a vocabulary: `on` if hardly any of its words (fewer than one
// in a hundred) has an upper-case letter.
template <class Words>
[[nodiscard]] Lowercase decide_lowercase(const Words& words) {
  std::size_t total = 0;
  std::size_t upper = 0;
  for (const std::string_view word : words) {
    ++total;
    upper += has_upper(word) ? 1 : 0;
  }
  return total > 0 && upper < (total + 99) / 100 ? Lowercase::on : Lowercase::off;
}

}  // namespace oovec::inline text
