// The form side of the model: the n-grams of a word, and the mean of their vectors.
//
//   v_form = Σ e_ngram(s) / |S_w|       over all n-grams s of the word; unknown ones count as ⟨unk⟩
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "oovec/form/ngrams.h"
#include "oovec/model/evidence.h"
#include "oovec/vectors/embeddings.h"

namespace oovec::inline model {

// Reuses its memory from word to word. Serves one thread.
class FormReader {
 public:
  // Row 0 of the n-grams is ⟨unk⟩.
  FormReader(const Embeddings& ngrams, NgramLengths lengths);

  // The word must be spelled as normal_word() has it.
  void read(std::string_view word, FormEvidence& form) { read(word, {}, form); }

  // The same without some n-grams (Ngrams::of).
  void read(std::string_view word, std::span<const std::string> left_out, FormEvidence& form);

 private:
  const Embeddings& vectors_;
  Ngrams ngrams_;
  std::vector<std::optional<std::size_t>> found_;
};

}  // namespace oovec::inline model
