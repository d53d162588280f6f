// Infers many words, on many threads and in order. All code that infers more than one word uses it,
// so that there is one policy for words that cannot be inferred.
//
//   BatchInference batch(model, threads);
//   const std::vector<WordRequest> requests = {{"pomelo", {"A pomelo is a fruit."}}};
//   for (const InferredWord& word : batch.infer(requests)) use(word);
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "oovec/base/error.h"
#include "oovec/base/parallel.h"
#include "oovec/model/model.h"

namespace oovec::inline model {

// A word and texts it occurs in, which the caller keeps.
struct WordRequest {
  std::string_view word;
  std::vector<std::string_view> contexts;
};

enum class InferStatus {
  inferred,
  unknown,    // nothing is known of the word, or what is known gives no vector
  malformed,  // there is no word, or it or a context is not UTF-8
};

struct InferredWord {
  InferStatus status = InferStatus::unknown;
  Inference inference;  // if there is one
  std::string message;  // else why: a predicate, such as "has no vector: …", or what is malformed
  ErrorKind error = ErrorKind::malformed;  // of what is malformed
};

// The message for a word about which nothing is known.
inline constexpr const char* nothing_known =
    "has no vector: no n-gram of it is known, and no word of its contexts has one";

// Turns an inference into a result: the one policy for words that cannot be inferred.
[[nodiscard]] InferredWord judge(std::optional<Inference> inference);

// Infers words one after the other, reusing memory. Serves one thread.
class WordInferrer {
 public:
  explicit WordInferrer(const Model& model, ContextWindow window = {})
      : model_(model), observation_(model, window) {}

  // A vector of zeros or with numbers that are not finite counts as none.
  // `left_out` names n-grams to leave out of the form (Observation::leave_out). `check` is called
  // before each context, and may throw to end the inference.
  [[nodiscard]] InferredWord infer(std::string_view word,
                                   std::span<const std::string_view> contexts,
                                   std::span<const std::string> left_out = {},
                                   const std::function<void()>& check = {});

  // The same from contexts that were read in another way. The word must be spelled as by
  // normal_word().
  [[nodiscard]] InferredWord infer(std::string_view word, const ContextEvidence& contexts);

  // The evidence of the last inference from texts.
  const Evidence& evidence() const { return observation_.evidence(); }

 private:
  const Model& model_;
  Observation observation_;
};

class BatchInference {
 public:
  // The model is borrowed. Its words are verified at once rather than one by one.
  explicit BatchInference(const Model& model, int threads = 0, ContextWindow window = {});

  // In the order of the requests.
  [[nodiscard]] std::vector<InferredWord> infer(std::span<const WordRequest> requests);

  // Calls body(i, inferrer) for every i below `count`, each once, on any thread.
  void for_each(std::size_t count, const std::function<void(std::size_t, WordInferrer&)>& body);

  // For more words than fit into memory: takes batches from `next` until it returns none, infers
  // each on some thread, and passes the results to `use`, in order.
  template <class Batch, class Result>
  void stream(const std::function<std::optional<Batch>()>& next,
              const std::function<Result(Batch&, WordInferrer&)>& work,
              const std::function<void(Result&)>& use) {
    ordered_pipeline<Batch, Result>(
        threads_, next,
        [&](Batch& batch) {
          std::unique_ptr<WordInferrer> inferrer = inferrers_.take();
          Result result = work(batch, *inferrer);
          inferrers_.give_back(std::move(inferrer));
          return result;
        },
        use);
  }

 private:
  const Model& model_;
  int threads_;
  ContextWindow window_;
  Pool<WordInferrer> inferrers_{[this] { return std::make_unique<WordInferrer>(model_, window_); }};
};

}  // namespace oovec::inline model
