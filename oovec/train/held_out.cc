#include "oovec/train/held_out.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <string_view>
#include <utility>

#include "oovec/base/error.h"
#include "oovec/base/finite.h"
#include "oovec/base/kernels.h"
#include "oovec/base/parallel.h"
#include "oovec/base/random.h"
#include "oovec/base/statistics.h"
#include "oovec/search/nearest.h"
#include "oovec/train/sentence_sums.h"

namespace oovec::inline train {
namespace {

// What random numbers are drawn for, each from a stream of its own.
constexpr std::uint64_t drawing_words = 1001, drawing_contexts = 1002;

constexpr std::size_t words_at_once = 1024;  // as many as are searched for at once

// What came of one word.
struct Measured {
  std::size_t rank;
  double cosine = 0;
  std::optional<double> length;
  std::optional<double> confidence;
  std::optional<double> alpha;
};

// What is found out about some words, and the vectors whose ranks are still to be found.
class Measuring {
 public:
  Measuring(const Model& model, std::span<const std::uint32_t> words)
      : model_(model), words_(words), vectors_(words.size()), found_(words.size()) {}

  // Words may be set by several threads.
  void set(std::size_t i, std::optional<Inference> inference) {
    Measured& found = found_[i];
    found.rank = model_.vectors().size();
    if (!inference) return;
    if (inference->confidence) found.confidence = *inference->confidence;
    if (!all_finite(inference->vector)) return;
    found.alpha = inference->alpha;
    found.length = length_of(inference->vector);
    if (*found.length == 0) return;
    found.cosine = cosine(inference->vector, model_.vectors().row(words_[i])).value_or(0);
    vectors_[i] = std::move(inference->vector);
  }

  std::vector<Measured> finish(int threads) {
    std::vector<std::size_t> asked, targets;
    std::vector<float> queries;
    asked.reserve(words_.size());
    targets.reserve(words_.size());
    queries.reserve(words_.size() * model_.dimension());
    for (std::size_t i = 0; i < words_.size(); ++i) {
      if (vectors_[i].empty()) continue;
      asked.push_back(i);
      targets.push_back(words_[i]);
      queries.insert(queries.end(), vectors_[i].begin(), vectors_[i].end());
    }
    const Rows rows = rows_of(model_.vectors(), threads);
    const std::vector<std::size_t> ranks = oovec::ranks(rows, queries, targets, threads);
    for (std::size_t i = 0; i < asked.size(); ++i) found_[asked[i]].rank = ranks[i];
    return std::move(found_);
  }

