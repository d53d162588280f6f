#include "oovec/model/explain.h"

#include <algorithm>
#include <cmath>

#include "oovec/base/kernels.h"
#include "oovec/model/batch_inference.h"
#include "oovec/model/composer.h"

namespace oovec::inline model {
namespace {

using Values = std::vector<double>;

constexpr double rounding = 1e-12;  // smaller distances are none

// 1 − cos(x, y), in double: among thousands of words, leaving out one changes little. An empty
// vector is one that there is not.
double cosine_distance(const Values& x, const Values& y) {
  if (x.empty() || y.empty()) return x.empty() && y.empty() ? 0 : 1;
  const double norms = std::sqrt(dot(std::span(x), x) * dot(std::span(y), y));
  if (norms == 0) return x == y ? 0 : 1;
  const double distance = 1 - dot(std::span(x), y) / norms;
  return distance < rounding ? 0 : distance;
}

// A weighted sum of vectors; what is left when one is taken out costs no more than that one.
struct Sum {
  Values values;
  double weight = 0;
  std::uint64_t count = 0;

  void add(std::span<const float> x, double factor) {
    for (std::size_t i = 0; i < values.size(); ++i) values[i] += factor * x[i];
    weight += factor;
    ++count;
  }

  Sum& operator+=(const Sum& other) {
    axpy(1, std::span<const double>(other.values), std::span(values));
    weight += other.weight;
    count += other.count;
    return *this;
  }

  Sum& operator-=(const Sum& other) {
    axpy(-1, std::span<const double>(other.values), std::span(values));
    weight -= other.weight;
    count -= other.count;
    return *this;
  }

  Values mean() const {
    Values mean = values;
    for (double& value : mean) value /= weight;
    return mean;
  }
};

// f and the sum of all context words; no form, or a count of 0, if there is none.
struct Known {
  Values form;
  std::vector<std::uint32_t> ngrams;  // that make it
  Sum context;
  std::vector<std::uint64_t> words;  // of each context
  std::vector<Sum> contexts;         // sums of each, if the composition asks for them
};

template <class Items>
double total_importance(const Items& items) {
  double total = 0;
  for (const auto& item : items) total += item.weight.importance;
  return total;
}

// Makes distances shares of their sum.
template <class Items>
void divide_importance(Items& items, double total) {
  if (total == 0) return;
  for (auto& item : items) item.weight.importance /= total;
}

TokenRole role_of(const ContextTokens& text, std::size_t token) {
  if (text.tokens[token].is_target) return TokenRole::target;
  return text.rows_of(token).empty() ? TokenRole::unknown : TokenRole::used;
}

class Explainer {
 public:
  Explainer(const Model& model, std::string_view word, std::span<const std::string> contexts);

  std::vector<ExplainedNgram> ngrams();
  std::vector<std::vector<ExplainedToken>> contexts();

 private:
  // v and ĉ; empty if there is neither form nor context, or no context.
  struct Outcome {
    Values vector, context;
  };

  Sum zero() const { return {Values(model_.dimension()), 0}; }
  Sum sum_of(std::span<const std::uint32_t> rows) const;
  Known gather();
  Outcome compose(const Known& known) const;
  Importance without_ngram(std::size_t place, std::optional<std::size_t> row) const;
  Importance without_token(std::size_t context, const Sum& token) const;

