#include "oovec/baselines/baseline.h"

namespace oovec {
namespace {

class ContextBaseline : public Inferrer {
 public:
  ContextBaseline(std::shared_ptr<const Embeddings> vectors, const TokenizerOptions& text,
                  bool mean)
      : vectors_(std::move(vectors)), text_(text), mean_(mean) {}

  TokenizerOptions text() const override { return text_; }
  WeightedVectors weighted_vectors() const override { return {vectors_.get(), {}}; }
  std::optional<bool> has_learned_from(std::string_view) const override { return false; }

  std::optional<std::vector<float>> infer_vector(std::string_view,
                                                 const ContextSum& contexts) const override {
    if (contexts.empty()) return std::nullopt;
    std::vector<float> vector = contexts.sum;
    if (mean_) contexts.mean(vector);
    return vector;
  }

 private:
  std::shared_ptr<const Embeddings> vectors_;
  TokenizerOptions text_;
  bool mean_;
};

}  // namespace

std::unique_ptr<Inferrer> make_baseline(Baseline baseline,
                                        std::shared_ptr<const Embeddings> vectors,
                                        const TokenizerOptions& text) {
  return std::make_unique<ContextBaseline>(std::move(vectors), text, baseline == Baseline::avg);
}

}  // namespace oovec