 private:
  const Model& model_;
  std::span<const std::uint32_t> words_;
  std::vector<std::vector<float>> vectors_;  // empty where there is none to search with
  std::vector<Measured> found_;
};

// How a number of all words that have it is distributed.
std::optional<Lengths> distribution(std::span<const Measured> found,
                                    std::optional<double> Measured::*number) {
  std::vector<double> numbers;
  numbers.reserve(found.size());
  for (const Measured& each : found)
    if (each.*number) numbers.push_back(*(each.*number));
  return describe_lengths(std::move(numbers));
}

std::optional<Lengths> true_lengths(const Embeddings& vectors,
                                    std::span<const std::uint32_t> words) {
  std::vector<double> lengths;
  lengths.reserve(words.size());
  for (const std::uint32_t word : words) lengths.push_back(length_of(vectors.row(word)));
  return describe_lengths(std::move(lengths));
}

Quality describe_quality(std::span<const Measured> found) {
  Quality quality;
  if (found.empty()) return quality;
  std::vector<std::size_t> ranks;
  ranks.reserve(found.size());
  for (const Measured& each : found) {
    ranks.push_back(each.rank);
    quality.cosine += each.cosine;
  }
  quality.cosine /= static_cast<double>(found.size());
  quality.mrr = mean_reciprocal_rank(ranks);
  quality.median_rank = median_rank(ranks);
  return quality;
}

std::vector<CalibrationPart> describe_calibration(std::span<const Measured> found) {
  constexpr std::size_t parts = 10;
  std::vector<Measured> sorted;
  sorted.reserve(found.size());
  for (const Measured& each : found)
    if (each.confidence) sorted.push_back(each);
  std::stable_sort(sorted.begin(), sorted.end(), [](const Measured& a, const Measured& b) {
    return *a.confidence < *b.confidence;
  });
  std::vector<CalibrationPart> calibration;
  calibration.reserve(parts);
  for (std::size_t i = 0; i < parts; ++i) {
    const std::size_t begin = i * sorted.size() / parts, end = (i + 1) * sorted.size() / parts;
    if (begin == end) continue;
    CalibrationPart part{end - begin, 0, 0};
    for (std::size_t j = begin; j < end; ++j) {
      part.confidence += *sorted[j].confidence / static_cast<double>(part.words);
      part.cosine += sorted[j].cosine / static_cast<double>(part.words);
    }
    calibration.push_back(part);
  }
  return calibration;
}

// What came of the words that have as many contexts.
struct Outcomes {
  std::uint32_t contexts;
  std::vector<std::uint32_t> words = {};
  std::vector<Measured> model = {}, form = {};  // of each word
  std::vector<Measured> context = {};           // of each word, or empty without contexts
};

// Those of the words that occur `low` to `high` times.
Outcomes select_band(const Outcomes& all, const ContextIndex& index, std::uint64_t low,
                     std::uint64_t high) {
  Outcomes some{all.contexts};
  for (std::size_t i = 0; i < all.words.size(); ++i) {
    const std::uint64_t count = index.count(all.words[i]);
    if (count < low || count > high) continue;
    some.words.push_back(all.words[i]);
    some.model.push_back(all.model[i]);
    some.form.push_back(all.form[i]);
    if (!all.context.empty()) some.context.push_back(all.context[i]);
  }
  return some;
}

// The bands that the words belong to, each ten times as frequent as the one before.
std::vector<HeldOutBand> bands_of(std::span<const std::uint32_t> words, const ContextIndex& index) {
  std::uint64_t most = 0;
  for (const std::uint32_t word : words) most = std::max(most, index.count(word));
  std::vector<HeldOutBand> bands;
  constexpr std::uint64_t limit = std::numeric_limits<std::uint64_t>::max();
  for (std::uint64_t low = 1, high = 0; high < most; low = high + 1) {
    high = low > limit / 10 ? limit : 10 * low - 1;
    const bool has_words = std::ranges::any_of(words, [&](std::uint32_t word) {
      return index.count(word) >= low && index.count(word) <= high;
    });
    if (has_words) bands.push_back({low, high, {}});
  }
  return bands;
}

void append(const std::vector<Measured>& more, std::vector<Measured>& all) {
  all.insert(all.end(), more.begin(), more.end());
}

// Calls work(words) for as many words at a time as memory should hold the vectors of.
template <class Work>
void in_batches(std::span<const std::uint32_t> words, const Work& work) {
  for (std::size_t begin = 0; begin < words.size(); begin += words_at_once)
    work(words.subspan(begin, std::min(words_at_once, words.size() - begin)));
}

// Measures the words of one model, a number of contexts at a time.
class HeldOutMeter {
 public:
  HeldOutMeter(const Model& model, const ContextIndex& index,
               std::span<const std::uint32_t> all_words, const HeldOutOptions& options)
      : model_(model),
        index_(index),
        options_(options),
        words_(all_words),
        sums_(index, model.weighted_vectors(), 0, options.threads),
        no_contexts_(model.weighted_vectors().no_contexts()),
        progress_(options.progress, "measuring",
                  (1 + options.counts.size()) * all_words.size() * bytes_per_word()),
        forms_(measure_forms()) {}

  Outcomes measure(std::uint32_t contexts) const {
    Outcomes found{contexts};
    found.words.reserve(words_.size());
    found.form.reserve(words_.size());
    for (std::size_t i = 0; i < words_.size(); ++i) {
      if (index_.contexts(words_[i]) < contexts) continue;
      found.words.push_back(words_[i]);
      found.form.push_back(forms_[i]);
    }
    if (contexts == 0)
      found.model = found.form;
    else
      in_batches(found.words,
                 [&](auto some) { measure_contexts(some, contexts, found.model, found.context); });
    return found;
  }

  HeldOutRow describe(const Outcomes& found) const {
    const Composition composition = model_.settings().composition;
    HeldOutRow row{
        found.contexts, found.words.size(), describe_quality(found.model), {}, {}, {}, {}, {}, {}};
    if (uses_form(composition)) row.form = describe_quality(found.form);
    if (uses_context(composition) && found.contexts > 0)
      row.context = describe_quality(found.context);
    row.length = distribution(found.model, &Measured::length);
    row.alpha = distribution(found.model, &Measured::alpha);
    row.true_length = true_lengths(model_.vectors(), found.words);
    row.calibration = describe_calibration(found.model);
    return row;
  }

 private:
  // Progress is in bytes of the vectors inferred.
  std::uint64_t bytes_per_word() const { return model_.dimension() * sizeof(float); }

  std::string_view word(std::uint32_t row) const { return model_.vectors().word(row); }

