// Development data: words that training leaves out, and a score of how well a model infers their
// vectors. There are two kinds, both from the paper (docs/eval.md): definitions.h and rare_words.h.
//
//   const auto dev = open_dev_set("dn/train.txt", {&vectors, word_weights}, text);
//   hold_out(dev->words());
//   if (dev->score(model).value > best) keep(model);
//
// The contexts are read and summed once, when the set is opened, since their sums depend on no
// learned parameter. A score costs little more than the inferences.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "oovec/base/options.h"
#include "oovec/base/progress.h"
#include "oovec/model/context.h"
#include "oovec/model/inferrer.h"
#include "oovec/model/lengths.h"
#include "oovec/text/tokenizer.h"
#include "oovec/train/scorer.h"

namespace oovec::lab {

// The lengths of inferred vectors and of the true vectors of the same words; nothing if there are
// none.
struct InferredLengths {
  std::optional<Lengths> inferred, truth;
};

class DevSet : public Scorer {
 public:
  [[nodiscard]] virtual InferredLengths lengths(const Inferrer& model) const = 0;

 protected:
  // Throws std::logic_error if these cannot be the model's vectors.
  static void check_vectors(const Inferrer& model, const Embeddings& vectors);
};

// Throws Error(usage) if the model has learned from test words, or does not record what it has
// learned from: then its score says nothing about words it has never seen. Messages call the model
// `name`, and say that `permission` evaluates it anyway. Vectors made elsewhere (given_vectors.h)
// are not refused.
void check_held_out(const std::vector<std::string>& words, const Inferrer& model,
                    const std::string& name, const std::string& permission);
// The same for the words of a set.
void check_held_out(const DevSet& set, const Inferrer& model, const std::string& name,
                    const std::string& permission);

struct DevSetOptions {
  std::uint64_t seed = 1;
  int trials = 1;
  int threads = 0;
  Progress* progress = nullptr;  // of evaluations

  template <class Visitor>
  void fields(Visitor&& field) {
    field("seed", seed, "Seed for sampling contexts and for random baselines.");
    field("trials", trials, "Samples of contexts to average over.", Range{1, 1000});
    field("threads", threads, "Number of threads; 0: one per core.", at_least(0), Effect::none);
  }
};

// Opens definitions (two fields per line) or pairs with rare words (three fields, or a folder with
// pairs.txt), recognised by their content. The vectors and weights must outlive the set.
[[nodiscard]] std::unique_ptr<DevSet> open_dev_set(const std::string& path,
                                                   const WeightedVectors& vectors,
                                                   const TokenizerOptions& text,
                                                   const DevSetOptions& options = {});

// Returns a function that opens these files when training asks for scorers; null if there are none.
[[nodiscard]] OpenScorers dev_scorers(std::vector<std::string> paths);

}  // namespace oovec::lab
