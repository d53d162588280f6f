#include "oovec/model/explain.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>

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

// The mean of the n-grams and the sum of all context words; no form, or a count of 0, if there is
// none.
struct Known {
  Values form;
  std::vector<std::uint32_t> ngrams;  // that make it
  std::size_t known_ngrams = 0;       // of them
  Sum context;
  std::vector<std::uint64_t> words;  // of each context
  std::vector<Sum> contexts;         // sums of each, if the composition asks for them
};

template <class Items>
double total_importance(const Items& items) {
  double total = 0;
  for (const auto& item : items) total += item.influence.importance;
  return total;
}

// Makes distances shares of their sum.
template <class Items>
void divide_importance(Items& items, double total) {
  if (total == 0) return;
  for (auto& item : items) item.influence.importance /= total;
}

TokenRole role_of(const ContextTokens& text, std::size_t token) {
  if (text.tokens[token].is_target) return TokenRole::target;
  return text.rows_of(token).empty() ? TokenRole::unknown : TokenRole::used;
}

// A context, and how far its words are from the target. Those that stay do not move when one is
// left out.
struct ExplainedText {
  ContextTokens text;
  std::vector<NearbyWord> words;  // of each row of the text

  explicit ExplainedText(ContextTokens tokens)
      : text(std::move(tokens)), words(nearby_words(text)) {}

  std::span<const NearbyWord> words_of(std::size_t token) const {
    const std::size_t begin = token == 0 ? 0 : text.tokens[token - 1].rows_end;
    return std::span(words).subspan(begin, text.tokens[token].rows_end - begin);
  }
};

class Explainer {
 public:
  Explainer(const Model& model, std::string_view word, std::span<const std::string> contexts,
            std::span<const std::string> left_out);

  std::vector<ExplainedNgram> ngrams();
  std::vector<std::vector<ExplainedToken>> contexts();

 private:
  // v and how it came about; empty if there is neither form nor context.
  struct Outcome {
    Values vector;
    double alpha = 0;
    Account<double> account;
  };

  Sum zero() const { return {Values(model_.dimension()), 0}; }
  Sum sum_of(std::span<const NearbyWord> words) const;
  Known gather();
  Outcome compose(const Known& known) const;
  void weigh_kinds();
  Values scales_of_contexts() const;
  Influence of_ngram(std::size_t place, std::optional<std::size_t> row) const;
  Influence of_token(std::size_t context, const Sum& token) const;

  const Model& model_;
  const Composition composition_;
  const std::unique_ptr<const Composer<double>> composer_;
  const Values parameters_;
  const std::string word_;
  const std::span<const std::string> left_out_;  // n-grams
  std::vector<ExplainedText> texts_;
  Ngrams ngrams_;
  Sum ngram_sum_;
  Values ngram_values_;  // vectors of the word's n-grams, one after the other
  std::size_t used_tokens_ = 0;
  Known all_;
  Outcome outcome_;
  // Their products with an n-gram's vector, and with Σ weight·e of a token times the scale of its
  // context, are contributions. Empty if there is none.
  Values along_form_, along_context_;
  Values context_scales_;
};

Explainer::Explainer(const Model& model, std::string_view word,
                     std::span<const std::string> contexts, std::span<const std::string> left_out)
    : model_(model),
      composition_(model.settings().composition),
      composer_(make_composer<double>(composition_, model.dimension())),
      parameters_(model.parts().parameters.begin(), model.parts().parameters.end()),
      word_(normal_word(word, model.text().casing())),
      left_out_(left_out),
      ngrams_(model.settings().ngrams),
      ngram_sum_(zero()) {
  ContextReader reader(model.vectors(), model.text());
  reader.set_target(word_);
  if (uses_context(composition_))
    for (const std::string& context : contexts) texts_.emplace_back(reader.read(context));
  all_ = gather();
  outcome_ = compose(all_);
  weigh_kinds();
}

// Σ weight·e
Sum Explainer::sum_of(std::span<const NearbyWord> words) const {
  Sum sum = zero();
  const WeightedVectors vectors = model_.weighted_vectors();
  for (const NearbyWord& word : words)
    sum.add(vectors.vectors->row(word.row), vectors.weight(word));
  return sum;
}