  // They are the same however many contexts there are.
  std::vector<Measured> measure_forms() const {
    std::vector<Measured> forms;
    forms.reserve(words_.size());
    in_batches(words_, [&](std::span<const std::uint32_t> words) {
      Measuring form(model_, words);
      parallel_for(options_.threads, words.size(),
                   [&](std::size_t i) { form.set(i, model_.infer(word(words[i]), no_contexts_)); });
      append(form.finish(options_.threads), forms);
      progress_.advance(words.size() * bytes_per_word());
    });
    return forms;
  }

  void measure_contexts(std::span<const std::uint32_t> words, std::uint32_t contexts,
                        std::vector<Measured>& both, std::vector<Measured>& context) const {
    constexpr std::string_view no_form;  // a word without n-grams
    Measuring with_form(model_, words), without(model_, words);
    parallel_for(options_.threads, words.size(), [&](std::size_t i) {
      ContextEvidence evidence = no_contexts_;
      sums_.add(words[i], draw_contexts(words[i], contexts), evidence);
      with_form.set(i, model_.infer(word(words[i]), evidence));
      without.set(i, model_.infer(no_form, evidence));
    });
    append(with_form.finish(options_.threads), both);
    append(without.finish(options_.threads), context);
    progress_.advance(words.size() * bytes_per_word());
  }

  // The first ones of an order that the seed and the word decide.
  std::vector<std::uint32_t> draw_contexts(std::uint32_t row, std::size_t count) const {
    std::vector<std::uint32_t> numbers(index_.contexts(row));
    std::iota(numbers.begin(), numbers.end(), 0U);
    Random random(derive_seed(derive_seed(options_.seed, drawing_contexts), row));
    shuffle<std::uint32_t>(numbers, random);
    numbers.resize(count);
    return numbers;
  }

  const Model& model_;
  const ContextIndex& index_;
  const HeldOutOptions& options_;
  std::span<const std::uint32_t> words_;
  SentenceSums sums_;
  ContextEvidence no_contexts_;
  mutable ProgressTask progress_;
  std::vector<Measured> forms_;  // of each word, without contexts
};

}  // namespace

std::vector<std::uint32_t> draw_words(std::span<const std::uint32_t> rows,
                                      const ContextIndex& index, const HeldOutOptions& options) {
  // An order of all rows that the seed decides: what is drawn does not depend on the others.
  const std::uint64_t seed = derive_seed(options.seed, drawing_words);
  std::vector<std::pair<std::uint64_t, std::uint32_t>> order;
  order.reserve(rows.size());
  for (const std::uint32_t row : rows)
    if (index.contexts(row) > 0) order.emplace_back(derive_seed(seed, row), row);
  std::sort(order.begin(), order.end());
  if (order.size() > options.max_words) order.resize(options.max_words);
  std::vector<std::uint32_t> words;
  words.reserve(order.size());
  for (const auto& [place, row] : order) words.push_back(row);
  std::sort(words.begin(), words.end());
  return words;
}

std::vector<std::uint32_t> held_out_words(const std::vector<const Model*>& models,
                                          const ContextIndex& index,
                                          const HeldOutOptions& options) {
  std::vector<bool> seen(index.settings().vectors_size);
  for (const Model* model : models) {
    model->check_index(index);
    const std::vector<bool>& targets = model->parts().targets;
    if (targets.empty())
      throw Error(ErrorKind::usage,
                  "the model does not record which words it has learned from; name words that it "
                  "has not learned from with `words`");
    for (std::size_t row = 0; row < targets.size(); ++row)
      if (targets[row]) seen[row] = true;
  }
  std::vector<std::uint32_t> rows;
  rows.reserve(seen.size());
  for (std::uint32_t row = 0; row < seen.size(); ++row)
    if (!seen[row]) rows.push_back(row);
  return draw_words(rows, index, options);
}

HeldOutReport measure_held_out(const Model& model, const ContextIndex& index,
                               std::span<const std::uint32_t> words,
                               const HeldOutOptions& options) {
  model.check_index(index);
  const HeldOutMeter meter(model, index, words, options);
  HeldOutReport report{{}, bands_of(words, index)};
  report.rows.reserve(options.counts.size());
  for (const std::uint32_t contexts : options.counts) {
    const Outcomes found = meter.measure(contexts);
    report.rows.push_back(meter.describe(found));
    for (HeldOutBand& band : report.bands)
      band.rows.push_back(meter.describe(select_band(found, index, band.low, band.high)));
  }
  return report;
}

}  // namespace oovec::inline train
