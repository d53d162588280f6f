#include "oovec/skipgram/skipgram_lane.h"

#include <algorithm>

namespace oovec::inline skipgram {

SkipgramLane::SkipgramLane(const LaneContext& context)
    : context_(context),
      batch_(context.matrices.in.columns(), PairBatch::max_inputs + std::size_t{2} * context.window,
             context.shared_negatives),
      mean_(context.matrices.in.stride()) {}

void SkipgramLane::compute(float rate) {
  for (auto& steps : in_steps_) steps.clear();
  for (auto& steps : out_steps_) steps.clear();
  if (waiting_) {
    random_ = Random(waiting_->seed);
    passage_.read(waiting_->tokens, context_.keep, context_.window, random_);
    position_ = 0;
    waiting_.reset();
  }
  const std::size_t begin = position_;
  position_ = std::min(begin + context_.batch_words, passage_.words().size());
  if (begin == position_) return;
  fill_batch(begin, position_);
  batch_.compute_steps(rate, static_cast<float>(context_.negative));
  collect_steps(passage_.words().subspan(begin, position_ - begin));
}

void SkipgramLane::prefetch_inputs(std::span<const std::uint32_t> words) const {
  const AlignedRows& matrix = context_.matrices.in;
  for (const std::uint32_t word : words) {
    if (!context_.inputs.has_subwords())
      matrix.prefetch(word);
    else
      for (const std::uint32_t row : context_.inputs.of(word)) matrix.prefetch(row);
  }
}

void SkipgramLane::add_input(std::uint32_t word) {
  const AlignedRows& matrix = context_.matrices.in;
  if (!context_.inputs.has_subwords()) return batch_.add_input(matrix.row(word));
  context_.inputs.mean(matrix, word, mean_);
  batch_.add_input(mean_.data());
}

// Inputs are the words from `begin` to `end`, outputs all words in one of their windows.
void SkipgramLane::fill_batch(std::size_t begin, std::size_t end) {
  const std::span<const std::uint32_t> words = passage_.words();
  const std::span<const Window> windows = passage_.windows();
  Window near = windows[begin];
  for (std::size_t i = begin; i < end; ++i) {
    near.begin = std::min(near.begin, windows[i].begin);
    near.end = std::max(near.end, windows[i].end);
  }
  prefetch_inputs(words.subspan(begin, end - begin));
  outputs_.assign(words.begin() + near.begin, words.begin() + near.end);
  for (std::size_t i = 0; i < context_.shared_negatives; ++i)
    outputs_.push_back(context_.noise.draw(random_));

  batch_.clear();
  for (const std::uint32_t word : outputs_) {
    context_.matrices.out.prefetch(word);
    batch_.add_output(context_.matrices.out.row(word));
  }
  for (std::size_t i = begin; i < end; ++i) {
    add_input(words[i]);
    for (std::size_t partner = windows[i].begin; partner < windows[i].end; ++partner)
      if (partner != i) batch_.add_partner(partner - near.begin);
  }
}

// Each row of a word takes the whole step, as in fastText, so that their mean does.
void SkipgramLane::collect_steps(std::span<const std::uint32_t> inputs) {
  const auto add = [&](std::uint32_t row, std::size_t input) {
    in_steps_[row % parts].push_back({row, batch_.input_step(input)});
  };
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    if (!context_.inputs.has_subwords())
      add(inputs[i], i);
    else
      for (const std::uint32_t row : context_.inputs.of(inputs[i])) add(row, i);
  }
  for (std::size_t i = 0; i < outputs_.size(); ++i)
    out_steps_[outputs_[i] % parts].push_back({outputs_[i], batch_.output_step(i)});
}

}  // namespace oovec::inline skipgram
