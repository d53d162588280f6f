#include "oovec/train/options.h"

#include <algorithm>
#include <type_traits>

#include <fmt/format.h>

#include "oovec/base/error.h"
#include "oovec/train/ngram_lengths.h"

namespace oovec::inline train {
namespace {

// Options that only models have a use for that are searched for, or solved for.
constexpr std::array<std::string_view, 4> searched_only = {"epochs", "learning-rate", "batch",
                                                           "max-instances"};
constexpr std::array<std::string_view, 8> solved_only = {
    "ridge",         "typos",    "ngram-dropout", "ranking-steps",
    "new-word-rank", "contrast", "context-limit", "position-weights"};

bool has_use(Composition model, std::string_view option) {
  const bool searched = std::ranges::find(searched_only, option) != searched_only.end();
  const bool solved = std::ranges::find(solved_only, option) != solved_only.end();
  return is_solved(model) ? !searched : !solved;
}

std::string option_text(const auto& value) {
  if constexpr (is_choice_v<std::remove_cvref_t<decltype(value)>>)
    return std::string(enum_name(value));
  else
    return fmt::format("{}", value);
}

// All options by name, but those without an effect on the result.
std::map<std::string, std::string> option_texts(TrainOptions options) {
  std::map<std::string, std::string> texts;
  options.fields(
      [&](const char* name, auto& value, const char*, Range = {}, Effect effect = Effect::result) {
        if (effect == Effect::result) texts[name] = option_text(value);
      });
  return texts;
}

std::uint32_t longest_ngrams(Composition model) { return is_solved(model) ? 6 : 5; }

void check_ngrams(std::uint32_t min, std::uint32_t max) {
  if (min > max) throw Error(ErrorKind::usage, "`ngram-min` is above `ngram-max`; lower it");
}

}  // namespace

TrainOptions resolve(TrainOptions options) {
  const bool best = options.preset == Preset::best;
  if (!options.model) options.model = best ? Composition::balanced : Composition::gated;
  if (options.context_weights == ContextWeights::automatic)
    options.context_weights = best ? ContextWeights::sif : ContextWeights::uniform;
  if (options.form_words == FormWords::automatic)
    options.form_words = best ? FormWords::all : FormWords::contexts;
  const bool solved = is_solved(*options.model);
  if (options.position_weights == PositionWeights::automatic)
    options.position_weights = solved ? PositionWeights::near : PositionWeights::uniform;
  if (options.sentences == 0) options.sentences = solved ? 60 : 20;
  if (options.min_count == 0) options.min_count = solved ? 20 : 100;
  if (options.ngram_words == 0) options.ngram_words = solved ? 2 : 3;
  check_ngrams(options.ngram_min,
               options.ngram_max == 0 ? longest_ngrams(*options.model) : options.ngram_max);
  return options;
}

TrainOptions resolve(const TrainOptions& options, const Embeddings& vectors) {
  TrainOptions resolved = resolve(options);
  const NgramLengths fitting = fitting_ngrams(vectors, longest_ngrams(*resolved.model));
  if (resolved.ngram_max == 0) resolved.ngram_max = fitting.max;
  if (resolved.ngram_min == 0) resolved.ngram_min = std::min(fitting.min, resolved.ngram_max);
  check_ngrams(resolved.ngram_min, resolved.ngram_max);
  if (resolved.new_word_rank > vectors.size())
    throw Error(ErrorKind::usage,
                fmt::format("`new-word-rank` is {}, but the vectors have {} words; lower it",
                            resolved.new_word_rank, vectors.size()));
  return resolved;
}

void check_options_used(const TrainOptions& options) {
  const TrainOptions resolved = resolve(options);
  const Composition model = *resolved.model;
  TrainOptions defaults;
  defaults.model = model;
  const auto usual = option_texts(resolve(defaults));
  const auto is_given = [&](const std::string& name) {
    return std::ranges::find(options.given, name) != options.given.end();
  };
  for (const auto& [name, text] : option_texts(resolved))
    if (!has_use(model, name) && (text != usual.at(name) || is_given(name)))
      throw Error(ErrorKind::usage,
                  fmt::format("`{}` has no effect on the model {}; leave it out, or choose another "
                              "`model`",
                              name, enum_name(model)));
}

std::map<std::string, std::string> describe(const TrainOptions& options) {
  auto texts = option_texts(options);
  std::erase_if(texts, [&](const auto& text) { return !has_use(*options.model, text.first); });
  return texts;
}

}  // namespace oovec::inline train
