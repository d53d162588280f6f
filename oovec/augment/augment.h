// Adds the new words of a text to a vectors file: finds the words that a model's vectors lack,
// infers a vector for each from its form and contexts, and writes the vectors with the new ones
// appended.
//
//   const Model model("words.oovec");
//   AugmentOptions options;
//   options.vectors = "glove.txt";  // its rows are copied byte by byte
//   augment_vectors(model, {"news.txt.zst"}, "glove+news.txt", options);
//
// The text is read once. New words are ordered by count, the most frequent first, and then by
// bytes. The file has the same bytes for any number of threads.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "oovec/base/options.h"
#include "oovec/corpus/indexer.h"
#include "oovec/corpus/text_source.h"
#include "oovec/model/model.h"
#include "oovec/vectors/format.h"

namespace oovec::inline augment {

struct AugmentOptions {
  std::uint32_t min_count = 5;
  VectorFormat format = VectorFormat::automatic;
  std::uint32_t neighbors = 0;

  std::vector<std::string> words;  // if not empty, add exactly these words
  std::string vectors;             // file the model was trained with, whose rows to keep
  IndexOptions index;              // how to read the text; the model's settings prevail

  template <class Visitor>
  void fields(Visitor&& field) {
    field("min-count", min_count, "Add new words that occur at least N times.", at_least(1));
    field("format", format, "Format to write; auto: by the file names.");
  }
};

enum class Outcome {
  added,
  not_inferred,  // no known n-gram and no context word, or a vector of zeros
  not_written,   // the format cannot hold the word
};

constexpr auto enum_names(Outcome) {
  return std::array<std::string_view, 3>{"added", "not inferred", "not written"};
}

struct NewWord {
  std::string word;
  std::uint64_t count = 0;  // in the text
  Outcome outcome = Outcome::not_inferred;
  float alpha = 0;
  std::optional<float> confidence;
  bool weak = false;                 // little more than a guess (model/weak_evidence.h)
  std::uint64_t context_words = 0;   // that were summed
  std::vector<std::string> nearest;  // old words, best first; as many as requested
};

struct AugmentResult {
  VectorFormat format;
  std::uint64_t old_words;
  std::vector<NewWord> words;           // all, in order
  IndexTotals totals;                   // of the text
  std::vector<std::string> text_hints;  // of the IndexSummary

  [[nodiscard]] std::uint64_t count(Outcome outcome) const;

  // Warnings about what may disappoint, and what to do about it.
  [[nodiscard]] std::vector<std::string> hints() const;
};

// Throws the errors that augment_vectors() would throw before it reads the text.
void check_augment(const Model& model, const std::string& output, const AugmentOptions& options);

// The same from an index of the text that was made elsewhere, with the model's vectors and text
// options, and with `novel_min` as `min_count` says or with `words`.
AugmentResult augment_from_index(const Model& model, const ContextIndex& index,
                                 const std::string& output, const AugmentOptions& options);

// `corpus`: files, or texts. Writes atomically.
AugmentResult augment_vectors(const Model& model, const TextSource& corpus,
                              const std::string& output, const AugmentOptions& options = {});

// Lists the new words in a file: JSON lines if its name ends in .jsonl or .json, else tab-separated
// values with a header line, where control characters in words become blanks.
void write_report(const AugmentResult& result, const std::string& path);

}  // namespace oovec::inline augment
