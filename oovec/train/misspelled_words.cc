#include "oovec/train/misspelled_words.h"

#include <algorithm>
#include <utility>

#include "oovec/form/misspell.h"

namespace oovec::inline train {
namespace {

constexpr std::size_t shortest_misspelled = 4;
constexpr int misspelling_attempts = 10;
constexpr std::size_t alphabet_words = 10'000;  // about as many as give each letter its frequency

// Some of the words that can be misspelled, evenly spread.
std::vector<std::string> words_for_alphabet(const Embeddings& vectors,
                                            std::span<const std::uint32_t> words) {
  std::vector<std::string> chosen;
  const std::size_t step = std::max<std::size_t>(1, words.size() / alphabet_words);
  for (std::size_t i = 0; i < words.size(); i += step)
    if (is_word_of_letters(vectors.word(words[i]), shortest_misspelled))
      chosen.emplace_back(vectors.word(words[i]));
  return chosen;
}

}  // namespace

std::vector<MisspelledWord> misspell_words(const Embeddings& vectors,
                                           std::span<const std::uint32_t> words,
                                           std::uint64_t seed) {
  const Misspeller misspeller(words_for_alphabet(vectors, words));
  std::vector<MisspelledWord> misspelled;
  for (const std::uint32_t row : words) {
    if (!is_word_of_letters(vectors.word(row), shortest_misspelled)) continue;
    Random random(derive_seed(seed, row));
    for (int attempt = 0; attempt < misspelling_attempts; ++attempt) {
      const auto how = static_cast<Misspelling>(random.below(enum_names(Misspelling()).size()));
      auto spelling = misspeller.misspell(vectors.word(row), how, random);
      if (!spelling || vectors.find(*spelling)) continue;
      misspelled.push_back({row, std::move(*spelling)});
      break;
    }
  }
  return misspelled;
}

}  // namespace oovec::inline train
