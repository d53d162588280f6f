#include "oovec/skipgram/token_text.h"

#include <algorithm>
#include <numeric>

#include "oovec/base/parallel.h"
#include "oovec/corpus/bad_lines.h"

namespace oovec::inline skipgram {
namespace {

// The tokens of a block as numbers of its own words, so that threads need not share a vocabulary.
struct BlockTokens {
  Vocabulary words;
  std::vector<std::uint32_t> tokens;
  LineCounts lines;
};

BlockTokens tokenize(const TextBlock& block, const TokenTextOptions& options) {
  BlockTokens result;
  Tokenizer tokenizer(options.text);
  for_each_text(block, options.rules, result.lines, [&](std::string_view line) {
    tokenizer.start(line);
    while (const Sentence* sentence = tokenizer.next()) {
      for (const Token& token : sentence->tokens) {
        const std::size_t added = result.words.size();
        result.tokens.push_back(
            static_cast<std::uint32_t>(result.words.insert(token.text).value_or(added)));
      }
      result.tokens.push_back(sentence_end);
    }
  });
  return result;
}

// Adds a block to the text, whose words are numbered in the order they appear in.
void append(const BlockTokens& block, TokenText& text) {
  text.lines += block.lines;
  std::vector<std::uint32_t> numbers(block.words.size());
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    const std::size_t added = text.words.size();
    numbers[i] =
        static_cast<std::uint32_t>(text.words.insert(block.words.view().word(i)).value_or(added));
  }
  text.counts.resize(text.words.size());
  for (const std::uint32_t token : block.tokens) {
    if (token == sentence_end) {
      ++text.sentences;
      text.tokens.push_back(sentence_end);
      continue;
    }
    ++text.tokens_read;
    ++text.counts[numbers[token]];
    text.tokens.push_back(numbers[token]);
  }
}

// The words seen at least `min_count` times, most frequent first.
std::vector<std::uint32_t> frequent_words(const TokenText& text, std::uint64_t min_count) {
  std::vector<std::uint32_t> order(text.words.size());
  std::iota(order.begin(), order.end(), 0);
  std::erase_if(order, [&](std::uint32_t word) {
    return text.counts[word] < std::max<std::uint64_t>(min_count, 1);  // excluded ones have 0
  });
  const VocabularyView words = text.words.view();
  std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
    if (text.counts[a] != text.counts[b]) return text.counts[a] > text.counts[b];
    return words.word(a) < words.word(b);
  });
  return order;
}

// Numbers the tokens anew, in place. Rare words vanish, and sentences that have no others.
void renumber(TokenText& text, std::span<const std::uint32_t> numbers) {
  std::size_t end = 0;
  for (const std::uint32_t token : text.tokens) {
    if (token != sentence_end) {
      if (numbers[token] == sentence_end) continue;
      text.tokens[end++] = numbers[token];
      ++text.tokens_kept;
    } else if (end > 0 && text.tokens[end - 1] != sentence_end) {
      text.tokens[end++] = sentence_end;
    }
  }
  text.tokens.resize(end);
  text.tokens.shrink_to_fit();
}

void keep_frequent_words(TokenText& text, std::uint64_t min_count) {
  std::vector<std::uint32_t> numbers(text.words.size(), sentence_end);  // which stands for none
  Vocabulary words;
  std::vector<std::uint64_t> counts;
  for (const std::uint32_t word : frequent_words(text, min_count)) {
    numbers[word] = static_cast<std::uint32_t>(words.size());
    words.insert(text.words.view().word(word));
    counts.push_back(text.counts[word]);
  }
  text.words = std::move(words);
  text.counts = std::move(counts);
  renumber(text, numbers);
}

}  // namespace

TokenText read_token_text(const TextSource& corpus, const TokenTextOptions& options) {
  TokenText text;
  TextBlocks blocks(corpus, options.rules, "reading", options.progress);
  BadLines bad_lines(options.rules.bad_lines);
  ordered_pipeline<TextBlock, BlockTokens>(
      options.threads, [&] { return blocks.next(); },
      [&](TextBlock& block) { return tokenize(block, options); },
      [&](BlockTokens& block) {
        bad_lines.add(block.lines);
        append(block, text);
      });
  bad_lines.finish();
  text.hints = blocks.hints();
  for (const std::string& word : options.excluded) {
    const auto number = text.words.find(word);
    if (number) text.counts[*number] = 0;
    text.excluded.add(word, number.has_value());
  }
  keep_frequent_words(text, options.min_count);
  return text;
}

}  // namespace oovec::inline skipgram
