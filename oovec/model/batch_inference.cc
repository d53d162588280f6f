#include "oovec/model/batch_inference.h"

#include <algorithm>

#include "oovec/base/finite.h"

namespace oovec::inline model {
namespace {

constexpr std::size_t words_at_a_time = 64;

}  // namespace

InferredWord judge(std::optional<Inference> inference) {
  if (!inference) return {InferStatus::unknown, {}, nothing_known};
  for (const auto* vector : {&inference->vector, &inference->form, &inference->context})
    if (!all_finite(*vector))
      return {
          InferStatus::unknown, {}, "has no finite vector: the numbers of the model are too large"};
  if (std::ranges::all_of(inference->vector, [](float x) { return x == 0; }))
    return {InferStatus::unknown, {}, "has no vector: everything known about it sums to zero"};
  return {InferStatus::inferred, std::move(*inference), ""};
}

InferredWord WordInferrer::infer(std::string_view word, std::span<const std::string_view> contexts,
                                 std::span<const std::string> left_out,
                                 const std::function<void()>& check) {
  try {
    observation_.restart(word);
    if (!left_out.empty()) observation_.leave_out(left_out);
    for (const std::string_view context : contexts) {
      if (check) check();
      observation_.add(context);
    }
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::malformed && error.kind() != ErrorKind::usage) throw;
    return {InferStatus::malformed, {}, error.what(), error.kind()};
  }
  return judge(observation_.infer());
}

InferredWord WordInferrer::infer(std::string_view word, const ContextEvidence& contexts) {
  return judge(model_.infer(word, contexts));
}

BatchInference::BatchInference(const Model& model, int threads, ContextWindow window)
    : model_(model), threads_(threads), window_(window) {
  model.vectors().verify_words();
  model.parts().ngrams->verify_words();
}

std::vector<InferredWord> BatchInference::infer(std::span<const WordRequest> requests) {
  std::vector<InferredWord> words(requests.size());
  for_each(requests.size(), [&](std::size_t i, WordInferrer& inferrer) {
    words[i] = inferrer.infer(requests[i].word, requests[i].contexts);
  });
  return words;
}

void BatchInference::for_each(std::size_t count,
                              const std::function<void(std::size_t, WordInferrer&)>& body) {
  parallel_for(threads_, (count + words_at_a_time - 1) / words_at_a_time, [&](std::size_t part) {
    const std::size_t begin = part * words_at_a_time;
    std::unique_ptr<WordInferrer> inferrer = inferrers_.take();
    for (std::size_t i = begin; i < std::min(begin + words_at_a_time, count); ++i)
      body(i, *inferrer);
    inferrers_.give_back(std::move(inferrer));
  });
}

}  // namespace oovec::inline model
