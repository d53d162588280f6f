#include "oovec/train/calibrate.h"

#include <algorithm>

#include "oovec/base/kernels.h"
#include "oovec/train/seeds.h"

namespace oovec::inline train {
namespace {

// Inferences and how near they came.
struct Examples {
  std::vector<Inference> inferences;
  std::vector<float> cosines;

  void add(std::optional<Inference> inference, std::span<const float> truth) {
    if (!inference) return;
    const auto near = cosine(inference->vector, truth);
    if (!near) return;
    inferences.push_back(std::move(*inference));
    cosines.push_back(*near);
  }
};

}  // namespace

Confidence calibrate(const Model& model, const TrainingData& data) {
  constexpr std::size_t most_contexts = 128, solved_draws = 8;
  constexpr std::string_view no_form;  // a word without n-grams
  const ContextEvidence no_context = model.weighted_vectors().no_contexts();
  Random random(seed_for(data.options().seed, Purpose::calibration));
  const bool solved = is_solved(model.settings().composition);
  Examples examples;
  ContextEvidence sum = no_context;
  // In bytes of the vectors gone through.
  const std::uint64_t bytes = model.dimension() * sizeof(float);
  ProgressTask progress(data.options().progress, "calibrating",
                        data.calibration_words().size() * bytes);
  for (const std::uint32_t row : data.calibration_words()) {
    const std::string_view word = model.vectors().word(row);
    const std::span<const float> truth = model.vectors().row(row);
    progress.advance(bytes);
    examples.add(model.infer(word, no_context), truth);
    for (std::size_t draw = 0; draw < (solved ? solved_draws : 1); ++draw) {
      const std::size_t available = std::min(most_contexts, data.index().contexts(row));
      const std::size_t contexts =
          solved ? draw_log_uniform(available, random) : 1 + random.below(data.options().sentences);
      sum.clear();
      data.sum_contexts(row, contexts, random.next(), sum);
      examples.add(model.infer(no_form, sum), truth);
      examples.add(model.infer(word, sum), truth);
    }
  }
  return Confidence::fit(examples.inferences, examples.cosines,
                         solved ? Confidence::Shape::curved : Confidence::Shape::linear);
}

}  // namespace oovec::inline train
