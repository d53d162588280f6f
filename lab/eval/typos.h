// Misspelled words: measures how near the vector that a model infers from a misspelling is to the
// vector of the intended word.
//
//   const Typos typos(vectors, words, options);
//   for (const TypoRow& row : typos.evaluate(model)) use(row.kind, row.quality.mrr);
//
// Every word is misspelled once in each way (oovec/form/misspell.h). Which letter is hit depends
// only on the seed and the word, so all models get the same misspellings. If a misspelling is a
// word of the vectors, another one is drawn. Models infer from the form alone.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "oovec/base/options.h"
#include "oovec/base/progress.h"
#include "oovec/form/misspell.h"
#include "oovec/model/inferrer.h"
#include "oovec/train/held_out.h"

namespace oovec::lab {

struct TypoOptions {
  std::uint64_t max_words = 1000;
  std::uint64_t min_length = 4;
  std::uint64_t seed = 1;
  int threads = 0;
  Progress* progress = nullptr;

  template <class Visitor>
  void fields(Visitor&& field) {
    field("max-words", max_words, "Misspell at most N words, drawn at random.", at_least(1));
    field("min-length", min_length, "Use words of at least N letters.", at_least(2));
    field("seed", seed, "Seed for drawing words and misspellings.");
    field("threads", threads, "Number of threads; 0: one per core.", at_least(0), Effect::none);
  }
};

struct TypoRow {
  std::optional<Misspelling> kind;  // nothing: the words as they are spelled
  std::size_t words = 0;            // number of words misspelled in this way
  std::size_t inferred = 0;         // number of these that the model infers
  Quality quality;                  // as in train/held_out.h
};

class Typos {
 public:
  // Uses the rows `candidates` of the vectors, without words that have other characters than
  // letters or too few of them. Throws Error(usage) if no word is left.
  Typos(const Embeddings& vectors, const std::vector<std::uint32_t>& candidates,
        const TypoOptions& options);

  std::size_t size() const { return words_.size(); }
  const std::string& word(std::size_t i) const { return words_[i].word; }
  // Empty if every misspelling that was tried is a word.
  const std::string& misspelled(std::size_t i, Misspelling how) const {
    return words_[i].misspelled[static_cast<std::size_t>(how)];
  }

  // Returns a row for the words as they are spelled, then a row for each way of misspelling them.
  // Throws Error(usage) if a word has no vector in the model.
  [[nodiscard]] std::vector<TypoRow> evaluate(const Inferrer& model) const;

 private:
  struct Word {
    std::string word;
    std::array<std::string, enum_names(Misspelling()).size()> misspelled;
  };

  TypoRow measure(const Inferrer& model, std::optional<Misspelling> kind,
                  ProgressTask& progress) const;

  std::vector<Word> words_;
  int threads_;
  Progress* progress_;
};

// The rows of the words that none of the models has learned from; the models must have the same
// vectors. Throws Error(usage) if a model does not record what it has learned from.
[[nodiscard]] std::vector<std::uint32_t> unlearned_rows(const std::vector<const Inferrer*>& models);

}  // namespace oovec::lab
