// The form-context model: vectors for words outside an embedding, from their spelling and the
// contexts they occur in.
//
//   const Model model("words.oovec");
//   Observation pomelo(model, "pomelo");
//   pomelo.add("Unlike the grapefruit, the pomelo has very little importance in the marketplace.");
//   if (const auto inferred = pomelo.infer()) use(inferred->vector, inferred->confidence);
//
// A model file is mapped: opening it takes milliseconds, and data is verified when it is first used
// (io/tensor_file.h). Any number of threads may share a Model; an Observation belongs to one
// thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "oovec/base/progress.h"
#include "oovec/corpus/context_window.h"
#include "oovec/model/composition.h"
#include "oovec/model/confidence.h"
#include "oovec/model/context.h"
#include "oovec/model/form.h"
#include "oovec/model/inferrer.h"
#include "oovec/search/search_rows.h"
#include "oovec/vectors/embeddings.h"

namespace oovec::inline model {

template <class Real>
class Composer;

// The settings of a model: everything except numbers.
struct ModelSettings {
  Composition composition = Composition::gated;
  NgramLengths ngrams;
  TokenizerKind tokenizer = TokenizerKind::words;
  bool lowercase = false;
  std::string language{undetermined_language};  // a BCP 47 tag
  std::uint64_t vectors_fingerprint = 0;
  std::uint64_t vectors_size = 0;
  std::map<std::string, std::string> training;  // how it was made: options and outcome, for readers
  std::uint32_t window = 0;  // of the contexts it was trained on (corpus/context_window.h)
};

// A whole model. The n-grams are an embedding like the words; their row 0 is ⟨unk⟩.
struct ModelParts {
  ModelSettings settings;
  std::shared_ptr<const Embeddings> vectors;  // e
  std::shared_ptr<const Embeddings> ngrams;   // e_ngram
  std::vector<float> parameters;              // as the composition lays them out
  std::vector<float> word_weights;            // per row of `vectors`; empty: all are 1
  Confidence confidence;
  std::vector<bool> targets = {};  // rows of `vectors` that were learned from; empty: not known
  std::vector<float> position_weights = {};  // per bucket of distances (context.h); empty: all 1
};

struct Inference {
  std::vector<float> vector;   // v
  std::vector<float> form;     // v from the form alone; empty if the word has no known n-gram
  std::vector<float> context;  // v from the contexts alone; empty without context words
  float alpha = 0;             // the weight of the context in v
  // How much of v comes from the context: the share of its length that α·ĉ contributes; the form
  // has the rest. Unlike α, it accounts for the lengths of ĉ and f. Below 0 or above 1 if one of
  // them points away from v.
  float context_share = 0;
  float strength = 0;      // the length of the mixture of form and context
  float known_ngrams = 0;  // as a share of the word's n-grams
  std::uint64_t context_words = 0;
  std::optional<float> agreement;   // cosine of form and context
  std::optional<float> confidence;  // expected cosine of v and the true vector, 0 … 1
};

class Model : public Inferrer {
 public:
  // Opens a model file. One that was written without vectors needs the file it was trained with.
  explicit Model(const std::string& path, const std::string& vectors = "");
  // The same with these vectors, which are used if the file has none.
  Model(const std::string& path, std::shared_ptr<const Embeddings> vectors);
  // Throws std::logic_error if the parameters are not as many as the composition has.
  explicit Model(ModelParts parts);

  const ModelSettings& settings() const { return parts_.settings; }
  const ModelParts& parts() const { return parts_; }

  // Throws Error(usage) unless the index was made with the vectors that the model has, or was
  // trained with: it may hold a copy in half precision.
  void check_index(const ContextIndex& index) const;

  TokenizerOptions text() const override;
  WeightedVectors weighted_vectors() const override;

  // The vectors of the model, to be searched for those nearest to what it infers.
  const std::shared_ptr<const SearchRows>& search() const { return search_; }

  // The word must be spelled as normal_word() has it.
  [[nodiscard]] FormEvidence form(std::string_view word) const;

  // A word without known n-grams and without context words has no vector. Numbers of a model that
  // are too large may give one that is not finite; judge() in batch_inference.h refuses it.
  [[nodiscard]] std::optional<Inference> infer(std::string_view word,
                                               const ContextEvidence& contexts) const;
  [[nodiscard]] std::optional<Inference> infer(const FormEvidence& form,
                                               const ContextEvidence& contexts) const;
  [[nodiscard]] std::optional<std::vector<float>> infer_vector(
      std::string_view word, const ContextEvidence& contexts) const override;

  [[nodiscard]] std::optional<bool> has_learned_from(std::string_view word) const override;

  // The contexts alone, step by step. ĉ of contexts whose words have this weighted mean c
  // (ContextEvidence::mean): an affine map, so that ĉ of a mean is the mean of ĉ. Throws
  // Error(usage) if the model does not use contexts.
  void map_context(std::span<const float> mean, std::span<float> mapped) const;
  // The vector of a word of which only ĉ is known, in the space and of the length of all others.
  [[nodiscard]] std::vector<float> vector_of_context(std::span<const float> mapped) const;

 private:
  struct Composing;

  [[nodiscard]] bool compose(const FormEvidence& form, const ContextEvidence& contexts,
                             Composing& work) const;
  void check_intact() const;

  ModelParts parts_;
  std::shared_ptr<const Composer<float>> composer_;
  std::shared_ptr<const SearchRows> search_;
  double length_;  // of every vector inferred (lengths.h); 0: as composed
};

// A word and the contexts seen so far. Adding a context costs as much as reading it. The vector is
// available after each one; for the balanced model, which weighs contexts against each other, that
// costs two passes over k numbers per context, and for other models it does not depend on their
// number.
class Observation {
 public:
  Observation(const Model& model, std::string_view word, ContextWindow window = {});
  explicit Observation(const Model& model, ContextWindow window = {});  // restart() first

  // Starts over with another word, reusing memory.
  void restart(std::string_view word);

  // Leaves n-grams out of the form, named as display_ngram() shows them, until restart(). Throws
  // Error(usage) for one that the word does not have.
  void leave_out(std::span<const std::string> ngrams);

  // A text with the word, the placeholder ___ or neither. The word itself is left out. With a
  // window every occurrence is a context; a text without the word is one as a whole.
  void add(std::string_view context);

  const Evidence& evidence() const { return evidence_; }

  [[nodiscard]] std::optional<Inference> infer() const;

  const std::string& word() const { return word_; }

 private:
  const Model& model_;
  const ContextWindow window_;
  FormReader form_reader_;
  ContextReader context_reader_;
  std::string word_;
  Evidence evidence_;
};

struct WriteModelOptions {
  bool without_vectors = false;
  bool half = false;
  int threads = 0;
  Progress* progress = nullptr;

  template <class Visitor>
  void fields(Visitor&& field) {
    field("without-vectors", without_vectors,
          R"(Leave the vectors out of the model file; then every use of the model needs the
             vectors file.)");
    field("half", half,
          "Store vectors and n-grams in the model file in half precision (bfloat16).");
  }
};

// Writes a model file, atomically (docs/formats.md). Throws std::logic_error if the parameters are
// not as many as the composition has.
void write_model(const ModelParts& model, const std::string& path,
                 const WriteModelOptions& options = {});

}  // namespace oovec::inline model
