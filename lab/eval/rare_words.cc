#include "lab/eval/rare_words.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <map>
#include <numeric>
#include <set>
#include <unordered_map>

#include "lab/baselines/given_vectors.h"
#include "oovec/base/correlation.h"
#include "oovec/base/error.h"
#include "oovec/base/hash.h"
#include "oovec/base/kernels.h"
#include "oovec/base/parallel.h"
#include "oovec/base/random.h"
#include "oovec/io/open_text.h"
#include "oovec/vectors/word_list.h"

namespace oovec::lab {
namespace {

namespace fs = std::filesystem;

// Words become names of files here, and must not lead elsewhere.
bool can_be_file_name(std::string_view word) {
  return word.find_first_of(std::string_view("/\0", 2)) == std::string_view::npos;
}

JudgedPair parse_rare_pair(const DataFile& file, const DataLine& line) {
  JudgedPair pair = parse_pair(file, line);
  if (!can_be_file_name(pair.second))
    file.refuse(line, fmt::format("\"{}\" cannot be the name of a file of contexts", pair.second));
  return pair;
}

// A word to be inferred and the file of its sentences, which only a w1 may lack.
struct Source {
  std::string word;
  fs::path path;
  bool required;
};

std::vector<DataLine> read_sentences(const Source& source) {
  std::error_code ignored;
  if (!source.required && !(can_be_file_name(source.word) && fs::exists(source.path, ignored)))
    return {};
  const auto input = open_text(source.path.string());
  std::vector<DataLine> sentences = read_data_file(*input).lines;
  if (sentences.empty())
    throw Error(ErrorKind::malformed, input->name() +
                                          " holds no sentence; add some, or leave out "
                                          "the word's pairs");
  return sentences;
}

std::vector<std::size_t> random_order(std::size_t size, std::uint64_t seed) {
  std::vector<std::size_t> order(size);
  std::iota(order.begin(), order.end(), std::size_t{0});
  Random random(seed);
  shuffle(std::span(order), random);
  return order;
}

// The sums over the first 1, 2, 4 … sentences in each trial's order.
std::vector<ContextEvidence> sum_contexts(const std::vector<DataLine>& sentences,
                                          std::string_view word, ContextReader& reader,
                                          const WeightedVectors& vectors,
                                          const DevSetOptions& options) {
  std::vector<ContextEvidence> sums;
  for (int trial = 0; trial < options.trials; ++trial) {
    const std::uint64_t seed = derive_seed(options.seed, static_cast<std::uint64_t>(trial));
    const auto order = random_order(sentences.size(), derive_seed(seed, hash64(word)));
    ContextEvidence sum = vectors.no_contexts();
    std::size_t used = 0;
    for (const std::size_t count : RareWords::counts) {
      for (; used < std::min(count, order.size()); ++used)
        vectors.add(reader.read(sentences[order[used]].text), sum);
      sums.push_back(sum);
    }
  }
  return sums;
}

void check_files(const GivenVectors& given) {
  for (const std::size_t count : RareWords::counts)
    if (!given.has_file_for(count))
      throw Error(ErrorKind::usage, fmt::format("{} has no vectors for {} sentences; add {}.txt",
                                                given.path(), count, count));
}

double mean_of(std::span<const Spread> spreads) {
  double sum = 0;
  for (const Spread& spread : spreads) sum += spread.mean;
  return sum / static_cast<double>(spreads.size());
}

// Gives each word one place in a list of sources.
class SourceList {
 public:
  explicit SourceList(fs::path folder) : folder_(std::move(folder)) {}

  std::size_t add(const std::string& word, bool required) {
    const auto [place, is_new] = places_.try_emplace(word, sources_.size());
    if (is_new) sources_.push_back({word, folder_ / (word + ".txt"), required});
    sources_[place->second].required |= required;
    return place->second;
  }

  const std::vector<Source>& sources() const { return sources_; }

