// Uses all that a file of our own holds, whichever kind it is. An Error is fine; whatever else
// comes out must make sense: numbers are finite, rows and positions exist.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdlib>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "fuzz/memory.h"
#include "lab/baselines/mimick/mimick.h"
#include "oovec/base/error.h"
#include "oovec/corpus/context_index.h"
#include "oovec/corpus/indexer.h"
#include "oovec/model/batch_inference.h"
#include "oovec/model/model.h"
#include "oovec/vectors/format.h"

inline void require(bool condition) {
  if (!condition) std::abort();
}

inline void require_finite(std::span<const float> values) {
  for (const float value : values) require(std::isfinite(value));
}

// Runs an action of which Errors are expected, and nothing worse.
template <class Action>
void attempt(const Action& action) {
  try {
    action();
  } catch (const oovec::Error&) {
  }
}

// A file with right checksums may still have a nonsensical table of words: then words are not
// found, or another word's row is, but never a row beyond the arrays.
inline void use_vectors(const std::string& path) {
  oovec::ReadOptions options;
  options.format = oovec::VectorFormat::native;
  options.threads = 1;
  attempt([&] {
    const oovec::Embeddings vectors = oovec::read_vectors(path, options).embeddings;
    for (std::size_t i = 0; i < vectors.size(); ++i) {
      attempt([&] { require(vectors.row(i).size() == vectors.dimension()); });
      attempt([&] { require(vectors.find(vectors.word(i)).value_or(0) < vectors.size()); });
    }
    for (const std::string_view word : {"", "a", "unseen"})
      attempt([&] { (void)vectors.vector_of(word); });
    require(vectors.values().size() == vectors.size() * vectors.dimension());
  });
  options.repair = true;
  attempt([&] {
    const oovec::Embeddings vectors = oovec::read_vectors(path, options).embeddings;
    for (std::size_t i = 0; i < vectors.size(); ++i) require(vectors.find(vectors.word(i)) == i);
    require_finite(vectors.values(1));
  });
}

inline void use_target(const oovec::ContextIndex& index, std::size_t target) {
  attempt([&] { (void)index.is_visible(target); });
  attempt([&] { (void)index.count(target); });
  attempt([&] { require(index.find(index.word(target)).value_or(0) < index.size()); });
  attempt([&] {
    for (std::size_t i = 0; i < index.contexts(target); ++i)
      attempt([&] {
        const oovec::Context context = index.context(target, i);
        require(context.position + context.target_tokens <= context.tokens.size());
        (void)index.words(context, index.word(target));
      });
  });
}

// A merged index is as consistent as if it had been made of text.
inline void merge_with_itself(const oovec::ContextIndex& index) {
  const oovec::IndexView& view = index.view(1);
  (void)oovec::summarize(view);
  const std::string path = directory().path("merged");
  oovec::merge_indexes(std::vector<oovec::IndexView>{view, view}, path, 1);
  const oovec::ContextIndex twice(path);
  require(twice.size() == index.size());
  for (std::size_t target = 0; target < twice.size(); ++target)
    require(twice.contexts(target) <= twice.settings().per_word);
  (void)twice.view(1);
}

inline void use_index(const std::string& path) {
  attempt([&] {
    const oovec::ContextIndex index(path);
    for (std::size_t target = 0; target < index.size(); ++target) use_target(index, target);
    for (const std::string_view word : {"", "a", "unseen"})
      attempt([&] { (void)index.find(word); });
    merge_with_itself(index);
  });
}

inline void check_inference(const oovec::Model& model, const oovec::Observation& observation) {
  const oovec::InferredWord judged = oovec::judge(observation.infer());
  require(judged.status != oovec::InferStatus::malformed);
  if (judged.status != oovec::InferStatus::inferred) return require(!judged.message.empty());
  const oovec::Inference& inference = judged.inference;
  require(inference.vector.size() == model.dimension());
  require_finite(inference.vector);
  require_finite(inference.form);
  require_finite(inference.context);
  require(!inference.form.empty() || !inference.context.empty());
  require(inference.alpha >= 0 && inference.alpha <= 1);
  require(std::isfinite(inference.context_share));
  if (inference.confidence) require(*inference.confidence >= 0 && *inference.confidence <= 1);
}

inline void use_model(const std::string& path, const std::string& vectors = "") {
  attempt([&] {
    const oovec::Model model(path, vectors);
    for (const std::string_view word : {"pomelo", "a", "ice cream", "unseen"})
      attempt([&] {
        oovec::Observation observation(model, word);
        for (const std::string_view context : {"the a ___, of a thing", "", "sweet ice cream"}) {
          check_inference(model, observation);
          observation.add(context);
        }
        check_inference(model, observation);
      });
  });
}

inline void use_mimick(const std::string& path, const std::string& vectors) {
  attempt([&] {
    const oovec::lab::Mimick mimick(path, vectors);
    for (const std::string_view word : {"", "ab", "a\xC3\xA9x"})
      attempt([&] {
        const auto vector = mimick.infer_vector(word, oovec::ContextEvidence(mimick.dimension()));
        if (!vector) return;
        require(!word.empty());
        require(vector->size() == mimick.dimension());
        require_finite(*vector);
      });
    (void)mimick.has_learned_from("ab");
  });
}
