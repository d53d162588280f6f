#include "oovec/augment/augment.h"

#include <algorithm>
#include <filesystem>

#include <fmt/format.h>

#include "oovec/base/error.h"
#include "oovec/corpus/context_index.h"
#include "oovec/io/temporary.h"
#include "oovec/model/batch_inference.h"
#include "oovec/model/weak_evidence.h"
#include "oovec/search/nearest.h"
#include "oovec/vectors/append.h"
#include "oovec/vectors/writer.h"

namespace oovec::inline augment {
namespace {

constexpr std::size_t searched_at_once = 1024;  // new words

// The vectors to write again: of a file, or those in the model.
struct OldVectors {
  std::optional<ReadResult> file;
  VectorFormat format;  // to write

  bool can_add(std::string_view word) const {
    const bool kept = file && file->format == format && file->reserved;
    return can_hold(format, word) && !(kept && file->reserved->find(word));
  }
};

ReadResult read_old_vectors(const Model& model, const AugmentOptions& options) {
  if (options.vectors == "-")
    throw Error(ErrorKind::usage, "the vectors are read twice, so they must be a file");
  ReadOptions read;
  read.threads = options.index.threads;
  read.progress = options.index.progress;
  ReadResult result = read_vectors(options.vectors, read);
  if (result.embeddings.fingerprint() != model.settings().vectors_fingerprint)
    throw Error(ErrorKind::usage, options.vectors +
                                      " are not the vectors that the model was "
                                      "trained with; name those, or none");
  return result;
}

WriteOptions write_options(const AugmentOptions& options) {
  WriteOptions write;
  write.format = options.format;
  write.threads = options.index.threads;
  write.progress = options.index.progress;
  return write;
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

OldVectors open_old_vectors(const Model& model, const std::string& output,
                            const AugmentOptions& options) {
  OldVectors old;
  if (!options.vectors.empty()) old.file = read_old_vectors(model, options);
  old.format = kept_format(old.file ? old.file->format : VectorFormat::word2vec, output,
                           write_options(options));
  if (!old.file || old.file->format != old.format) check_words(model.vectors(), old.format);
  return old;
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
                       const IndexOptions& options, std::vector<NewWord>& words) {
  const std::vector<std::size_t> targets = find_targets(index);
  std::vector<std::vector<float>> vectors(targets.size());
  words.resize(targets.size());
  // Progress is in bytes of the vectors inferred.
  const std::uint64_t bytes = model.dimension() * sizeof(float);
  ProgressTask progress(options.progress, "inferring", targets.size() * bytes);
  BatchInference(model, options.threads)
      .for_each(targets.size(), [&](std::size_t i, WordInferrer& inferrer) {
        progress.advance(bytes);
        NewWord& word = words[i];
        word.word = index.word(targets[i]);
        word.count = index.count(targets[i]);
        InferredWord inferred = inferrer.infer(word.word, sum_contexts(model, index, targets[i]));
        if (inferred.status != InferStatus::inferred) return;
        word.alpha = inferred.inference.alpha;
        word.confidence = inferred.inference.confidence;
        word.weak = is_weak(inferred.inference);
        word.context_words = inferred.inference.context_words;
        word.outcome = old.can_add(word.word) ? Outcome::added : Outcome::not_written;
        vectors[i] = std::move(inferred.inference.vector);
      });
  Vocabulary added;
  Matrix matrix(model.dimension());
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (words[i].outcome != Outcome::added) continue;
    added.insert(words[i].word);
    matrix.append(vectors[i]);
  }
  return {std::move(added), std::move(matrix)};
}

void find_neighbors(const Model& model, const Embeddings& added, const AugmentOptions& options,
                    std::vector<NewWord>& words) {
  if (options.neighbors == 0 || added.size() == 0) return;
  const Embeddings& vectors = model.vectors();
  const int threads = options.index.threads;
  const Rows rows = rows_of(vectors, threads);
  ProgressTask progress(options.index.progress, "searching", added.values().size_bytes());
  std::vector<std::vector<Neighbor>> answers;
  answers.reserve(added.size());
  for (std::size_t begin = 0; begin < added.size(); begin += searched_at_once) {
    const std::size_t count = std::min(searched_at_once, added.size() - begin);
    const auto queries = added.values().subspan(begin * rows.dimension, count * rows.dimension);
    for (std::vector<Neighbor>& answer : nearest(rows, queries, options.neighbors, {}, threads))
      answers.push_back(std::move(answer));
    progress.advance(queries.size_bytes());
  }
  for (NewWord& word : words)
    if (word.outcome == Outcome::added)
      for (const Neighbor& neighbor : answers[*added.find(word.word)])
        word.nearest.emplace_back(vectors.word(neighbor.row));
}

void write_all(const Model& model, const OldVectors& old, const Embeddings& added,
               const std::string& output, const AugmentOptions& options) {
  WriteOptions write = write_options(options);
  write.format = old.format;
  if (old.file)
    append_vectors(options.vectors, *old.file, added, output, write);
  else
    write_vectors(join_embeddings(model.vectors(), added), output, write);
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

AugmentResult augment_vectors(const Model& model, const TextSource& corpus,
                              const std::string& output, const AugmentOptions& options) {
  const OldVectors old = open_old_vectors(model, output, options);
  const Temporary index_file(place_for_index(output));
  const IndexSummary summary =
      index_corpus(model.vectors(), corpus, index_file.path(), index_options(model, options));
  const ContextIndex index(index_file.path());

  AugmentResult result{old.format, model.vectors().size(), {}, summary.totals, summary.hints};
  const Embeddings added = infer_words(model, index, old, options.index, result.words);
  find_neighbors(model, added, options, result.words);
  write_all(model, old, added, output, options);
  return result;
}

}  // namespace oovec::inline augment
