#include "oovec/train/training_data.h"

#include <algorithm>
#include <cmath>

#include "oovec/base/error.h"
#include "oovec/train/misspelled_words.h"
#include "oovec/train/seeds.h"
#include "oovec/vectors/word_list.h"

namespace oovec::inline train {
namespace {

// `count` different numbers below `bound`, all of them if there are not more (Floyd's algorithm).
void draw_distinct(std::size_t count, std::size_t bound, Random& random,
                   std::vector<std::uint32_t>& drawn) {
  drawn.clear();
  for (std::size_t last = bound - std::min(count, bound); last < bound; ++last) {
    const auto number = static_cast<std::uint32_t>(random.below(last + 1));
    const bool is_new = std::find(drawn.begin(), drawn.end(), number) == drawn.end();
    drawn.push_back(is_new ? number : static_cast<std::uint32_t>(last));
  }
}

// The index, once it and the vectors have been found to belong together, and these to be whole.
const ContextIndex& checked(const ContextIndex& index, const Embeddings& vectors, int threads) {
  index.check_vectors(vectors);
  vectors.values(threads);
  return index;
}

}  // namespace

std::size_t draw_log_uniform(std::size_t most, Random& random) {
  const double share = static_cast<double>(random.unit());
  const auto drawn = static_cast<std::size_t>(std::pow(static_cast<double>(most + 1), share));
  return std::clamp<std::size_t>(drawn, 1, most);
}

// a / (a + p(w)), where p(w) is the word's share in the corpus
std::vector<float> word_weights(const ContextIndex& index, const TrainOptions& options) {
  if (options.context_weights != ContextWeights::sif) return {};
  const auto total = static_cast<double>(index.totals().tokens.total());
  std::vector<float> weights(index.settings().vectors_size);
  for (std::size_t row = 0; row < weights.size(); ++row) {
    const double share = total > 0 ? static_cast<double>(index.count(row)) / total : 0;
    weights[row] = static_cast<float>(options.sif / (options.sif + share));
  }
  return weights;
}

// Fitted to GloVe vectors and Wikipedia, and tempered; they do as well elsewhere
// (docs/decisions/balanced.md).
std::vector<float> position_weights(const TrainOptions& options) {
  if (options.position_weights != PositionWeights::near) return {};
  return {5, 4.3F, 2.7F, 1.8F, 1.2F, 1};
}

TrainingData::TrainingData(const Embeddings& vectors, const ContextIndex& index,
                           const TrainOptions& options, const std::vector<std::string>& excluded,
                           Progress* progress)
    : vectors_(vectors),
      index_(index),
      options_(options),
      word_weights_(oovec::word_weights(index, options)),
      position_weights_(oovec::position_weights(options)),
      sentence_sums_(checked(index, vectors, options.threads),
                     {&vectors, word_weights_, Detail::totals, position_weights_},
                     is_solved() ? 0 : options.memory << 20, options.threads, progress) {
  choose_words(excluded);
  ngrams_ = NgramTable(vectors, form_words_, {options_.ngram_min, options_.ngram_max},
                       options_.ngram_words);
  if (is_solved() && options_.typos > 0) add_misspellings();
}

std::vector<std::uint32_t> TrainingData::seen_at_least(std::uint64_t count,
                                                       const std::vector<bool>& is_target) const {
  std::vector<std::uint32_t> rows;
  for (std::uint32_t row = 0; row < vectors_.size(); ++row)
    if (is_target[row] && index_.count(row) >= count && index_.contexts(row) > 0)
      rows.push_back(row);
  return rows;
}

// n(w) = min(⌊c(w) / 100⌋, 5) instances of each word that has contexts
void TrainingData::choose_words(const std::vector<std::string>& excluded) {
  std::vector<bool> is_target = find_listed(vectors_, excluded, index_.settings().text()).rows;
  is_target.flip();
  hold_out(is_target);
  context_words_ = seen_at_least(options_.min_count, is_target);
  for (const std::uint32_t row : context_words_) {
    const std::uint64_t copies = index_.count(row) / options_.min_count;
    for (std::uint16_t i = 0; i < std::min<std::uint64_t>(copies, options_.max_instances); ++i)
      instances_.push_back({row, i});
  }
  form_words_ = context_words_;
  if (options_.form_words == FormWords::all) {
    form_words_.clear();
    for (std::uint32_t row = 0; row < vectors_.size(); ++row)
      if (is_target[row]) form_words_.push_back(row);
    for (const std::uint32_t row : form_words_) instances_.push_back({row, Instance::form_only});
  }
  const bool form_suffices =
      !uses_context(*options_.model) && options_.form_words == FormWords::all;
  if (instances_.empty() || (context_words_.empty() && !form_suffices))
    throw Error(ErrorKind::usage,
                "no word of the vectors occurs often enough to learn from; index more text or "
                "lower `min-count`");
}

// A tenth of the words at most, so that little data is not spent on calibration. A model that is
// solved for has words to choose by, and as many to tell how good it is; most of them are rare, as
// most new words are.
void TrainingData::hold_out(std::vector<bool>& is_target) {
  constexpr std::uint64_t rare = 5;
  const std::vector<std::uint32_t> candidates = seen_at_least(
      is_solved() ? std::min(rare, options_.min_count) : options_.min_count, is_target);
  const std::size_t wanted = std::size_t{options_.calibration} * (is_solved() ? 2 : 1);
  Random random(seed_for(options_.seed, Purpose::held_out));
  std::vector<std::uint32_t> drawn;
  draw_distinct(std::min<std::size_t>(wanted, candidates.size() / 10), candidates.size(), random,
                drawn);
  for (std::size_t i = 0; i < drawn.size(); ++i) {
    const bool tests = is_solved() && i % 2 == 1;
    (tests ? test_words_ : calibration_words_).push_back(candidates[drawn[i]]);
    is_target[candidates[drawn[i]]] = false;
  }
  std::sort(calibration_words_.begin(), calibration_words_.end());
  std::sort(test_words_.begin(), test_words_.end());
}

void TrainingData::add_misspellings() {
  const std::uint64_t seed = seed_for(options_.seed, Purpose::typos);
  for (const MisspelledWord& word : misspell_words(vectors_, form_words_, seed)) {
    misspelled_.push_back(word.row);
    ngrams_.add(word.spelling);
  }
}

ModelSettings TrainingData::model_settings(Composition composition) const {
  const IndexSettings& index = index_.settings();
  return {composition,        {options_.ngram_min, options_.ngram_max},
          index.tokenizer,    index.lowercase,
          index.language,     index.vectors_fingerprint,
          index.vectors_size, {},
          index.window};
}

std::size_t TrainingData::batches_per_epoch() const {
  return (instances_.size() + options_.batch - 1) / options_.batch;
}

std::vector<Instance> TrainingData::epoch(std::size_t epoch) const {
  std::vector<Instance> shuffled = instances_;
  Random random(derive_seed(seed_for(options_.seed, Purpose::order), epoch));
  shuffle<Instance>(shuffled, random);
  return shuffled;
}

Batch TrainingData::make_batch(std::span<const Instance> epoch_instances, std::size_t epoch,
                               std::size_t batch, Detail detail) const {
  const std::size_t begin = batch * options_.batch;
  const auto part = epoch_instances.subspan(
      begin, std::min<std::size_t>(options_.batch, epoch_instances.size() - begin));
  Batch made{{part.begin(), part.end()},
             {part.size(), ContextEvidence(vectors_.dimension(), detail)}};
  const std::uint64_t seed = derive_seed(seed_for(options_.seed, Purpose::contexts), epoch);
  for (std::size_t i = 0; i < part.size(); ++i)
    if (part[i].copy != Instance::form_only)
      sum_contexts(part[i].row, options_.sentences,
                   derive_seed(seed, std::uint64_t{part[i].row} << 16 | part[i].copy),
                   made.contexts[i]);
  return made;
}

void TrainingData::sum_contexts(std::uint32_t row, std::size_t count, std::uint64_t seed,
                                ContextEvidence& sum) const {
  thread_local std::vector<std::uint32_t> drawn;
  Random random(seed);
  draw_distinct(count, index_.contexts(row), random, drawn);
  sentence_sums_.add(row, drawn, sum);
}

}  // namespace oovec::inline train
