#include "lab/baselines/baseline.h"

#include "lab/baselines/new_word.h"
#include "lab/baselines/stems.h"

namespace oovec::lab {
namespace {

class Unlearned : public Inferrer {
 public:
  Unlearned(std::shared_ptr<const Embeddings> vectors, const TokenizerOptions& text)
      : vectors_(std::move(vectors)), text_(text) {}

  TokenizerOptions text() const override { return text_; }
  WeightedVectors weighted_vectors() const override { return {vectors_.get(), {}}; }
  std::optional<bool> has_learned_from(std::string_view) const override { return false; }

 private:
  std::shared_ptr<const Embeddings> vectors_;
  TokenizerOptions text_;
};

class ContextBaseline : public Unlearned {
 public:
  ContextBaseline(Baseline baseline, std::shared_ptr<const Embeddings> vectors,
                  const TokenizerOptions& text)
      : Unlearned(std::move(vectors), text), baseline_(baseline) {}

  std::optional<std::vector<float>> infer_vector(std::string_view,
                                                 const ContextEvidence& contexts) const override {
    if (baseline_ == Baseline::none || contexts.empty()) return std::nullopt;
    std::vector<float> vector = contexts.sum;
    if (baseline_ == Baseline::avg) contexts.mean(vector);
    return vector;
  }

 private:
  Baseline baseline_;
};

class StemBaseline : public Unlearned {
 public:
  StemBaseline(std::shared_ptr<const Embeddings> known, const TokenizerOptions& text)
      : Unlearned(std::move(known), text), stems_(vectors()) {}

  std::optional<std::vector<float>> infer_vector(std::string_view word,
                                                 const ContextEvidence&) const override {
    ContextEvidence sum(dimension());
    weighted_vectors().add(stems_.relatives(word), sum);
    if (sum.empty()) return std::nullopt;
    std::vector<float> mean(dimension());
    sum.mean(mean);
    return mean;
  }

 private:
  Stems stems_;
};

class NewWordBaseline : public Unlearned {
 public:
  NewWordBaseline(const std::shared_ptr<const Embeddings>& vectors, const TokenizerOptions& text,
                  const std::shared_ptr<const Embeddings>& context_vectors,
                  const NewWordOptions& options)
      : Unlearned(vectors, text), new_word_(vectors, context_vectors, options) {}

  WeightedVectors weighted_vectors() const override {
    WeightedVectors weighted = Unlearned::weighted_vectors();
    weighted.detail = Detail::words;
    return weighted;
  }

  std::optional<std::vector<float>> infer_vector(std::string_view word,
                                                 const ContextEvidence& contexts) const override {
    return new_word_.learn(word, contexts.nearby);
  }

 private:
  NewWordLearner new_word_;
};

std::unique_ptr<Inferrer> make_new_word(NewWordOptions steps,
                                        const std::shared_ptr<const Embeddings>& vectors,
                                        const TokenizerOptions& text,
                                        const BaselineOptions& options) {
  steps.seed = options.seed;
  return std::make_unique<NewWordBaseline>(
      vectors, text, options.context_vectors ? options.context_vectors : vectors, steps);
}

}  // namespace

std::unique_ptr<Inferrer> make_baseline(Baseline baseline,
                                        std::shared_ptr<const Embeddings> vectors,
                                        const TokenizerOptions& text,
                                        const BaselineOptions& options) {
  switch (baseline) {
    case Baseline::additive:
    case Baseline::avg:
    case Baseline::none:
      break;
    case Baseline::stem:
      return std::make_unique<StemBaseline>(std::move(vectors), text);
    case Baseline::skipgram:
      return make_new_word(plain_skipgram, vectors, text, options);
    case Baseline::nonce2vec:
      return make_new_word(nonce2vec, vectors, text, options);
  }
  return std::make_unique<ContextBaseline>(baseline, std::move(vectors), text);
}

}  // namespace oovec::lab
