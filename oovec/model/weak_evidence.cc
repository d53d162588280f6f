#include "oovec/model/weak_evidence.h"

#include <fmt/format.h>

namespace oovec::inline model {

bool is_weak(const Inference& inference) {
  constexpr float hardly_any = 0.25F;
  if (inference.confidence) return *inference.confidence < low_confidence;
  return inference.context_words == 0 && inference.known_ngrams < hardly_any;
}

std::string weak_hint(std::string_view word, const Inference& inference) {
  const std::string expected =
      inference.confidence
          ? fmt::format(" (expected cosine to the true vector: {:.2f})", *inference.confidence)
          : "";
  return fmt::format(
      "the vector of \"{}\" is little more than a guess{}: it rests on {} context word{} and "
      "{:.0f} "
      "% of its n-grams; give more contexts",
      word, expected, inference.context_words, inference.context_words == 1 ? "" : "s",
      100 * inference.known_ngrams);
}

std::string weak_hint(std::uint64_t weak, std::uint64_t all) {
  if (2 * weak <= all) return "";
  return fmt::format(
      "the vectors of {} of {} words are little more than guesses; give more contexts", weak, all);
}

}  // namespace oovec::inline model