  const Model& model_;
  const Composition composition_;
  const std::unique_ptr<const Composer<double>> composer_;
  const Values parameters_;
  const std::string word_;
  std::vector<ContextTokens> texts_;
  Ngrams ngrams_;
  Sum ngram_sum_;
  Values ngram_values_;  // vectors of the word's n-grams, one after the other
  std::size_t known_ngrams_ = 0;
  std::size_t used_tokens_ = 0;
  Known all_;
  Outcome outcome_;
};

Explainer::Explainer(const Model& model, std::string_view word,
                     std::span<const std::string> contexts)
    : model_(model),
      composition_(model.settings().composition),
      composer_(make_composer<double>(composition_, model.dimension())),
      parameters_(model.parts().parameters.begin(), model.parts().parameters.end()),
      word_(normal_word(word, model.settings().lowercase)),
      ngrams_(model.settings().ngrams),
      ngram_sum_(zero()) {
  ContextReader reader(model.vectors(), model.text());
  reader.set_target(word_);
  if (uses_context(composition_))
    for (const std::string& context : contexts) texts_.push_back(reader.read(context));
  all_ = gather();
  outcome_ = compose(all_);
}

Sum Explainer::sum_of(std::span<const std::uint32_t> rows) const {
  Sum sum = zero();
  const WeightedVectors vectors = model_.weighted_vectors();
  for (const std::uint32_t row : rows) sum.add(model_.vectors().row(row), vectors.weight(row));
  return sum;
}

Known Explainer::gather() {
  Known known;
  const Embeddings& vectors = *model_.parts().ngrams;
  if (uses_form(composition_))
    for (const std::string_view ngram : ngrams_.of(word_)) {
      const auto row = vectors.find(ngram);
      ngram_sum_.add(vectors.row(row.value_or(0)), 1);
      known_ngrams_ += row ? 1 : 0;
      known.ngrams.push_back(static_cast<std::uint32_t>(ngram_values_.size() / model_.dimension()));
      const auto values = vectors.row(row.value_or(0));
      ngram_values_.insert(ngram_values_.end(), values.begin(), values.end());
    }
  if (known_ngrams_ > 0) known.form = ngram_sum_.mean();
  if (known_ngrams_ == 0) known.ngrams.clear();
  known.context = zero();
  for (const ContextTokens& text : texts_) {
    Sum sum = zero();
    for (std::size_t i = 0; i < text.tokens.size(); ++i) {
      const Sum token = sum_of(text.rows_of(i));
      sum += token;
      used_tokens_ += token.weight > 0 ? 1 : 0;
    }
    known.context += sum;
    known.words.push_back(sum.count);
    if (composer_->detail() != Detail::totals) known.contexts.push_back(std::move(sum));
  }
  return known;
}

Explainer::Outcome Explainer::compose(const Known& known) const {
  EvidenceView<double> evidence;
  evidence.form = {known.form, known.ngrams, ngram_values_.data(), known_ngrams_};
  Values mean, sums;
  std::vector<ContextTotal> totals;
  if (known.context.weight > 0) {
    mean = known.context.mean();
    for (const Sum& context : known.contexts) {
      if (context.count == 0) continue;
      sums.insert(sums.end(), context.values.begin(), context.values.end());
      totals.push_back({context.weight, context.count});
    }
    const auto with_words = std::ranges::count_if(known.words, [](auto n) { return n > 0; });
    evidence.context = {mean,
                        known.context.weight,
                        known.context.count,
                        static_cast<std::uint64_t>(with_words),
                        sums,
                        totals};
  }
  if (!evidence.has_form() && !evidence.has_context()) return {};
  Composed<double> composed(model_.dimension());
  composer_->forward(parameters_, evidence, composed);
  if (!evidence.has_context()) composed.context.clear();
  return {std::move(composed.vector), std::move(composed.context)};
}

// The word has no form but by known n-grams, so the last of them takes the others with it.
Importance Explainer::without_ngram(std::size_t place, std::optional<std::size_t> row) const {
  if (known_ngrams_ == 0) return {};
  Known rest = all_;
  rest.form.clear();
  rest.ngrams.clear();
  if (known_ngrams_ > (row ? 1U : 0U)) {
    rest.ngrams = all_.ngrams;
    rest.ngrams.erase(rest.ngrams.begin() + static_cast<std::ptrdiff_t>(place));
    Sum part = zero(), others = ngram_sum_;
    part.add(model_.parts().ngrams->row(row.value_or(0)), 1);
    others -= part;
    rest.form = others.mean();
  }
  return {cosine_distance(all_.form, rest.form),
          cosine_distance(outcome_.vector, compose(rest).vector)};
}

Importance Explainer::without_token(std::size_t context, const Sum& token) const {
  Known rest = all_;
  if (used_tokens_ > 1) {
    rest.context -= token;
    rest.words[context] -= token.count;
    if (!rest.contexts.empty()) rest.contexts[context] -= token;
  } else {
    rest.context = zero();
  }
  const Outcome outcome = compose(rest);
  return {cosine_distance(outcome_.context, outcome.context),
          cosine_distance(outcome_.vector, outcome.vector)};
}

std::vector<ExplainedNgram> Explainer::ngrams() {
  std::vector<ExplainedNgram> result;
  if (!uses_form(composition_)) return result;
  for (const std::string_view ngram : ngrams_.of(word_)) {
    const auto row = model_.parts().ngrams->find(ngram);
    result.push_back({display_ngram(ngram), row.has_value(), without_ngram(result.size(), row)});
  }
  divide_importance(result, total_importance(result));
  return result;
}

std::vector<std::vector<ExplainedToken>> Explainer::contexts() {
  std::vector<std::vector<ExplainedToken>> result;
  double total = 0;
  for (std::size_t context = 0; context < texts_.size(); ++context) {
    const ContextTokens& text = texts_[context];
    std::vector<ExplainedToken>& tokens = result.emplace_back();
    for (std::size_t i = 0; i < text.tokens.size(); ++i) {
      const Sum sum = sum_of(text.rows_of(i));
      tokens.push_back({std::string(text.text_of(i)), role_of(text, i),
                        sum.weight > 0 ? without_token(context, sum) : Importance{}});
    }
    total += total_importance(tokens);
  }
  for (std::vector<ExplainedToken>& tokens : result) divide_importance(tokens, total);
  return result;
}

std::optional<Inference> infer(const Model& model, std::string_view word,
                               std::span<const std::string> contexts) {
  Observation observation(model, word);
  for (const std::string& context : contexts) observation.add(context);
  InferredWord inferred = judge(observation.infer());
  if (inferred.status != InferStatus::inferred) return std::nullopt;
  return std::move(inferred.inference);
}

}  // namespace

double context_share(const Inference& inferred) {
  if (inferred.context.empty()) return 0;
  if (inferred.form.empty()) return 1;
  const float length = squared_norm(inferred.vector);
  if (length == 0) return inferred.alpha;
  return static_cast<double>(inferred.alpha * dot(inferred.context, inferred.vector) / length);
}

Explanation explain(const Model& model, std::string_view word,
                    std::span<const std::string> contexts) {
  Explainer explainer(model, word, contexts);
  Explanation explanation{normal_word(word, model.settings().lowercase),
                          infer(model, word, contexts), explainer.ngrams(), explainer.contexts()};
  if (explanation.inferred) explanation.context_share = context_share(*explanation.inferred);
  return explanation;
}

}  // namespace oovec::inline model