Known Explainer::gather() {
  Known known;
  const Embeddings& vectors = *model_.parts().ngrams;
  if (uses_form(composition_))
    for (const std::string_view ngram : ngrams_.of(word_, left_out_)) {
      const auto row = vectors.find(ngram);
      ngram_sum_.add(vectors.row(row.value_or(0)), 1);
      known.known_ngrams += row ? 1 : 0;
      known.ngrams.push_back(static_cast<std::uint32_t>(ngram_values_.size() / model_.dimension()));
      const auto values = vectors.row(row.value_or(0));
      ngram_values_.insert(ngram_values_.end(), values.begin(), values.end());
    }
  if (known.known_ngrams > 0) known.form = ngram_sum_.mean();
  if (known.known_ngrams == 0) known.ngrams.clear();
  known.context = zero();
  for (const ExplainedText& text : texts_) {
    Sum sum = zero();
    for (std::size_t i = 0; i < text.text.tokens.size(); ++i) {
      const Sum token = sum_of(text.words_of(i));
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
  evidence.form = {known.form, known.ngrams, ngram_values_.data(), known.known_ngrams};
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
  Account<double> account = composer_->account(parameters_, evidence, composed);
  return {std::move(composed.vector), composed.alpha, std::move(account)};
}

// What is mixed is m = (1 − α)·(scale·Σ n_s / |S| + …) + α·(A·c + …), and c is a sum of weight·e
// with a scale for each context, so that m·n_s and Aᵀm·e have to be scaled only.
void Explainer::weigh_kinds() {
  const Values& mixed = outcome_.account.mixed;
  const double squared = dot(std::span(mixed), mixed);
  if (!(squared > 0)) return;
  const std::size_t k = mixed.size();
  if (all_.known_ngrams > 0) {
    along_form_.resize(k);
    const double scale = outcome_.account.form_scale / static_cast<double>(all_.ngrams.size());
    axpy((1 - outcome_.alpha) * scale / squared, std::span(mixed), along_form_);
  }
  if (all_.context.weight > 0) {
    along_context_.resize(k);
    const auto transform =
        composer_->layout()["transform"].of(std::span<const double>(parameters_));
    const double scale = outcome_.alpha / squared;
    for (std::size_t i = 0; i < k; ++i)
      axpy(scale * mixed[i], transform.subspan(i * k, k), along_context_);
    context_scales_ = scales_of_contexts();
  }
}

// What Σ weight·e of each context is multiplied with to make c.
Values Explainer::scales_of_contexts() const {
  const Values& shares = outcome_.account.context_weights;
  Values scales(texts_.size(), 1 / all_.context.weight);
  if (shares.empty()) return scales;
  auto share = shares.begin();  // contexts without words have none
  for (std::size_t i = 0; i < scales.size(); ++i)
    scales[i] = all_.words[i] == 0 ? 0 : *share++ / all_.contexts[i].weight;
  return scales;
}

// The word has no form but by known n-grams, so the last of them takes the others with it.
Influence Explainer::of_ngram(std::size_t place, std::optional<std::size_t> row) const {
  if (all_.known_ngrams == 0) return {};
  Sum part = zero();
  part.add(model_.parts().ngrams->row(row.value_or(0)), 1);
  Known rest = all_;
  rest.form.clear();
  rest.ngrams.clear();
  rest.known_ngrams -= row ? 1 : 0;
  if (rest.known_ngrams > 0) {
    rest.ngrams = all_.ngrams;
    rest.ngrams.erase(rest.ngrams.begin() + static_cast<std::ptrdiff_t>(place));
    Sum others = ngram_sum_;
    others -= part;
    rest.form = others.mean();
  }
  const Outcome outcome = compose(rest);
  return {cosine_distance(outcome_.account.form, outcome.account.form),
          cosine_distance(outcome_.vector, outcome.vector),
          along_form_.empty() ? 0 : dot(std::span(along_form_), part.values)};
}

Influence Explainer::of_token(std::size_t context, const Sum& token) const {
  Known rest = all_;
  if (used_tokens_ > 1) {
    rest.context -= token;
    rest.words[context] -= token.count;
    if (!rest.contexts.empty()) rest.contexts[context] -= token;
  } else {
    rest.context = zero();
  }
  const Outcome outcome = compose(rest);
  return {cosine_distance(outcome_.account.context, outcome.account.context),
          cosine_distance(outcome_.vector, outcome.vector),
          along_context_.empty()
              ? 0
              : context_scales_[context] * dot(std::span(along_context_), token.values)};
}

std::vector<ExplainedNgram> Explainer::ngrams() {
  std::vector<ExplainedNgram> result;
  if (!uses_form(composition_)) return result;
  for (const std::string_view ngram : ngrams_.of(word_, left_out_)) {
    const auto row = model_.parts().ngrams->find(ngram);
    result.push_back({display_ngram(ngram), row.has_value(), of_ngram(result.size(), row)});
  }
  divide_importance(result, total_importance(result));
  return result;
}

std::vector<std::vector<ExplainedToken>> Explainer::contexts() {
  std::vector<std::vector<ExplainedToken>> result;
  double total = 0;
  for (std::size_t context = 0; context < texts_.size(); ++context) {
    const ContextTokens& text = texts_[context].text;
    std::vector<ExplainedToken>& tokens = result.emplace_back();
    for (std::size_t i = 0; i < text.tokens.size(); ++i) {
      const Sum sum = sum_of(texts_[context].words_of(i));
      tokens.push_back({std::string(text.text_of(i)), role_of(text, i),
                        sum.weight > 0 ? of_token(context, sum) : Influence{}});
    }
    total += total_importance(tokens);
  }
  for (std::vector<ExplainedToken>& tokens : result) divide_importance(tokens, total);
  return result;
}

std::optional<Inference> infer(const Model& model, std::string_view word,
                               std::span<const std::string> contexts,
                               std::span<const std::string> left_out) {
  Observation observation(model, word);
  observation.leave_out(left_out);
  for (const std::string& context : contexts) observation.add(context);
  InferredWord inferred = judge(observation.infer());
  if (inferred.status != InferStatus::inferred) return std::nullopt;
  return std::move(inferred.inference);
}

}  // namespace

Explanation explain(const Model& model, std::string_view word,
                    std::span<const std::string> contexts, std::span<const std::string> left_out) {
  Explainer explainer(model, word, contexts, left_out);
  return {normal_word(word, model.text().casing()), infer(model, word, contexts, left_out),
          explainer.ngrams(), explainer.contexts()};
}

}  // namespace oovec::inline model
