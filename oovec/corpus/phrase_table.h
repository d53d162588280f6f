// Finds targets of several tokens, such as "ice cream", in sentences. Not part of the public
// interface.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "oovec/text/language.h"
#include "oovec/text/tokenizer.h"
#include "oovec/vectors/vocabulary.h"

namespace oovec::inline corpus {

// An occurrence in a sentence: tokens begin … end - 1.
struct PhraseMatch {
  std::size_t begin;
  std::size_t end;
  std::uint32_t target;

  bool operator==(const PhraseMatch&) const = default;
};

// A tree of all phrases: a node for each beginning of one.
class PhraseTable {
 public:
  explicit PhraseTable(const LanguageRules& rules) : rules_(rules) {}

  // Of the same phrase given twice, the first target counts.
  void add(std::span<const std::string> tokens, std::uint32_t target);
  bool empty() const { return words_.size() == 0; }

  // The longest phrase that begins at each token, if any does; those that begin at different tokens
  // may overlap. The tokens of a phrase are found as all tokens are (text/lookup.h), with two
  // differences: a phrase matches as it is or in lower case as a whole, and parts between hyphens
  // do not count. Replaces `matches`.
  void find(std::span<const Token> tokens, std::vector<PhraseMatch>& matches) const;

 private:
  struct Node {
    std::optional<std::uint32_t> target;
  };

  enum class Spelling { as_is, lower };
  std::optional<PhraseMatch> find_longest(std::span<const Token> tokens, std::size_t begin,
                                          Spelling spelling) const;
  std::optional<std::uint32_t> step(std::uint32_t node, const Token& token,
                                    Spelling spelling) const;

  const LanguageRules& rules_;
  Vocabulary words_;  // the tokens of all phrases
  std::vector<Node> nodes_ = std::vector<Node>(1);
  std::unordered_map<std::uint64_t, std::uint32_t> children_;  // by node and word
};

}  // namespace oovec::inline corpus
