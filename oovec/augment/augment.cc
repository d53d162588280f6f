#include "oovec/augment/augment.h"

#include <algorithm>
#include <filesystem>

#include <fmt/format.h>

#include "oovec/augment/new_rows.h"
#include "oovec/base/error.h"
#include "oovec/corpus/context_index.h"
#include "oovec/io/temporary.h"
#include "oovec/model/weak_evidence.h"
#include "oovec/vectors/append.h"
#include "oovec/vectors/writer.h"

namespace oovec::inline augment {
namespace {

RowOptions row_options(const AugmentOptions& options) {
  return {options.format, options.vectors, options.neighbors, options.index.threads,
          options.index.progress};
}

// What cannot be written shows now, not after hours of reading.
void check_words(const Embeddings& vectors, VectorFormat format) {
  for (std::size_t i = 0; i < vectors.size(); ++i)
    if (!can_hold(format, vectors.word(i)))
      throw Error(
          ErrorKind::usage,
          fmt::format("\"{}\" cannot be written in format {}: it would not be read back the "
                      "same; choose another format (native holds any word)",
                      vectors.word(i), enum_name(format)));
}

IndexOptions index_options(const Model& model, const AugmentOptions& options) {
  IndexOptions index = options.index;
  index.text = model.text();
  index.novel_min = options.words.empty() ? options.min_count : 0;
  index.words = options.words;
  return index;
}

// Beside the output, where there is room for large files, unless that is a pipe or device.
std::string place_for_index(const std::string& output) {
  std::error_code error;
  const auto type = std::filesystem::status(output, error).type();
  const bool is_file =
      type == std::filesystem::file_type::regular || type == std::filesystem::file_type::not_found;
  return output != "-" && is_file ? output : "oovec-augment";
}

// The new words, frequent ones first.
std::vector<std::size_t> find_targets(const ContextIndex& index) {
  std::vector<std::size_t> targets;
  for (std::size_t target = index.settings().vectors_size; target < index.size(); ++target)
    if (index.is_visible(target)) targets.push_back(target);
  // Targets are in byte order already.
  std::stable_sort(targets.begin(), targets.end(),
                   [&](std::size_t a, std::size_t b) { return index.count(a) > index.count(b); });
  return targets;
}

ContextEvidence sum_contexts(const Model& model, const ContextIndex& index, std::size_t target) {
  ContextEvidence sum = model.weighted_vectors().no_contexts();
  Context context;
  for (std::size_t i = 0; i < index.contexts(target); ++i) {
    index.context(target, i, context);
    model.weighted_vectors().add(context, std::nullopt, sum);
  }
  return sum;
}

Embeddings infer_words(const Model& model, const ContextIndex& index, const OldVectors& old,
                       const RowOptions& options, std::vector<NewWord>& words) {
  const std::vector<std::size_t> targets = find_targets(index);
  words.resize(targets.size());
  for (std::size_t i = 0; i < targets.size(); ++i) {
    words[i].word = index.word(targets[i]);
    words[i].count = index.count(targets[i]);
  }
  const InferNew infer = [&](std::size_t i, WordInferrer& inferrer) {
    return inferrer.infer(words[i].word, sum_contexts(model, index, targets[i]));
  };
  return infer_new_words(model, old, infer, options, words);
}

void write_all(const Model& model, const OldVectors& old, const Embeddings& added,
               const std::string& output, const RowOptions& options) {
  const WriteOptions write = options.write(old.format);
  if (old.file)
    append_vectors(options.vectors, *old.file, added, output, write);
  else
    write_vectors(join_embeddings(model.vectors(), added), output, write);
}

OldVectors open_checked(const Model& model, const std::string& output,
                        const AugmentOptions& options) {
  OldVectors old = open_old_vectors(model, output, row_options(options));
  if (!old.file || old.file->format != old.format) check_words(model.vectors(), old.format);
  return old;
}

AugmentResult augment(const Model& model, const ContextIndex& index, const OldVectors& old,
                      const std::string& output, const AugmentOptions& options) {
  const RowOptions rows = row_options(options);
  AugmentResult result{old.format, model.vectors().size(), {}, index.totals(), {}};
  const Embeddings added = infer_words(model, index, old, rows, result.words);
  write_all(model, old, added, output, rows);
  return result;
}

}  // namespace

std::uint64_t AugmentResult::count(Outcome outcome) const {
  return static_cast<std::uint64_t>(std::count_if(
      words.begin(), words.end(), [&](const NewWord& word) { return word.outcome == outcome; }));
}

std::vector<std::string> AugmentResult::hints() const {
  const auto weak =
      static_cast<std::uint64_t>(std::count_if(words.begin(), words.end(), [](const NewWord& word) {
        return word.outcome == Outcome::added && word.weak;
      }));
  std::vector<std::string> hints = text_hints;
  const std::string hint = weak_hint(weak, count(Outcome::added));
  if (!hint.empty()) hints.push_back(hint + " or raise `min-count`");
  return hints;
}

void check_augment(const Model& model, const std::string& output, const AugmentOptions& options) {
  open_checked(model, output, options);
}

AugmentResult augment_from_index(const Model& model, const ContextIndex& index,
                                 const std::string& output, const AugmentOptions& options) {
  index.check_vectors(model.vectors());
  index.check_language(model.text().language);
  return augment(model, index, open_checked(model, output, options), output, options);
}

AugmentResult augment_vectors(const Model& model, const TextSource& corpus,
                              const std::string& output, const AugmentOptions& options) {
  const OldVectors old = open_checked(model, output, options);
  const Temporary index_file(place_for_index(output));
  const IndexSummary summary =
      index_corpus(model.vectors(), corpus, index_file.path(), index_options(model, options));
  AugmentResult result = augment(model, ContextIndex(index_file.path()), old, output, options);
  result.text_hints = summary.hints;
  return result;
}

}  // namespace oovec::inline augment
