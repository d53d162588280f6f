#include "oovec/augment/export.h"

#include <limits>
#include <optional>
#include <string_view>
#include <vector>

#include "oovec/augment/new_rows.h"
#include "oovec/vectors/append.h"
#include "oovec/vectors/word_list.h"

namespace oovec::inline augment {
namespace {

// The words that were seen often enough and have no vector, frequent ones first.
std::vector<NewWord> stored_words(const Model& model, const Store& store, std::uint32_t min_count) {
  WordQuery query;
  query.order = WordOrder::count;
  query.min_count = min_count;
  query.limit = std::numeric_limits<std::size_t>::max();
  const TokenizerOptions text = model.text();
  std::vector<NewWord> words;
  for (WordSummary& summary : store.words(query)) {
    if (find_word(model.vectors(), summary.word, text).word) continue;
    NewWord& word = words.emplace_back();
    word.word = std::move(summary.word);
    word.count = summary.count;
  }
  return words;
}

InferredWord infer_stored(const Store& store, const std::string& word, WordInferrer& inferrer) {
  const std::optional<StoredWord> found = store.find(word);
  std::vector<std::string_view> contexts;
  if (found) {
    contexts.reserve(found->contexts.size());
    for (const StoredContext& context : found->contexts) contexts.push_back(context.text);
  }
  return inferrer.infer(word, contexts);
}

}  // namespace

AugmentResult export_words(const Model& model, const Store& store, const std::string& output,
                           const ExportOptions& options) {
  store.check_text(model.text());
  const RowOptions rows{options.format, options.vectors, options.neighbors, options.threads,
                        options.progress};
  const OldVectors old = open_old_vectors(model, output, rows);
  if (!old.file) check_vectors_output(output, rows.write(old.format));
  store.check();
  AugmentResult result{old.format,
                       old.file ? old.file->embeddings.size() : 0,
                       stored_words(model, store, options.min_count),
                       {},
                       {}};
  const InferNew infer = [&](std::size_t i, WordInferrer& inferrer) {
    return infer_stored(store, result.words[i].word, inferrer);
  };
  const Embeddings added = infer_new_words(model, old, infer, rows, result.words);
  const WriteOptions write = rows.write(old.format);
  if (old.file)
    append_vectors(options.vectors, *old.file, added, output, write);
  else
    write_vectors(added, output, write);
  return result;
}

}  // namespace oovec::inline augment
