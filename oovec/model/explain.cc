#include "oovec/model/explain.h"

#include <cmath>

#include "oovec/base/kernels.h"

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

  void add(std::span<const float> x, double factor) {
    for (std::size_t i = 0; i < values.size(); ++i) values[i] += factor * x[i];
    weight += factor;
  }

  Sum& operator+=(const Sum& other) {
    for (std::size_t i = 0; i < values.size(); ++i) values[i] += other.values[i];
    weight += other.weight;
    return *this;
  }

  Values mean_without(const Sum& part) const {
    Values mean(values.size());
    for (std::size_t i = 0; i < mean.size(); ++i)
      mean[i] = (values[i] - part.values[i]) / (weight - part.weight);
    return mean;
  }
};

// What α needs; A is left out.
Weights<double> gate_in_double(const Weights<float>& weights) {
  Weights<double> result(0);
  result.gate.assign(weights.gate.begin(), weights.gate.end());
  result.bias.assign(weights.bias.begin(), weights.bias.end());
  result.second.assign(weights.second.begin(), weights.second.end());
  return result;
}

// c, ĉ and f; empty if there is none.
struct Embedded {
  Values context;
  Values projected;
  Values form;
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

TokenRole role_of(const ContextWords& text, std::size_t token) {
  if (text.tokens[token].is_target) return TokenRole::target;
  return text.rows_of(token).empty() ? TokenRole::unknown : TokenRole::used;
}

class Explainer {
 public:
  Explainer(const Model& model, std::string_view word, std::span<const std::string> contexts);

  std::vector<ExplainedNgram> ngrams();
  std::vector<std::vector<ExplainedToken>> contexts();

 private:
  Sum zero() const { return {Values(model_.dimension()), 0}; }
  Sum sum_of(std::span<const std::uint32_t> rows) const;
  void set_form();
  void set_context();
  Sum project(const Sum& sum) const;
  Values compose(const Embedded& embedded) const;
  Importance without_ngram(std::optional<std::size_t> row) const;
  Importance without_token(const Sum& token) const;

  const Model& model_;
  const Composition composition_;
  const Weights<double> gate_;
  const std::string word_;
  std::vector<ContextWords> texts_;
  Ngrams ngrams_;
  Sum ngram_sum_, token_sum_, projected_sum_;
  std::size_t known_ngrams_ = 0;
  std::size_t used_tokens_ = 0;
  Embedded all_;
  Values vector_;  // v
};

Explainer::Explainer(const Model& model, std::string_view word,
                     std::span<const std::string> contexts)
    : model_(model),
      composition_(model.settings().composition),
      gate_(gate_in_double(model.parts().weights)),
      word_(normal_word(word, model.settings().lowercase)),
      ngrams_(model.settings().ngrams),
      ngram_sum_(zero()),
      token_sum_(zero()) {
  ContextReader reader(model.vectors(), model.text());
  reader.set_target(word_);
  if (uses_context(composition_))
    for (const std::string& context : contexts) texts_.push_back(reader.read(context));
  if (uses_form(composition_)) set_form();
  set_context();
  vector_ = compose(all_);
}

Sum Explainer::sum_of(std::span<const std::uint32_t> rows) const {
  Sum sum = zero();
  const WeightedVectors vectors = model_.weighted_vectors();
  for (const std::uint32_t row : rows) sum.add(model_.vectors().row(row), vectors.weight(row));
  return sum;
}

void Explainer::set_form() {
  const Embeddings& vectors = *model_.parts().ngrams;
  for (const std::string_view ngram : ngrams_.of(word_)) {
    const auto row = vectors.find(ngram);
    ngram_sum_.add(vectors.row(row.value_or(0)), 1);
    known_ngrams_ += row ? 1 : 0;
  }
  if (known_ngrams_ > 0) all_.form = ngram_sum_.mean_without(zero());
}

void Explainer::set_context() {
  for (const ContextWords& text : texts_)
    for (std::size_t i = 0; i < text.tokens.size(); ++i) {
      const Sum token = sum_of(text.rows_of(i));
      token_sum_ += token;
      used_tokens_ += token.weight > 0 ? 1 : 0;
    }
  if (used_tokens_ == 0) return;
  projected_sum_ = project(token_sum_);
  all_.context = token_sum_.mean_without(zero());
  all_.projected = projected_sum_.mean_without(zero());
}

// A is linear, so ĉ without a word is made of A·(the sum) and A·(the word).
Sum Explainer::project(const Sum& sum) const {
  const std::vector<float> values(sum.values.begin(), sum.values.end());
  std::vector<float> projected(values.size());
  multiply(model_.parts().weights.transform, values, projected);
  return {{projected.begin(), projected.end()}, sum.weight};
}

// v; empty if there is neither form nor context.
Values Explainer::compose(const Embedded& embedded) const {
  if (embedded.form.empty() && embedded.context.empty()) return {};
  Composed<double> composed(model_.dimension());
  composed.projected = embedded.projected;
  oovec::compose<double>(composition_, gate_, {embedded.context, embedded.form}, composed);
  return std::move(composed.vector);
}

// The word has no form but by known n-grams, so the last of them takes the others with it.
Importance Explainer::without_ngram(std::optional<std::size_t> row) const {
  if (known_ngrams_ == 0) return {};
  Embedded rest = {all_.context, all_.projected, {}};
  if (known_ngrams_ > (row ? 1U : 0U)) {
    Sum part = zero();
    part.add(model_.parts().ngrams->row(row.value_or(0)), 1);
    rest.form = ngram_sum_.mean_without(part);
  }
  return {cosine_distance(all_.form, rest.form), cosine_distance(vector_, compose(rest))};
}

Importance Explainer::without_token(const Sum& token) const {
  Embedded rest = {{}, {}, all_.form};
  if (used_tokens_ > 1) {
    rest.context = token_sum_.mean_without(token);
    rest.projected = projected_sum_.mean_without(project(token));
  }
  return {cosine_distance(all_.projected, rest.projected), cosine_distance(vector_, compose(rest))};
}

std::vector<ExplainedNgram> Explainer::ngrams() {
  std::vector<ExplainedNgram> result;
  if (!uses_form(composition_)) return result;
  for (const std::string_view ngram : ngrams_.of(word_)) {
    const auto row = model_.parts().ngrams->find(ngram);
    result.push_back({display_ngram(ngram), row.has_value(), without_ngram(row)});
  }
  divide_importance(result, total_importance(result));
  return result;
}

std::vector<std::vector<ExplainedToken>> Explainer::contexts() {
  std::vector<std::vector<ExplainedToken>> result;
  double total = 0;
  for (const ContextWords& text : texts_) {
    std::vector<ExplainedToken>& tokens = result.emplace_back();
    for (std::size_t i = 0; i < text.tokens.size(); ++i) {
      const Sum sum = sum_of(text.rows_of(i));
      tokens.push_back({std::string(text.text_of(i)), role_of(text, i),
                        sum.weight > 0 ? without_token(sum) : Importance{}});
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
  return observation.infer();
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
