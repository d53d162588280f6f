#include "oovec/corpus/phrase_table.h"

#include <algorithm>

#include "oovec/text/lookup.h"

namespace oovec::inline corpus {
namespace {

// Whether a token can only be found as it is: it has neither clitic nor hyphen, nor anything that
// could be an apostrophe.
bool is_plain_token(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return (byte | 0x20U) - 'a' < 26U || (byte >= '0' && byte <= '9');
  });
}

std::uint64_t child_key(std::uint32_t node, std::size_t word) {
  return std::uint64_t{node} << 32 | word;
}

}  // namespace

void PhraseTable::add(std::span<const std::string> tokens, std::uint32_t target) {
  std::uint32_t node = 0;
  for (const std::string& token : tokens) {
    const std::size_t added = words_.size();
    const std::size_t word = words_.insert(token).value_or(added);
    const auto [child, is_new] =
        children_.emplace(child_key(node, word), static_cast<std::uint32_t>(nodes_.size()));
    if (is_new) nodes_.emplace_back();
    node = child->second;
  }
  if (!nodes_[node].target) nodes_[node].target = target;
}

void PhraseTable::find(std::span<const Token> tokens, std::vector<PhraseMatch>& matches) const {
  matches.clear();
  const bool has_upper = std::any_of(tokens.begin(), tokens.end(),
                                     [](const Token& token) { return token.has_upper(); });
  for (std::size_t begin = 0; begin < tokens.size(); ++begin) {
    auto longest = find_longest(tokens, begin, Spelling::as_is);
    if (has_upper) {
      const auto lower = find_longest(tokens, begin, Spelling::lower);
      if (lower && (!longest || lower->end > longest->end)) longest = lower;
    }
    if (longest) matches.push_back(*longest);
  }
}

std::optional<PhraseMatch> PhraseTable::find_longest(std::span<const Token> tokens,
                                                     std::size_t begin, Spelling spelling) const {
  std::optional<PhraseMatch> longest;
  std::uint32_t node = 0;
  for (std::size_t i = begin; i < tokens.size(); ++i) {
    const auto next = step(node, tokens[i], spelling);
    if (!next) break;
    node = *next;
    if (nodes_[node].target) longest = {begin, i + 1, *nodes_[node].target};
  }
  return longest;
}

std::optional<std::uint32_t> PhraseTable::step(std::uint32_t node, const Token& token,
                                               Spelling spelling) const {
  const std::string_view text = spelling == Spelling::as_is ? token.text : token.lower;
  std::optional<std::uint32_t> next;
  const auto found = [&](std::size_t word) {  // of a token with a clitic, both are
    const auto child = children_.find(child_key(node, word));
    if (!next && child != children_.end()) next = child->second;
  };
  if (is_plain_token(text)) {
    if (const auto word = words_.find(text)) found(*word);
    return next;
  }
  const Match match = look_up(
      Token{text, text}, rules_, [&](std::string_view word) { return words_.find(word); }, found);
  return match == Match::in_parts ? std::nullopt : next;
}

}  // namespace oovec::inline corpus
