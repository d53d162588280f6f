#include "lab/eval/typos.h"

#include <algorithm>
#include <numeric>

#include <fmt/format.h>

#include "lab/baselines/given_vectors.h"
#include "oovec/base/error.h"
#include "oovec/base/finite.h"
#include "oovec/base/hash.h"
#include "oovec/base/kernels.h"
#include "oovec/base/parallel.h"
#include "oovec/base/statistics.h"
#include "oovec/search/nearest.h"

namespace oovec::lab {
namespace {

constexpr int tries = 20;  // to find a misspelling that is no word

constexpr std::array typo_kinds = {Misspelling::swap, Misspelling::remove, Misspelling::insert,
                                   Misspelling::replace};

// In an order that the seed decides, whatever the other words.
std::vector<std::string> draw_typo_words(const Embeddings& vectors,
                                         const std::vector<std::uint32_t>& candidates,
                                         const TypoOptions& options) {
  std::vector<std::pair<std::uint64_t, std::uint32_t>> order;
  for (const std::uint32_t row : candidates)
    if (is_word_of_letters(vectors.word(row), options.min_length))
      order.emplace_back(derive_seed(options.seed, hash64(vectors.word(row))), row);
  std::sort(order.begin(), order.end());
  if (order.size() > options.max_words) order.resize(options.max_words);
  std::vector<std::string> words;
  words.reserve(order.size());
  for (const auto& [place, row] : order) words.emplace_back(vectors.word(row));
  return words;
}

std::string misspelling_of(const std::string& word, Misspelling how, const Misspeller& misspeller,
                           const Embeddings& vectors, std::uint64_t seed) {
  Random random(derive_seed(derive_seed(seed, hash64(word)), static_cast<std::uint64_t>(how)));
  for (int i = 0; i < tries; ++i)
    if (auto misspelled = misspeller.misspell(word, how, random);
        misspelled && !vectors.find(*misspelled))
      return std::move(*misspelled);
  return "";
}

}  // namespace

Typos::Typos(const Embeddings& vectors, const std::vector<std::uint32_t>& candidates,
             const TypoOptions& options)
    : threads_(options.threads), progress_(options.progress) {
  const std::vector<std::string> drawn = draw_typo_words(vectors, candidates, options);
  if (drawn.empty())
    throw Error(ErrorKind::usage,
                fmt::format("there is no word of {} letters or more to misspell; lower "
                            "`min-length`, or name words with `words`",
                            options.min_length));
  const Misspeller misspeller(drawn);
  words_.reserve(drawn.size());
  for (const std::string& word : drawn) {
    Word& added = words_.emplace_back(Word{word, {}});
    for (const Misspelling how : typo_kinds)
      added.misspelled[static_cast<std::size_t>(how)] =
          misspelling_of(word, how, misspeller, vectors, options.seed);
  }
}

std::vector<TypoRow> Typos::evaluate(const Inferrer& model) const {
  // In bytes of the vectors inferred.
  const std::uint64_t bytes = words_.size() * model.dimension() * sizeof(float);
  ProgressTask progress(progress_, "evaluating", (1 + typo_kinds.size()) * bytes);
  std::vector<TypoRow> rows = {measure(model, std::nullopt, progress)};
  for (const Misspelling how : typo_kinds) rows.push_back(measure(model, how, progress));
  return rows;
}

TypoRow Typos::measure(const Inferrer& model, std::optional<Misspelling> kind,
                       ProgressTask& progress) const {
  if (const GivenVectors* const given = as_given(model)) given->check_space();
  const Embeddings& vectors = model.vectors();
  std::vector<std::size_t> targets;
  std::vector<std::string_view> spellings;
  targets.reserve(words_.size());
  spellings.reserve(words_.size());
  for (const Word& word : words_) {
    const std::string& spelling =
        kind ? word.misspelled[static_cast<std::size_t>(*kind)] : word.word;
    if (spelling.empty()) continue;
    const auto row = vectors.find(word.word);
    if (!row)
      throw Error(ErrorKind::usage,
                  fmt::format("\"{}\" has no vector in one of the models; compare "
                              "models of the same vectors",
                              word.word));
    targets.push_back(*row);
    spellings.push_back(spelling);
  }
  std::vector<std::optional<std::vector<float>>> inferred(spellings.size());
  const ContextEvidence no_contexts = model.weighted_vectors().no_contexts();
  parallel_for(threads_, spellings.size(), [&](std::size_t i) {
    inferred[i] = infer_vector(model, spellings[i], 0, no_contexts);
    if (inferred[i] && (!all_finite(*inferred[i]) || length_of(*inferred[i]) == 0))
      inferred[i].reset();
  });

  TypoRow result{kind, spellings.size(), 0, {}};
  std::vector<std::size_t> asked, asked_targets;
  std::vector<float> queries;
  for (std::size_t i = 0; i < spellings.size(); ++i) {
    if (!inferred[i]) continue;
    ++result.inferred;
    asked.push_back(i);
    asked_targets.push_back(targets[i]);
    queries.insert(queries.end(), inferred[i]->begin(), inferred[i]->end());
    result.quality.cosine += cosine(*inferred[i], vectors.row(targets[i])).value_or(0);
  }
  const Rows rows = rows_of(vectors, threads_);
  const std::vector<std::size_t> found = oovec::ranks(rows, queries, asked_targets, threads_);
  std::vector<std::size_t> ranks(spellings.size(), vectors.size());
  for (std::size_t i = 0; i < asked.size(); ++i) ranks[asked[i]] = found[i];
  progress.advance(words_.size() * model.dimension() * sizeof(float));
  if (ranks.empty()) return result;
  result.quality.median_rank = median_rank(ranks);
  result.quality.mrr = mean_reciprocal_rank(ranks);
  result.quality.cosine /= static_cast<double>(ranks.size());
  return result;
}

std::vector<std::uint32_t> unlearned_rows(const std::vector<const Inferrer*>& models) {
  const Embeddings& vectors = models.front()->vectors();
  std::vector<std::uint32_t> rows;
  for (std::uint32_t row = 0; row < vectors.size(); ++row) {
    const bool unlearned = std::ranges::all_of(models, [&](const Inferrer* model) {
      const auto learned = model->has_learned_from(vectors.word(row));
      if (!learned)
        throw Error(ErrorKind::usage,
                    "a model does not record which words it has learned from; name words with "
                    "`words`");
      return !*learned;
    });
    if (unlearned) rows.push_back(row);
  }
  return rows;
}

}  // namespace oovec::lab
