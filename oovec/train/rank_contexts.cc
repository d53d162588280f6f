#include "oovec/train/rank_contexts.h"

#include <algorithm>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "oovec/base/kernels.h"
#include "oovec/base/minimize.h"
#include "oovec/base/parallel.h"
#include "oovec/train/ranking_loss.h"
#include "oovec/train/seeds.h"

namespace oovec::inline train {
namespace {

// The words are added up in as many parts, whatever the number of threads.
constexpr std::size_t part_count = 64;

class RankContexts {
 public:
  RankContexts(const TrainingData& data, const NeutralSpace& space, const ContextMap& map,
               const std::function<bool()>& stop)
      : data_(data),
        space_(space),
        stop_(stop),
        k_(data.vectors().dimension()),
        mapped_(data.context_words().size() * k_),
        has_contexts_(data.context_words().size()),
        // In bytes of the vectors gone through: once to sum them up, then for every value.
        evaluations_left_(data.options().ranking_steps + 1),
        progress_(data.options().progress, "ranking contexts",
                  (1 + evaluations_left_) * mapped_.size() * sizeof(float)) {
    draw_rivals();
    each_part([&](std::size_t, std::size_t begin, std::size_t end) { apply(map, begin, end); });
  }

  // R, row by row, and r.
  std::vector<double> fit() {
    std::vector<double> start(k_ * (k_ + 1));
    for (std::size_t i = 0; i < k_; ++i) start[i * (k_ + 1)] = 1;
    return minimize_many([this](auto map, auto gradient) { return loss(map, gradient); }, start,
                         data_.options().ranking_steps);
  }

 private:
  struct Part {
    double loss = 0;
    std::vector<float> by_map, by_offset;
  };

  template <class Work>
  void each_part(const Work& work) {
    const std::size_t words = has_contexts_.size();
    parallel_for(data_.options().threads, part_count, [&](std::size_t part) {
      const std::size_t begin = part * words / part_count, end = (part + 1) * words / part_count;
      if (!stop_()) work(part, begin, end);
      if (evaluations_left_ > 0) progress_.advance((end - begin) * k_ * sizeof(float));
    });
  }

  void draw_rivals() {
    Random random(seed_for(data_.options().seed, Purpose::rivals));
    std::vector<float> target(k_);
    for (std::size_t i = 0; i < usual_rivals; ++i) {
      const std::uint32_t row = data_.targets()[random.below(data_.targets().size())];
      space_.target(row, 0, target);
      ranking_.add_rival(row, target);
    }
  }

  std::span<float> mapped(std::size_t word) { return std::span(mapped_).subspan(word * k_, k_); }

  // ĉ of words, as the map has it.
  void apply(const ContextMap& map, std::size_t begin, std::size_t end) {
    ContextEvidence contexts(k_);
    std::vector<float> mean(k_);
    for (std::size_t i = begin; i < end; ++i) {
      sum_sample(data_, data_.context_words()[i], contexts);
      has_contexts_[i] = contexts.empty() ? 0 : 1;
      if (contexts.empty()) continue;
      contexts.mean(mean);
      multiply(map.transform, mean, mapped(i));
      axpy(1, map.offset, mapped(i));
    }
  }

  double loss(std::span<const double> map, std::span<double> gradient) {
    const std::vector<float> numbers(map.begin(), map.end());
    const auto transform = std::span(numbers).first(k_ * k_), offset = std::span(numbers).last(k_);
    std::vector<Part> parts(part_count);
    each_part([&](std::size_t part, std::size_t begin, std::size_t end) {
      parts[part] = add_words(begin, end, transform, offset);
    });
    if (evaluations_left_ > 0) --evaluations_left_;
    std::ranges::fill(gradient, 0);
    double sum = 0;
    if (stop_()) return sum;  // the end for whoever minimises: there is nothing left to gain
    const auto words = static_cast<double>(std::ranges::count(has_contexts_, 1));
    for (const Part& part : parts) {
      sum += part.loss;
      for (std::size_t i = 0; i < part.by_map.size(); ++i) gradient[i] += part.by_map[i] / words;
      for (std::size_t i = 0; i < part.by_offset.size(); ++i)
        gradient[k_ * k_ + i] += part.by_offset[i] / words;
    }
    return sum / words;
  }

  Part add_words(std::size_t begin, std::size_t end, std::span<const float> transform,
                 std::span<const float> offset) {
    Part part{0, std::vector<float>(k_ * k_), std::vector<float>(k_)};
    std::vector<float> refined(k_), target(k_), by_refined(k_);
    for (std::size_t i = begin; i < end; ++i) {
      if (has_contexts_[i] == 0) continue;
      const std::uint32_t word = data_.context_words()[i];
      multiply(transform, mapped(i), refined);
      axpy(1, offset, refined);
      space_.target(word, 0, target);
      part.loss += ranking_.of(refined, word, target, by_refined);
      add_outer_product(1, by_refined, mapped(i), part.by_map);
      axpy(1, by_refined, part.by_offset);
    }
    return part;
  }

  const TrainingData& data_;
  const NeutralSpace& space_;
  const std::function<bool()>& stop_;
  const std::size_t k_;
  RankingLoss ranking_;
  std::vector<float> mapped_;       // ĉ of each word
  std::vector<char> has_contexts_;  // of each word
  std::uint64_t evaluations_left_;  // of the loss, as far as progress foresees them
  ProgressTask progress_;
};

// A ← R·A, a ← R·a + r
void refine(std::span<const double> by, ContextMap& map) {
  const std::size_t k = map.offset.size();
  const std::vector<float> numbers(by.begin(), by.end());
  std::vector<float> transform(k * k),
      offset(numbers.end() - static_cast<std::ptrdiff_t>(k), numbers.end());
  for (std::size_t i = 0; i < k; ++i)
    for (std::size_t j = 0; j < k; ++j) {
      axpy(numbers[i * k + j], std::span(map.transform).subspan(j * k, k),
           std::span(transform).subspan(i * k, k));
      offset[i] += numbers[i * k + j] * map.offset[j];
    }
  map.transform = std::move(transform);
  map.offset = std::move(offset);
}

}  // namespace

bool rank_contexts(const TrainingData& data, const NeutralSpace& space,
                   const std::function<bool()>& stop, ContextMap& map) {
  if (data.options().ranking_steps == 0) return true;
  const std::vector<double> by = RankContexts(data, space, map, stop).fit();
  if (stop()) return false;
  refine(by, map);
  return true;
}

}  // namespace oovec::inline train
