#include "oovec/train/choose_ridge.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstdint>
#include <iterator>
#include <numeric>
#include <span>
#include <string_view>
#include <vector>

#include "oovec/base/kernels.h"
#include "oovec/base/parallel.h"

namespace oovec::inline train {
namespace {

constexpr double ridge_without_words = 2;  // where no word is left to choose one by

using Projections = std::array<FormRidge::Rows, projected_groups>;

// Words held out whose vectors are known well, having been seen often.
std::vector<std::uint32_t> words_to_choose_by(const TrainingData& data) {
  std::vector<std::uint32_t> words;
  std::ranges::copy_if(data.calibration_words(), std::back_inserter(words), [&](std::uint32_t row) {
    return data.index().count(row) >= data.options().min_count;
  });
  return words;
}

// f of these words, as these n-grams have it.
FormRidge::Rows predict_forms(const TrainingData& data, std::span<const std::uint32_t> words,
                              const FormRidge::Rows& ngrams, const FormTargets::Mean& mean) {
  Ngrams reader({data.options().ngram_min, data.options().ngram_max});
  FormRidge::Rows forms;
  forms.reserve(words.size());
  for (const std::uint32_t row : words) {
    const auto spelled = reader.of(data.vectors().word(row));
    FormRidge::Row sum{};
    for (const std::string_view ngram : spelled)
      axpy(1, ngrams[data.ngrams().ngrams().find(ngram).value_or(0)], sum);
    std::ranges::copy(mean, forms.emplace_back().begin());
    if (!spelled.empty())
      axpy(1 / std::sqrt(static_cast<float>(spelled.size())), sum, forms.back());
  }
  return forms;
}

float product(const Projections& a, std::size_t i, const Projections& b, std::size_t j) {
  float sum = 0;
  for (std::size_t g = 0; g < projected_groups; ++g) sum += dot(a[g][i], b[g][j]);
  return sum;
}

// −Σ ln rank, the rank of a word's own target among those of all, by cosine to the prediction.
double telling_apart(const Projections& predicted, const Projections& targets, int threads) {
  const std::size_t words = targets.front().size();
  std::vector<float> scales(words);
  for (std::size_t j = 0; j < words; ++j) {
    const float squared = product(targets, j, targets, j);
    scales[j] = squared > 0 ? 1 / std::sqrt(squared) : 0;
  }
  std::vector<double> logarithms(words);
  parallel_for(threads, words, [&](std::size_t i) {
    const float own = scales[i] * product(predicted, i, targets, i);
    std::size_t rank = 1;
    for (std::size_t j = 0; j < words; ++j)
      if (scales[j] * product(predicted, i, targets, j) > own) ++rank;
    logarithms[i] = std::log(static_cast<double>(rank));
  });
  return -std::accumulate(logarithms.begin(), logarithms.end(), 0.0);
}

}  // namespace

std::optional<double> choose_ridge(const TrainingData& data, const FormTargets& targets,
                                   const FormRidge& ridge, const std::function<bool()>& stop) {
  const std::vector<std::uint32_t> words = words_to_choose_by(data);
  if (words.empty()) return ridge_without_words;
  const int threads = data.options().threads;
  Projections held_out;
  std::array<Projections, ridges_to_try.size()> forms;
  std::atomic<bool> stopped = false;
  for (std::size_t group = 0; group < projected_groups && !stopped; ++group) {
    FormRidge::Rows learned = targets.projected(targets.words(), group);
    held_out[group] = targets.projected(words, group);
    const FormTargets::Mean mean = targets.take_out_mean(learned);
    parallel_for(threads, ridges_to_try.size(), [&](std::size_t i) {
      const auto ngrams = ridge.solve(learned, ridges_to_try[i], stop);
      if (ngrams)
        forms[i][group] = predict_forms(data, words, *ngrams, mean);
      else
        stopped = true;
    });
  }
  if (stopped) return std::nullopt;
  const auto best = std::ranges::max_element(forms, {}, [&](const Projections& predicted) {
    return telling_apart(predicted, held_out, threads);
  });
  return ridges_to_try[static_cast<std::size_t>(best - forms.begin())];
}

}  // namespace oovec::inline train
