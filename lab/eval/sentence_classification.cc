#include "lab/eval/sentence_classification.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>
#include <string>
#include <unordered_map>

#include "lab/eval/classify.h"
#include "oovec/base/error.h"
#include "oovec/base/kernels.h"
#include "oovec/base/parallel.h"
#include "oovec/base/random.h"

namespace oovec::lab {
namespace {

constexpr std::size_t folds = 10;
constexpr std::array costs = {0.25, 0.5, 1.0, 2.0, 4.0, 8.0};

using Items = std::vector<std::size_t>;

// The words of a sentence: rows of the vectors, and numbers of words without one.
struct Bag {
  std::vector<std::uint32_t> rows;
  std::vector<std::uint32_t> unknown;
};

// Calls visit(word) for each word without a vector.
template <class Visit>
void for_each_unknown(const ContextTokens& words, const Visit& visit) {
  for (std::size_t i = 0; i < words.tokens.size(); ++i)
    if (words.rows_of(i).empty()) visit(std::string(words.text_of(i)));
}

// Sentences as vectors.
class SentenceVectors {
 public:
  SentenceVectors(const Inferrer& model, const SentenceOptions& options)
      : model_(model), options_(options), reader_(model.vectors(), model.text()) {}

  Bag read(const std::string& sentence) {
    Bag bag;
    const ContextTokens& words = reader_.read(sentence);
    bag.rows = words.rows;
    for_each_unknown(words, [&](std::string word) {
      const auto [place, is_new] =
          numbers_.try_emplace(std::move(word), static_cast<std::uint32_t>(numbers_.size()));
      if (is_new) contexts_.push_back(model_.weighted_vectors().no_contexts());
      bag.unknown.push_back(place->second);
    });
    if (!options_.contexts) add_as_context(words, bag);
    return bag;
  }

  // Gives vectors to the unknown words of what has been read.
  void infer() {
    vectors_.resize(numbers_.size());
    std::vector<const std::string*> words(numbers_.size());
    for (const auto& [word, number] : numbers_) words[number] = &word;
    parallel_for(options_.threads, words.size(), [&](std::size_t i) {
      if (options_.contexts) add_contexts(*options_.contexts, *words[i], contexts_[i]);
      vectors_[i] = model_.infer_vector(*words[i], contexts_[i]);
    });
  }

  // The mean over the words; zeros without any.
  void mean(const Bag& bag, std::span<float> mean) const {
    std::fill(mean.begin(), mean.end(), 0.0F);
    std::size_t words = bag.rows.size();
    for (const std::uint32_t row : bag.rows) axpy(1, model_.vectors().row(row), mean);
    for (const std::uint32_t number : bag.unknown) {
      if (!vectors_[number]) continue;
      axpy(1, *vectors_[number], mean);
      ++words;
    }
    if (words > 0)
      for (float& value : mean) value /= static_cast<float>(words);
  }

  std::size_t unknown() const { return vectors_.size(); }
  std::size_t inferred() const {
    return static_cast<std::size_t>(std::count_if(
        vectors_.begin(), vectors_.end(), [](const auto& vector) { return vector.has_value(); }));
  }

 private:
  // A sentence counts once for each of its unknown words.
  void add_as_context(ContextTokens sentence, const Bag& bag) {
    std::vector<std::uint32_t> numbers = bag.unknown;
    std::sort(numbers.begin(), numbers.end());
    numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
    for (const std::uint32_t number : numbers) {
      std::size_t unknown = 0;
      for (std::size_t i = 0; i < sentence.tokens.size(); ++i)
        sentence.tokens[i].is_target =
            sentence.rows_of(i).empty() && bag.unknown[unknown++] == number;
      model_.weighted_vectors().add(sentence, contexts_[number]);
    }
  }

  void add_contexts(const ContextIndex& index, const std::string& word,
                    ContextEvidence& sum) const {
    const auto target = index.find(word);
    if (!target) return;
    Context context;
    for (std::size_t i = 0; i < index.contexts(*target); ++i) {
      index.context(*target, i, context);
      model_.weighted_vectors().add(context, std::nullopt, sum);
    }
  }