 private:
  fs::path folder_;
  std::vector<Source> sources_;
  std::unordered_map<std::string, std::size_t> places_;
};

}  // namespace

std::string find_pairs_file(const std::string& path) {
  std::error_code ignored;
  return fs::is_directory(path, ignored) ? (fs::path(path) / "pairs.txt").string() : path;
}

std::string find_contexts(const std::string& pairs_file) {
  return (fs::path(pairs_file).parent_path() / "context").string();
}

RareWords::RareWords(const DataFile& file, const std::string& contexts,
                     const WeightedVectors& vectors, const TokenizerOptions& text,
                     const DevSetOptions& options)
    : vectors_(*vectors.vectors),
      threads_(options.threads),
      progress_(options.progress),
      trials_(static_cast<std::size_t>(options.trials)) {
  SourceList list(contexts);
  for (const DataLine& line : file.lines) {
    JudgedPair pair = parse_rare_pair(file, line);
    Pair& added = pairs_.emplace_back();
    added.first_row = find_word(vectors_, pair.first, text).word;
    if (!added.first_row) added.first_item = list.add(pair.first, false);
    added.second_item = list.add(pair.second, true);
    scores_.push_back(pair.score);
    judged_.push_back(std::move(pair));
  }
  if (!spearman(scores_, scores_))
    throw Error(ErrorKind::malformed,
                file.name + ": at least two pairs with different scores are needed");

  items_.resize(list.sources().size());
  parallel_for(threads_, items_.size(), [&](std::size_t i) {
    const Source& source = list.sources()[i];
    ContextReader reader(vectors_, text);
    items_[i].word = normal_word(source.word, text.casing());
    reader.set_target(items_[i].word);
    items_[i].contexts =
        sum_contexts(read_sentences(source), items_[i].word, reader, vectors, options);
  });
}

std::vector<std::string> RareWords::words() const {
  std::set<std::string> words;
  for (const Pair& pair : pairs_) words.insert(items_[pair.second_item].word);
  return {words.begin(), words.end()};
}

RareWords::Answers RareWords::answer(const Inferrer& model) const {
  check_vectors(model, vectors_);
  Answers answers;
  answers.trials.resize(trials_);
  std::vector<std::vector<float>> inferred(items_.size());
  std::vector<std::size_t> lacking(items_.size());  // in how many samples a word has no vector
  const std::size_t samples = trials_ * counts.size();
  // In bytes of the vectors inferred.
  const std::uint64_t bytes = items_.size() * model.dimension() * sizeof(float);
  ProgressTask progress(progress_, "evaluating", samples * bytes);
  for (std::size_t sample = 0; sample < samples; ++sample) {
    const std::size_t c = sample % counts.size();
    parallel_for(threads_, items_.size(), [&](std::size_t i) {
      auto vector = infer_vector(model, items_[i].word, counts[c], items_[i].contexts[sample]);
      lacking[i] += vector ? 0 : 1;
      inferred[i] = std::move(vector).value_or(std::vector<float>(model.dimension()));
    });
    for (const Pair& pair : pairs_)
      answers.trials[sample / counts.size()][c].push_back(similarity(pair, inferred));
    progress.advance(bytes);
  }
  for (std::size_t i = 0; i < items_.size(); ++i)
    if (lacking[i] > 0) answers.not_inferred.push_back(items_[i].word);
  for (const Pair& pair : pairs_)
    answers.answered +=
        lacking[pair.second_item] + (pair.first_item ? lacking[*pair.first_item] : 0) == 0 ? 1 : 0;
  const bool has_any =
      std::any_of(lacking.begin(), lacking.end(), [&](std::size_t n) { return n < samples; });
  if (const GivenVectors* const given = as_given(model); given && has_any) check_files(*given);
  return answers;
}

InferredLengths RareWords::lengths(const Inferrer& model) const {
  check_vectors(model, vectors_);
  std::vector<std::array<double, counts.size()>> found(items_.size());
  parallel_for(threads_, items_.size(), [&](std::size_t i) {
    for (std::size_t c = 0; c < counts.size(); ++c)
      if (const auto vector = infer_vector(model, items_[i].word, counts[c], items_[i].contexts[c]))
        found[i][c] = length_of(*vector);
  });
  std::set<std::size_t> rare;
  for (const Pair& pair : pairs_) rare.insert(pair.second_item);
  std::vector<double> inferred, truth;
  for (const std::size_t item : rare) {
    for (const double length : found[item])
      if (length > 0 && std::isfinite(length)) inferred.push_back(length);
    if (const auto row = vectors_.find(items_[item].word))
      truth.push_back(length_of(vectors_.row(*row)));
  }
  return {describe_lengths(std::move(inferred)), describe_lengths(std::move(truth))};
}

std::vector<RareWords::Correlations> RareWords::correlations(
    std::span<const Similarities> trials) const {
  std::vector<Correlations> correlations(trials.size());
  for (std::size_t trial = 0; trial < trials.size(); ++trial)
    for (std::size_t c = 0; c < counts.size(); ++c)
      correlations[trial][c] = spearman(scores_, trials[trial][c]).value_or(0);
  return correlations;
}

double RareWords::similarity(const Pair& pair, std::span<const std::vector<float>> inferred) const {
  const std::span<const float> first = pair.first_row
                                           ? vectors_.row(*pair.first_row)
                                           : std::span<const float>(inferred[*pair.first_item]);
  const auto near = cosine(first, inferred[pair.second_item]);
  return near && std::isfinite(*near) ? *near : 0;  // a training that diverges leaves NaN
}

double RareWords::mean_correlation(std::span<const Similarities> trials) const {
  return mean_of(summarize(correlations(trials)));
}

std::vector<double> RareWords::resample(std::span<const Similarities> trials,
                                        std::uint64_t seed) const {
  return resample(trials, 0, counts.size(), seed);
}

RareWords::Samples RareWords::resample_each(std::span<const Similarities> trials,
                                            std::uint64_t seed) const {
  Samples samples;
  parallel_for(threads_, counts.size(),
               [&](std::size_t c) { samples[c] = resample(trials, c, c + 1, seed); });
  return samples;
}

std::vector<double> RareWords::resample(std::span<const Similarities> trials,
                                        std::size_t first_count, std::size_t end_count,
                                        std::uint64_t seed) const {
  std::map<std::size_t, std::vector<std::size_t>> pairs_of;  // by rare word
  for (std::size_t i = 0; i < pairs_.size(); ++i) pairs_of[pairs_[i].second_item].push_back(i);
  std::vector<std::vector<std::size_t>> words;
  words.reserve(pairs_of.size());
  for (auto& [word, pairs] : pairs_of) words.push_back(std::move(pairs));

  const auto of_sample = [&](std::span<const std::size_t> drawn) {
    std::vector<std::size_t> pairs;
    for (const std::size_t word : drawn)
      pairs.insert(pairs.end(), words[word].begin(), words[word].end());
    const std::vector<double> score_ranks = average_ranks(choose(scores_, pairs));
    double sum = 0;
    for (const Similarities& trial : trials)
      for (std::size_t c = first_count; c < end_count; ++c)
        sum += pearson(score_ranks, average_ranks(choose(trial[c], pairs))).value_or(0);
    return sum / static_cast<double>(trials.size() * (end_count - first_count));
  };
  return lab::resample(words.size(), of_sample, seed);
}

DevScore RareWords::score(const Inferrer& model) const {
  const std::vector<Similarities> trials = similarities(model);
  const auto spreads = summarize(correlations(trials));
  DevScore score{mean_of(spreads), {}};
  for (std::size_t c = 0; c < counts.size(); ++c)
    score.details.emplace_back(fmt::format("ρ@{}", counts[c]), spreads[c].mean);
  return score;
}

std::array<Spread, RareWords::counts.size()> summarize(
    std::span<const RareWords::Correlations> trials) {
  std::array<Spread, RareWords::counts.size()> spreads{};
  std::vector<double> values(trials.size());
  for (std::size_t c = 0; c < spreads.size(); ++c) {
    for (std::size_t trial = 0; trial < trials.size(); ++trial) values[trial] = trials[trial][c];
    spreads[c] = spread(values);
  }
  return spreads;
}

}  // namespace oovec::lab
