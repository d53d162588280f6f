#include "oovec/train/training.h"

#include <algorithm>
#include <type_traits>

#include <fmt/format.h>

#include "oovec/base/hash.h"
#include "oovec/train/calibrate.h"

namespace oovec::inline train {
namespace {

std::string to_text(const auto& value) {
  if constexpr (std::is_enum_v<std::remove_cvref_t<decltype(value)>>)
    return std::string(enum_name(value));
  else
    return fmt::format("{}", value);
}

// The options that decide what comes out, by name.
std::map<std::string, std::string> describe(TrainOptions options) {
  std::map<std::string, std::string> text;
  options.fields(
      [&](const char* name, auto& value, const char*, Range = {}, Effect effect = Effect::result) {
        if (effect == Effect::result) text[name] = to_text(value);
      });
  return text;
}

}  // namespace

Training::Training(std::shared_ptr<const Embeddings> vectors, const ContextIndex& index,
                   const TrainOptions& options, std::span<const Candidate> candidates)
    : vectors_(std::move(vectors)),
      options_(resolve(options)),
      weights_(word_weights(index, options_)),
      identity_(describe(options_)) {
  const auto needs_context = [](const Candidate& c) { return uses_context(c.model); };
  if (std::ranges::none_of(candidates, needs_context)) options_.model = candidates.front().model;
  for (const Candidate& candidate : candidates) {
    const auto composer = make_composer<float>(candidate.model, vectors_->dimension());
    detail_ = std::max(detail_, composer->detail());
  }
  index.check_vectors(*vectors_);  // before weights of the one are used for the other
  const IndexSettings& settings = index.settings();
  excluded_ = find_listed(*vectors_, options_.excluded, settings.lowercase).words;
  std::vector<std::string> excluded = normal_words(options_.excluded, settings.lowercase);
  if (options_.dev)
    dev_ = options_.dev({vectors_.get(), weights_, detail_}, settings.text(), options_.threads);
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

void Training::score(Learner& learner, EpochResult& result) const {
  if (dev_.empty()) return;
  const Model model(learner.model(vectors_));
  double sum = 0;
  for (const auto& set : dev_) {
    result.dev.push_back(set->score(model));
    sum += result.dev.back().value;
  }
  result.score = sum / static_cast<double>(dev_.size());
}

void Training::write(Learner& learner, const EpochResult& result, const std::string& path) const {
  ModelParts parts = learner.model(vectors_);
  auto& training = parts.settings.training;
  training = identity_;
  training["model"] = to_text(parts.settings.composition);
  training["learning-rate"] = to_text(learner.learning_rate());
  training["epoch"] = to_text(result.epoch);
  training["loss"] = to_text(result.loss);
  if (result.score) training["score"] = to_text(*result.score);
  parts.confidence = calibrate(Model(parts), *data_);
  parts.targets.resize(vectors_->size());
  for (const std::uint32_t row : data_->targets()) parts.targets[row] = true;
  write_model(parts, path, options_.write);
}

}  // namespace oovec::inline train