  const Inferrer& model_;
  const SentenceOptions& options_;
  ContextReader reader_;
  std::unordered_map<std::string, std::uint32_t> numbers_;  // of unknown words
  std::vector<ContextEvidence> contexts_;                   // of each
  std::vector<std::optional<std::vector<float>>> vectors_;  // of each
};

LabelledRows make_rows(const SentenceTask& task, SentenceVectors& vectors, std::size_t k) {
  std::vector<Bag> bags, second_bags;
  for (const std::string& sentence : task.sentences) bags.push_back(vectors.read(sentence));
  for (const std::string& sentence : task.seconds) second_bags.push_back(vectors.read(sentence));
  vectors.infer();

  const bool pairs = !task.seconds.empty();
  LabelledRows rows{pairs ? 2 * k : k, {}, task.labels};
  rows.values.resize(rows.columns * task.size());
  std::vector<float> first(k), second(k);
  for (std::size_t i = 0; i < task.size(); ++i) {
    const auto row = std::span(rows.values).subspan(i * rows.columns, rows.columns);
    vectors.mean(bags[i], first);
    if (!pairs) {
      std::copy(first.begin(), first.end(), row.begin());
      continue;
    }
    vectors.mean(second_bags[i], second);
    for (std::size_t j = 0; j < k; ++j) {
      row[j] = std::abs(first[j] - second[j]);
      row[k + j] = first[j] * second[j];
    }
  }
  return rows;
}

// Deals the items of each class out in turn, so that all folds have a like share of it.
std::array<Items, folds> deal(const SentenceTask& task, Items items, std::uint64_t seed) {
  Random random(seed);
  shuffle(std::span(items), random);
  std::stable_sort(items.begin(), items.end(),
                   [&](std::size_t a, std::size_t b) { return task.labels[a] < task.labels[b]; });
  std::array<Items, folds> dealt;
  for (std::size_t i = 0; i < items.size(); ++i) dealt[i % folds].push_back(items[i]);
  return dealt;
}

Items all_but(const std::array<Items, folds>& dealt, std::size_t one, std::size_t another) {
  Items items;
  for (std::size_t i = 0; i < folds; ++i)
    if (i != one && i != another) items.insert(items.end(), dealt[i].begin(), dealt[i].end());
  return items;
}

std::size_t count_correct(const LabelledRows& rows, const Items& items,
                          const std::vector<int>& found) {
  std::size_t correct = 0;
  for (std::size_t i = 0; i < items.size(); ++i) correct += found[i] == rows.labels[items[i]];
  return correct;
}

double best_cost(const LabelledRows& rows, const Items& training, const Items& dev) {
  double best = costs.front();
  std::size_t most = 0;
  for (const double cost : costs) {
    const std::size_t correct = count_correct(rows, dev, classify(rows, training, dev, cost));
    if (correct <= most) continue;
    most = correct;
    best = cost;
  }
  return best;
}

// The predicted class of each tested item.
struct Answers {
  Items items;
  std::vector<int> found;
};

Answers cross_validate(const SentenceTask& task, const LabelledRows& rows,
                       const SentenceOptions& options) {
  Items all(task.size());
  for (std::size_t i = 0; i < all.size(); ++i) all[i] = i;
  const auto dealt = deal(task, std::move(all), options.seed);
  std::array<std::vector<int>, folds> found;
  // In bytes of the vectors learned from; each fold goes through all of them.
  const std::uint64_t bytes = rows.values.size() * sizeof(float);
  ProgressTask progress(options.progress, "classifying " + task.name, folds * bytes);
  parallel_for(options.threads, folds, [&](std::size_t fold) {
    const std::size_t dev = (fold + 1) % folds;
    const double cost = best_cost(rows, all_but(dealt, fold, dev), dealt[dev]);
    found[fold] = classify(rows, all_but(dealt, fold, fold), dealt[fold], cost);
    progress.advance(bytes);
  });
  Answers answers;
  for (std::size_t fold = 0; fold < folds; ++fold) {
    answers.items.insert(answers.items.end(), dealt[fold].begin(), dealt[fold].end());
    answers.found.insert(answers.found.end(), found[fold].begin(), found[fold].end());
  }
  return answers;
}

Answers use_split(const SentenceTask& task, const LabelledRows& rows,
                  const SentenceOptions& options) {
  std::array<Items, 3> parts;
  for (std::size_t i = 0; i < task.size(); ++i)
    parts[static_cast<std::size_t>(task.parts[i])].push_back(i);
  const auto& [train, dev, test] = parts;
  double cost = 0;
  if (dev.empty()) {
    const auto dealt = deal(task, train, options.seed);
    cost = best_cost(rows, all_but(dealt, 0, 0), dealt[0]);
  } else {
    cost = best_cost(rows, train, dev);
  }
  return {test, classify(rows, train, test, cost)};
}

double f1_of(const LabelledRows& rows, const Answers& answers) {
  double both = 0, sum = 0;
  for (std::size_t i = 0; i < answers.items.size(); ++i) {
    const bool is = rows.labels[answers.items[i]] == 1, said = answers.found[i] == 1;
    both += is && said ? 1 : 0;
    sum += (is ? 1 : 0) + (said ? 1 : 0);
  }
  return sum > 0 ? 2 * both / sum : 0;
}

}  // namespace

void check_classes(const SentenceTask& task) {
  std::map<int, std::size_t> sizes;
  for (const int label : task.labels) ++sizes[label];
  if (sizes.size() < 2)
    throw Error(ErrorKind::malformed, task.name + ": all sentences are of one class");
  for (const auto& [label, size] : sizes)
    if (task.parts.empty() && size < folds)
      throw Error(ErrorKind::malformed,
                  task.name + ": a class has fewer than ten sentences, too few for ten folds");
}

SentenceResult evaluate(const SentenceTask& task, const Inferrer& model,
                        const SentenceOptions& options) {
  check_classes(task);
  if (options.contexts) {
    options.contexts->check_vectors(model.vectors());
    options.contexts->check_language(model.text().language);
  }
  SentenceVectors vectors(model, options);
  const LabelledRows rows = make_rows(task, vectors, model.dimension());
  const Answers answers =
      task.parts.empty() ? cross_validate(task, rows, options) : use_split(task, rows, options);

  SentenceResult result;
  for (std::size_t i = 0; i < answers.items.size(); ++i)
    result.correct.push_back(answers.found[i] == rows.labels[answers.items[i]] ? 1 : 0);
  if (!task.seconds.empty()) result.f1 = f1_of(rows, answers);
  result.unknown = vectors.unknown();
  result.inferred = vectors.inferred();
  return result;
}

std::vector<std::string> unknown_words(const std::vector<SentenceTask>& tasks,
                                       const Embeddings& vectors, const TokenizerOptions& text) {
  ContextReader reader(vectors, text);
  std::set<std::string> words;
  for (const SentenceTask& task : tasks)
    for (const auto* sentences : {&task.sentences, &task.seconds})
      for (const std::string& sentence : *sentences)
        for_each_unknown(reader.read(sentence),
                         [&](std::string word) { words.insert(std::move(word)); });
  return {words.begin(), words.end()};
}

}  // namespace oovec::lab
