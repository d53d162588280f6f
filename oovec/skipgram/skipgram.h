// Word vectors from text: skip-gram with negative sampling and sub-sampling of frequent words
// (Mikolov et al. 2013). docs/skipgram.md describes the method, docs/decisions/skipgram.md the
// implementation.
//
//   const SkipgramResult result = train_skipgram({"wiki.txt.zst"});
//   write_vectors(result.vectors, "wiki.vec");
//
// For every word w of the text and every word c near it, with negatives n drawn at random,
//
//   loss = −log σ(in(w) · out(c)) − Σ log σ(−in(w) · out(n))
//
// (with subwords in(w) is the mean of the vectors of w and its n-grams, after Bojanowski et al.
// 2017) is minimised by stochastic gradient descent. The text is read once and held as numbers,
// four bytes a token. The result is the same to the last bit for any number of threads.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "oovec/base/options.h"
#include "oovec/base/progress.h"
#include "oovec/corpus/line_rules.h"
#include "oovec/corpus/text_source.h"
#include "oovec/text/tokenizer.h"
#include "oovec/vectors/embeddings.h"
#include "oovec/vectors/fasttext_model.h"
#include "oovec/vectors/word_list.h"

namespace oovec::inline skipgram {

struct SkipgramOptions {
  TokenizerOptions text{.lowercase = Lowercase::on, .language = std::string(undetermined_language)};
  LineRules lines;
  std::uint32_t dimension = 100;
  std::uint32_t window = 5;
  std::uint32_t negative = 5;
  std::uint32_t epochs = 5;
  double learning_rate = 0.05;
  std::uint64_t min_count = 5;
  double subsample = 1e-4;
  std::string subwords;  // "3-6"; empty: none
  std::uint32_t buckets = 2'000'000;
  std::uint64_t seed = 1;
  int threads = 0;

  std::vector<std::string> excluded;  // words to read text without (vectors/word_list.h)
  Progress* progress = nullptr;       // if set, receives the bytes read, then the bytes trained on

  template <class Visitor>
  void fields(Visitor&& field) {
    field("dimension", dimension, "Dimension of the vectors.", Range{1, 4096});
    field("window", window, "Predict words up to N words away on either side.", Range{1, 100});
    field("negative", negative, "Negative samples: random words to contrast with each true pair.",
          Range{1, 100});
    field("epochs", epochs, "Passes over the text.", Range{1, 10'000});
    field("learning-rate", learning_rate, "Initial learning rate; it falls linearly to 0.",
          Range{1e-9, 10});
    field("min-count", min_count, "Ignore words seen fewer than N times.", at_least(1));
    field("subsample", subsample, "Sub-sample words whose share of the text is above N; 0: none.",
          Range{0, 1});
    field("subwords", subwords,
          "Also learn vectors of character n-grams with these lengths, such as 3-6.");
    field("buckets", buckets,
          "Number of vectors that n-grams share by hash. Fewer need less memory.",
          Range{1, 100'000'000});
    field("tokenizer", text.tokenizer,
          R"(How to split text. words: by Unicode's rules for sentences and words. whitespace: at
             white space only, for pre-tokenised text with a sentence per line.)");
    field("lowercase", text.lowercase,
          R"(Whether to lower-case all text. auto is not possible here, because there are no
             vectors to go by.)");
    field("language", text.language,
          R"(Language of the text, as a BCP 47 tag such as de or pt-BR; decides lower-casing,
             clitics and abbreviations. und: the rules of English.)");
    lines.fields(field);
    field("seed", seed, "Seed of all random choices.", at_least(0));
    field("threads", threads, "Number of threads; 0: one per core.", at_least(0), Effect::none);
  }
};

struct SkipgramSummary {
  std::uint64_t lines = 0;
  std::uint64_t bad_lines = 0;  // skipped: not UTF-8, JSON or CSV, as required
  std::uint64_t sentences = 0;
  std::uint64_t tokens = 0;
  std::uint64_t tokens_kept = 0;  // of words that are learned from
  ListedWords excluded;           // not found: words that the text does not have
  double reading_seconds = 0;
  double training_seconds = 0;
  std::vector<std::string> hints;  // signs that the text should be read differently
};

struct SkipgramResult {
  Embeddings vectors;   // in(w), most frequent word first
  Embeddings contexts;  // out(c), the same words
  SkipgramSummary summary;
  std::optional<FastTextModel> model;  // with subwords: all of it, to be written as fastText's
};

// "3-6", or nothing. Throws Error(usage) for what is neither.
[[nodiscard]] std::optional<SubwordLengths> parse_subwords(const std::string& text);

// `corpus`: files, or texts. A text without a word that is frequent enough is an error, as are
// numbers that grow beyond bounds.
[[nodiscard]] SkipgramResult train_skipgram(const TextSource& corpus,
                                            const SkipgramOptions& options = {});

}  // namespace oovec::inline skipgram
