// The file tokenizer.json of Hugging Face's library "tokenizers", as far as vectors of words need
// it: which tokens stand for whole words, and how to add words, each as a token of its own. Not
// part of the public interface. docs/formats.md has the rules.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "oovec/vectors/embeddings.h"
#include "oovec/vectors/vocabulary.h"

namespace oovec::inline vectors {

struct WordToken {
  std::string word;
  std::uint64_t id;
};

struct TokenizerWords {
  std::vector<WordToken> words;  // tokens that stand for whole words, by id
  Vocabulary others;             // spellings of all other tokens: pieces of words, special tokens
  std::uint64_t tokens = 0;      // how many there are, words and others
};

// `name` is for messages. Throws Error(malformed) for what is no such file.
[[nodiscard]] TokenizerWords parse_tokenizer(std::string_view json, const std::string& name);

// The file with all words added as tokens, numbered from TokenizerWords::tokens. None may be the
// spelling of a token. Throws Error(unsupported) unless the numbers of tokens have no gaps: the
// library would number the new ones otherwise.
[[nodiscard]] std::string add_tokens(std::string_view json, const std::string& name,
                                     const Embeddings& added);

}  // namespace oovec::inline vectors
