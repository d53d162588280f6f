// The form side of the model: the n-grams of a word, and the mean of their vectors.
//
//   v_form = Σ e_ngram(s) / |S_w|       over all n-grams s of the word; unknown ones count as ⟨unk⟩
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "oovec/form/ngrams.h"
#include "oovec/vectors/embeddings.h"

namespace oovec::inline model {

// The surface-form embedding of a word and what it was made of.
struct Form {
  std::vector<float> mean;  // v_form
  std::size_t ngrams = 0;
  std::size_t known = 0;  // of them; the others count as ⟨unk⟩
};

// Reuses its memory from word to word. Serves one thread.
class FormReader {
 public:
  // Row 0 of the n-grams is ⟨unk⟩.
  FormReader(const Embeddings& ngrams, NgramLengths lengths);

  // The word must be spelled as normal_word() has it.
  void read(std::string_view word, Form& form);

 private:
  const Embeddings& vectors_;
  Ngrams ngrams_;
  std::vector<std::optional<std::size_t>> found_;
  std::vector<std::uint32_t> rows_;
};

}  // namespace oovec::inline model
