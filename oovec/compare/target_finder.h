// Finds several words, of one token or many, in the tokens of a sentence. Not part of the public
// interface.
#pragma once

#include <algorithm>
#include <cstddef>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "oovec/text/tokenizer.h"

namespace oovec::inline compare {

class TargetFinder {
 public:
  // The words must be spelled as normal_word() has them.
  TargetFinder(const std::vector<std::string>& words, const TokenizerOptions& text) {
    Tokenizer tokenizer(text);
    for (std::size_t i = 0; i < words.size(); ++i) {
      std::vector<std::string>& tokens = words_.emplace_back();
      tokenizer.start(words[i]);
      while (const Sentence* sentence = tokenizer.next())
        for (const Token& token : sentence->tokens) tokens.emplace_back(token.text);
      if (!tokens.empty()) by_first_[tokens.front()].push_back(i);
    }
  }

  std::size_t tokens_of(std::size_t word) const { return words_[word].size(); }

  // Sets found[word] for every word that occurs; true if any does.
  bool find(std::span<const Token> tokens, std::vector<bool>& found) const {
    bool any = false;
    for (std::size_t at = 0; at < tokens.size(); ++at) {
      any |= find_at(tokens.subspan(at), tokens[at].text, found);
      if (tokens[at].has_upper()) any |= find_at(tokens.subspan(at), tokens[at].lower, found);
    }
    return any;
  }

 private:
  bool find_at(std::span<const Token> tokens, std::string_view first,
               std::vector<bool>& found) const {
    const auto words = by_first_.find(first);
    if (words == by_first_.end()) return false;
    bool any = false;
    for (const std::size_t word : words->second) {
      const std::vector<std::string>& wanted = words_[word];
      if (tokens.size() < wanted.size()) continue;
      if (!std::equal(wanted.begin(), wanted.end(), tokens.begin(), is_token)) continue;
      found[word] = any = true;
    }
    return any;
  }

  static bool is_token(const std::string& word, const Token& token) {
    return word == token.text || word == token.lower;
  }

  std::vector<std::vector<std::string>> words_;  // their tokens
  std::map<std::string, std::vector<std::size_t>, std::less<>> by_first_;
};

}  // namespace oovec::inline compare
