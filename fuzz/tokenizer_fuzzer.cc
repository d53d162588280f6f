// Any bytes: the tokenizer must agree with its plain twin, and the views it hands out must be
// sound.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "oovec/text/lookup.h"
#include "oovec/text/tokenizer.h"
#include "oovec/text/utf8.h"
#include "tests/text/reference_tokenizer.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace oovec;
  static Tokenizer words;
  static Tokenizer fields({TokenizerKind::whitespace, Lowercase::on});
  static Tokenizer french(TokenizerOptions{.language = "fr"});
  static Tokenizer turkish(TokenizerOptions{.language = "tr"});
  static ReferenceTokenizer reference;
  static const LanguageRules& rules = language_rules("en");

  const std::string line = replace_invalid_utf8({reinterpret_cast<const char*>(data), size});
  if (tokenize(words, line) != reference.tokenize(line)) std::abort();

  for (Tokenizer* tokenizer : {&french, &turkish}) {
    tokenizer->start(line);
    while (const Sentence* sentence = tokenizer->next())
      for (const Token& token : sentence->tokens)
        if (token.text.empty()) std::abort();
  }

  fields.start(line);
  while (const Sentence* sentence = fields.next())
    for (const Token& token : sentence->tokens) {
      if (token.text.empty() || token.has_upper()) std::abort();
      const auto find = [&](std::string_view word) { return word.empty() ? &token : nullptr; };
      if (look_up(token, rules, find, [](const Token&) {}) != Match::none) std::abort();
    }
  return 0;
}
