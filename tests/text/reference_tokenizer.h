// The tokenizer's slow, plain twin: sentences and words from ICU's break iterators, one call each,
// plus the library's own rules on top. The tokenizer must equal it on every text.
#pragma once

#include <unicode/ubrk.h>
#include <unicode/utext.h>

#include <string>
#include <string_view>
#include <vector>

#include "oovec/text/language.h"
#include "oovec/text/normalize.h"
#include "oovec/text/sentence_boundaries.h"
#include "oovec/text/tokenizer.h"
#include "oovec/text/word_segmenter.h"

namespace oovec {

struct PlainToken {
  std::string text;
  std::string lower;
  bool operator==(const PlainToken&) const = default;
};

struct PlainSentence {
  std::string text;
  std::vector<PlainToken> tokens;
  bool operator==(const PlainSentence&) const = default;
};

class ReferenceTokenizer {
 public:
  ReferenceTokenizer() {
    UErrorCode status = U_ZERO_ERROR;
    sentences_ = ubrk_open(UBRK_SENTENCE, "", nullptr, 0, &status);
  }
  ~ReferenceTokenizer() { ubrk_close(sentences_); }
  ReferenceTokenizer(const ReferenceTokenizer&) = delete;
  ReferenceTokenizer& operator=(const ReferenceTokenizer&) = delete;

  std::vector<PlainSentence> tokenize(std::string_view line) {
    const std::string text = clean_text(line);
    std::vector<PlainSentence> result;
    std::size_t begin = 0;
    for (const std::size_t end : boundaries(text)) {
      if (end < text.size() && is_exception(text, end, language_rules(undetermined_language)))
        continue;
      PlainSentence sentence = tokenize_sentence(std::string_view(text).substr(begin, end - begin));
      if (!sentence.tokens.empty()) result.push_back(std::move(sentence));
      begin = end;
    }
    return result;
  }

 private:
  std::vector<std::size_t> boundaries(std::string_view text) {
    UErrorCode status = U_ZERO_ERROR;
    UText* opened =
        utext_openUTF8(nullptr, text.data(), static_cast<std::int64_t>(text.size()), &status);
    ubrk_setUText(sentences_, opened, &status);
    std::vector<std::size_t> found;
    for (auto at = ubrk_next(sentences_); at != UBRK_DONE; at = ubrk_next(sentences_))
      found.push_back(static_cast<std::size_t>(at));
    utext_close(opened);
    return found;
  }

  PlainSentence tokenize_sentence(std::string_view text) {
    PlainSentence sentence;
    for (const Stretch& word : words_.segment(text)) {
      PlainToken token{std::string(text.substr(word.begin, word.end - word.begin)), ""};
      to_lower(token.text, token.lower);
      sentence.tokens.push_back(std::move(token));
    }
    while (!text.empty() && static_cast<unsigned char>(text.front()) <= ' ') text.remove_prefix(1);
    while (!text.empty() && static_cast<unsigned char>(text.back()) <= ' ') text.remove_suffix(1);
    sentence.text = text;
    return sentence;
  }

  UBreakIterator* sentences_;
  WordSegmenter words_;
};

inline std::vector<PlainSentence> tokenize(Tokenizer& tokenizer, std::string_view line) {
  std::vector<PlainSentence> result;
  tokenizer.start(line);
  while (const Sentence* sentence = tokenizer.next()) {
    PlainSentence plain{std::string(sentence->text), {}};
    for (const Token& token : sentence->tokens)
      plain.tokens.push_back({std::string(token.text), std::string(token.lower)});
    result.push_back(std::move(plain));
  }
  return result;
}

}  // namespace oovec
