// Finds the contexts of words in a corpus whose texts have values, such as a party and a year, and
// keeps a bounded sample of them. Not part of the public interface.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "oovec/compare/compare.h"
#include "oovec/corpus/text_source.h"
#include "oovec/model/model.h"

namespace oovec::inline compare {

// The columns to read beside the text: the covariates, then the document.
struct ComparedColumns {
  std::vector<std::string> covariates;
  std::string document;  // empty if there is none

  [[nodiscard]] std::vector<std::string> names() const;
};

struct FoundContext {
  std::uint64_t priority = 0;       // of bottom-k sampling: a seeded hash of all that is below
  std::string text;                 // to be shown
  std::vector<float> mean;          // c_i, the weighted mean of its words
  std::vector<std::string> values;  // of the covariates of a regression
  std::string document;             // empty if the row is the document
  std::uint64_t row = 0;            // from 1, over all files
};

// Contexts are sampled separately in each stratum: a period, a value of a column, or the whole
// corpus.
using Stratum = std::pair<double, std::string>;

struct StratumSample {
  std::uint64_t found = 0;
  std::vector<FoundContext> contexts;  // in the order of priority
};

struct WordSample {
  std::uint64_t found = 0;
  std::uint64_t without_value = 0;  // contexts in rows without a value of some covariate
  std::uint64_t without_words = 0;  // contexts in which no word has a vector
  std::map<Stratum, StratumSample> strata;
};

struct CorpusSample {
  std::vector<WordSample> words;  // as in `targets`
  std::uint64_t rows = 0, bad_rows = 0, rows_without_value = 0;
  std::vector<std::string> hints;
};

// The words as text spells them, without repetitions. Throws Error(usage) for a word without a
// token.
[[nodiscard]] std::vector<std::string> compared_words(const Model& model,
                                                      const std::vector<std::string>& words);

// `targets` are compared_words().
[[nodiscard]] CorpusSample sample_contexts(const Model& model, const TextSource& corpus,
                                           const std::vector<std::string>& targets,
                                           const ComparedColumns& columns,
                                           const CompareOptions& options);

}  // namespace oovec::inline compare
