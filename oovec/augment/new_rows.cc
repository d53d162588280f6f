#include "oovec/augment/new_rows.h"

#include <algorithm>
#include <utility>

#include "oovec/base/error.h"
#include "oovec/model/weak_evidence.h"
#include "oovec/search/nearest.h"
#include "oovec/vectors/append.h"
#include "oovec/vectors/writer.h"

namespace oovec::inline augment {
namespace {

constexpr std::size_t searched_at_once = 1024;  // new words

ReadResult read_old_vectors(const Model& model, const RowOptions& options) {
  if (options.vectors == "-")
    throw Error(ErrorKind::usage, "the vectors are read twice, so they must be a file");
  ReadOptions read;
  read.threads = options.threads;
  read.progress = options.progress;
  ReadResult result = read_vectors(options.vectors, read);
  if (result.embeddings.fingerprint() != model.settings().vectors_fingerprint)
    throw Error(ErrorKind::usage, options.vectors +
                                      " are not the vectors that the model was "
                                      "trained with; name those, or none");
  return result;
}

void find_nearest(const Model& model, const Embeddings& added, const RowOptions& options,
                  std::vector<NewWord>& words) {
  if (options.neighbors == 0 || added.size() == 0) return;
  const Embeddings& vectors = model.vectors();
  const Rows rows = rows_of(vectors, options.threads);
  ProgressTask progress(options.progress, "searching", added.values().size_bytes());
  std::vector<std::vector<Neighbor>> answers;
  answers.reserve(added.size());
  for (std::size_t begin = 0; begin < added.size(); begin += searched_at_once) {
    const std::size_t count = std::min(searched_at_once, added.size() - begin);
    const auto queries = added.values().subspan(begin * rows.dimension, count * rows.dimension);
    for (std::vector<Neighbor>& answer :
         nearest(rows, queries, options.neighbors, {}, options.threads))
      answers.push_back(std::move(answer));
    progress.advance(queries.size_bytes());
  }
  for (NewWord& word : words)
    if (word.outcome == Outcome::added)
      for (const Neighbor& neighbor : answers[*added.find(word.word)])
        word.nearest.emplace_back(vectors.word(neighbor.row));
}

}  // namespace

WriteOptions RowOptions::write(VectorFormat chosen) const {
  WriteOptions write;
  write.format = chosen;
  write.threads = threads;
  write.progress = progress;
  return write;
}

bool OldVectors::can_add(std::string_view word) const {
  const bool kept = file && file->format == format && file->reserved;
  return can_hold(format, word) && !(kept && file->reserved->find(word));
}

OldVectors open_old_vectors(const Model& model, const std::string& output,
                            const RowOptions& options) {
  OldVectors old;
  if (!options.vectors.empty()) old.file = read_old_vectors(model, options);
  old.format = kept_format(old.file ? old.file->format : VectorFormat::word2vec, output,
                           options.write(options.format));
  return old;
}

Embeddings infer_new_words(const Model& model, const OldVectors& old, const InferNew& infer,
                           const RowOptions& options, std::vector<NewWord>& words) {
  std::vector<std::vector<float>> vectors(words.size());
  // Progress is in bytes of the vectors inferred.
  const std::uint64_t bytes = model.dimension() * sizeof(float);
  {
    ProgressTask progress(options.progress, "inferring", words.size() * bytes);
    BatchInference(model, options.threads)
        .for_each(words.size(), [&](std::size_t i, WordInferrer& inferrer) {
          progress.advance(bytes);
          NewWord& word = words[i];
          InferredWord inferred = infer(i, inferrer);
          if (inferred.status != InferStatus::inferred) return;
          word.alpha = inferred.inference.alpha;
          word.confidence = inferred.inference.confidence;
          word.weak = is_weak(inferred.inference);
          word.context_words = inferred.inference.context_words;
          word.outcome = old.can_add(word.word) ? Outcome::added : Outcome::not_written;
          vectors[i] = std::move(inferred.inference.vector);
        });
  }
  Vocabulary added;
  Matrix matrix(model.dimension());
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (words[i].outcome != Outcome::added) continue;
    added.insert(words[i].word);
    matrix.append(vectors[i]);
  }
  Embeddings rows(std::move(added), std::move(matrix));
  find_nearest(model, rows, options, words);
  return rows;
}

}  // namespace oovec::inline augment
