#include "oovec/skipgram/passages.h"

#include <algorithm>
#include <numeric>

#include "oovec/skipgram/token_text.h"

namespace oovec::inline skipgram {

PassageOrder::PassageOrder(std::span<const std::uint32_t> tokens, std::uint32_t epochs,
                           std::uint64_t seed)
    : tokens_(tokens), epochs_(epochs), seed_(seed) {
  std::size_t begin = 0, sentence = 0;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    const bool too_long = i + 1 - sentence >= passage_size;
    if (tokens[i] != sentence_end && !too_long) continue;
    sentence = i + 1;
    if (sentence - begin < passage_size) continue;
    ends_.push_back(begin = sentence);
  }
  if (begin < tokens.size()) ends_.push_back(tokens.size());
  order_.resize(ends_.size());
  given_ = ends_.size();
}

std::optional<PassageOrder::Entry> PassageOrder::next() {
  if (given_ == order_.size()) {
    if (epoch_ == epochs_ || order_.empty()) return std::nullopt;
    std::iota(order_.begin(), order_.end(), 0);
    Random random(derive_seed(seed_, epoch_++));
    shuffle(std::span(order_), random);
    given_ = 0;
  }
  const std::size_t passage = order_[given_++];
  const std::size_t begin = passage == 0 ? 0 : ends_[passage - 1];
  return Entry{tokens_.subspan(begin, ends_[passage] - begin),
               derive_seed(derive_seed(seed_, epoch_), passage)};
}

void Passage::read(std::span<const std::uint32_t> tokens, std::span<const float> keep,
                   std::uint32_t window, Random& random) {
  words_.clear();
  windows_.clear();
  for (const std::uint32_t token : tokens) {
    if (token == sentence_end)
      end_sentence(window, random);
    else if (random.unit() < keep[token])
      words_.push_back(token);
  }
  end_sentence(window, random);
}

// Words that have no window yet are those of the sentence.
void Passage::end_sentence(std::uint32_t window, Random& random) {
  const auto begin = static_cast<std::uint32_t>(windows_.size());
  const auto end = static_cast<std::uint32_t>(words_.size());
  for (std::uint32_t i = begin; i < end; ++i) {
    const auto reach = static_cast<std::uint32_t>(1 + random.below(window));
    windows_.push_back({i - std::min(reach, i - begin), std::min(i + reach + 1, end)});
  }
}

}  // namespace oovec::inline skipgram
