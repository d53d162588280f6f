// Misspelled words: how near is what a model makes of the spelling to the vector of the word that
// was meant?
//
//   const Typos typos(vectors, words, options);
//   for (const TypoRow& row : typos.evaluate(model)) use(row.kind, row.quality.mrr);
//
// Every word is misspelled once in each way (oovec/form/misspell.h). Which letter it hits depends
// on the seed and the word alone, so that all models get the same. A misspelling that is a word of
// the vectors is none, and another is drawn. Models infer from the form alone.
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
  std::size_t words = 0;            // that were misspelled so, or spelled right
  std::size_t inferred = 0;         // that the model gives a vector
  Quality quality;                  // as in train/held_out.h
};

class Typos {
 public:
  // Of the rows `candidates` of the vectors. Words of other than letters, or of too few, are left
  // out. Throws Error(usage) if no word is left.
  Typos(const Embeddings& vectors, const std::vector<std::uint32_t>& candidates,
        const TypoOptions& options);

  std::size_t size() const { return words_.size(); }
  const std::string& word(std::size_t i) const { return words_[i].word; }
  // Empty if no misspelling was found that is no word.
  const std::string& misspelled(std::size_t i, Misspelling how) const {
    return words_[i].misspelled[static_cast<std::size_t>(how)];
  }

  // The words as they are spelled first, then each way of misspelling them. Throws Error(usage) if
  // a word has no vector in the model.
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

// Rows of words that none of the models has learned from; the models have the same vectors. Throws
// Error(usage) if a model does not tell.
[[nodiscard]] std::vector<std::uint32_t> unlearned_rows(const std::vector<const Inferrer*>& models);

}  // namespace oovec::lab
