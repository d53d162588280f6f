#include "oovec/train/training.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "oovec/base/hash.h"
#include "oovec/model/composer.h"
#include "oovec/model/lengths.h"
#include "oovec/train/calibrate.h"

namespace oovec::inline train {
namespace {

// The options stand for all candidates; their model is one that needs contexts, if any does.
TrainOptions options_for(TrainOptions options, std::span<const Candidate> candidates,
                         const Embeddings& vectors) {
  const auto needing = std::ranges::find_if(
      candidates, [](const Candidate& candidate) { return uses_context(candidate.model); });
  options.model = (needing == candidates.end() ? candidates.begin() : needing)->model;
  return resolve(options, vectors);
}

}  // namespace

Training::Training(std::shared_ptr<const Embeddings> vectors, const ContextIndex& index,
                   const TrainOptions& options, std::span<const Candidate> candidates)
    : vectors_(std::move(vectors)),
      options_(options_for(options, candidates, *vectors_)),
      weights_(word_weights(index, options_)),
      positions_(position_weights(options_)),
      identity_(describe(options_)) {
  for (const Candidate& candidate : candidates) {
    if (!is_solved(candidate.model)) check_length_for_steps(*vectors_);
    const auto composer = make_composer<float>(candidate.model, vectors_->dimension());
    detail_ = std::max(detail_, composer->detail());
  }
  index.check_vectors(*vectors_);  // before weights of the one are used for the other
  const IndexSettings& settings = index.settings();
  excluded_ = find_listed(*vectors_, options_.excluded, settings.text()).words;
  std::vector<std::string> excluded = normal_words(options_.excluded, settings.text().casing());
  if (options_.dev)
    dev_ = options_.dev({vectors_.get(), weights_, detail_, positions_}, settings.text(),
                        options_.threads);
  for (const auto& scorer : dev_) {
    const std::vector<std::string> words = scorer->words();
    excluded.insert(excluded.end(), words.begin(), words.end());
  }
  data_ =
      std::make_unique<const TrainingData>(*vectors_, index, options_, excluded, options_.progress);

  std::uint64_t excluded_hash = 0;
  for (const std::string& word : excluded) excluded_hash = hash64(word, excluded_hash);
  identity_["excluded words"] = fmt::format("{} ({:016x})", excluded.size(), excluded_hash);
  identity_["vectors"] = fmt::format("{:016x}", settings.vectors_fingerprint);
  identity_["contexts"] = fmt::format("{:016x}", index.fingerprint());
}

Learner Training::make_learner(const Candidate& candidate) const {
  return {*data_, candidate.model, candidate.learning_rate,
          data_->batches_per_epoch() * options_.epochs};
}

ModelParts Training::empty_model() const {
  ModelParts parts;
  parts.settings = data_->model_settings(*options_.model);
  parts.settings.training = identity_;
  parts.vectors = vectors_;
  parts.word_weights = weights_;
  parts.position_weights = positions_;
  return parts;
}

void Training::score(const ModelParts& parts, EpochResult& result) const {
  if (dev_.empty()) return;
  const Model model(parts);
  double sum = 0;
  for (const auto& set : dev_) {
    result.dev.push_back(set->score(model));
    sum += result.dev.back().value;
  }
  result.score = sum / static_cast<double>(dev_.size());
}

void Training::write(ModelParts parts, const EpochResult& result, const std::string& path) const {
  auto& training = parts.settings.training;
  training["model"] = enum_name(parts.settings.composition);
  if (result.score) training["score"] = fmt::format("{}", *result.score);
  parts.confidence = calibrate(Model(parts), *data_);
  parts.targets.resize(vectors_->size());
  for (const std::uint32_t row : data_->targets()) parts.targets[row] = true;
  if (is_solved(parts.settings.composition))  // the gate knows them
    for (const std::uint32_t row : data_->calibration_words()) parts.targets[row] = true;
  write_model(parts, path, options_.write);
}

void Training::write(Learner& learner, const EpochResult& result, const std::string& path) const {
  ModelParts parts = learner.model(vectors_);
  auto& training = parts.settings.training;
  training = identity_;
  training["learning-rate"] = fmt::format("{}", learner.learning_rate());
  training["epoch"] = fmt::format("{}", result.epoch);
  if (result.loss) training["loss"] = fmt::format("{}", *result.loss);
  write(std::move(parts), result, path);
}

}  // namespace oovec::inline train
