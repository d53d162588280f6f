// The tokens of all sentences of a line, kept after the tokenizer has moved on: contexts that are
// windows extend across sentences. Not part of the public interface.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "oovec/text/tokenizer.h"

namespace oovec::inline corpus {

class LineTokens {
 public:
  void clear() {
    text_.clear();
    ends_.clear();
  }

  void add(std::span<const Token> tokens) {
    for (const Token& token : tokens) {
      text_ += token.text;
      const std::size_t end = text_.size();
      if (token.has_upper()) text_ += token.lower;
      ends_.push_back({end, text_.size()});
    }
  }

  // Valid until more are added.
  std::span<const Token> tokens() {
    tokens_.clear();
    const std::string_view text = text_;
    std::size_t begin = 0;
    for (const Ends& end : ends_) {
      const std::string_view token = text.substr(begin, end.text - begin);
      tokens_.push_back(
          {token, end.lower > end.text ? text.substr(end.text, end.lower - end.text) : token});
      begin = end.lower;
    }
    return tokens_;
  }

 private:
  struct Ends {
    std::size_t text, lower;
  };

  std::string text_;
  std::vector<Ends> ends_;
  std::vector<Token> tokens_;
};

}  // namespace oovec::inline corpus
