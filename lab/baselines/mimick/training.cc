#include "lab/baselines/mimick/training.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "oovec/base/error.h"
#include "oovec/base/parallel.h"
#include "oovec/corpus/indexer.h"
#include "oovec/model/lengths.h"
#include "oovec/text/characters.h"
#include "oovec/text/utf8.h"
#include "oovec/train/adam.h"
#include "oovec/train/seeds.h"
#include "oovec/vectors/resolve_text.h"

namespace oovec::lab {
namespace {

constexpr std::size_t shards = 8;
constexpr std::size_t shard_words = 4;
constexpr std::size_t batch_words = shards * shard_words;
constexpr std::size_t min_words_of_character = 5;

bool has_letters_only(std::string_view word) {
  if (find_invalid_utf8(word)) return false;
  for (std::size_t at = 0; at < word.size();) {
    const auto [code_point, length] = decode(word, at);
    if (character(code_point).word != WordClass::letter) return false;
    at += length;
  }
  return true;
}

std::vector<std::uint32_t> choose_words(const Embeddings& vectors, std::uint64_t limit,
                                        const std::vector<bool>& excluded) {
  std::vector<std::uint32_t> rows;
  for (std::uint32_t row = 0; row < vectors.size(); ++row) {
    if (limit != 0 && rows.size() == limit) break;
    if (!excluded[row] && has_letters_only(vectors.word(row))) rows.push_back(row);
  }
  if (rows.empty())
    throw Error(ErrorKind::usage, "the vectors have no word of letters alone to learn from");
  return rows;
}

CharTable choose_characters(const Embeddings& vectors, std::span<const std::uint32_t> rows) {
  std::map<std::uint32_t, std::size_t> words_of;
  for (const std::uint32_t row : rows) {
    const std::string_view word = vectors.word(row);
    std::set<std::uint32_t> seen;
    for (std::size_t at = 0; at < word.size();) {
      const auto [code_point, length] = decode(word, at);
      seen.insert(code_point);
      at += length;
    }
    for (const std::uint32_t code_point : seen) ++words_of[code_point];
  }
  std::vector<std::uint32_t> code_points;
  for (const auto& [code_point, words] : words_of)
    if (words >= min_words_of_character) code_points.push_back(code_point);
  return CharTable(std::move(code_points));
}

// Forget gates are open at first.
std::vector<float> first_network(const CharLayout& layout, std::uint64_t seed) {
  Random random(seed_for(seed, Purpose::parameters));
  std::vector<float> parameters = first_parameters(layout.all, random);
  const std::size_t hidden = layout.shape.hidden;
  for (const Part& bias : layout.lstm_bias)
    std::ranges::fill(bias.of(std::span(parameters)).subspan(hidden, hidden), 1.0F);
  return parameters;
}

class MimickTrainer {
 public:
  MimickTrainer(const Embeddings& vectors, std::vector<std::uint32_t> rows,
                const CharTable& characters, const CharShape& shape, const MimickOptions& options,
                const MimickMonitor& monitor)
      : vectors_(vectors),
        order_(std::move(rows)),
        characters_(characters),
        layout_(shape),
        options_(options),
        monitor_(monitor),
        parameters_(first_network(layout_, options.seed)),
        gradient_(layout_.all.size()),
        adam_({.rate = options.learning_rate}, layout_.all.size()),
        shards_(shards),
        progress_(options.progress, "training Mimick",
                  options.epochs * order_.size() * bytes_per_word()) {
    for (Shard& shard : shards_) shard.gradient.resize(layout_.all.size());
  }

  std::vector<float> run() {
    begin_epoch();
    parallel_rounds(
        options_.threads, shards, [&](std::size_t, std::size_t shard) { compute(shard); },
        [&](std::size_t) { return finish_batch(); });
    return std::move(parameters_);
  }

 private:
  // Progress is in bytes of the vectors learned from.
  std::uint64_t bytes_per_word() const { return vectors_.dimension() * sizeof(float); }

  struct Shard {
    std::vector<float> gradient;
    double loss = 0;
    CharTape<float> tape;
  };

  void begin_epoch() {
    Random random(derive_seed(seed_for(options_.seed, Purpose::order), epoch_));
    shuffle(std::span(order_), random);
    position_ = 0;
    loss_ = 0;
  }

  void compute(std::size_t number) {
    Shard& shard = shards_[number];
    std::fill(shard.gradient.begin(), shard.gradient.end(), 0.0F);
    shard.loss = 0;
    const std::size_t begin = std::min(position_ + number * shard_words, order_.size());
    const std::size_t end = std::min(begin + shard_words, order_.size());
    for (std::size_t i = begin; i < end; ++i) learn(order_[i], shard);
  }

  void learn(std::uint32_t row, Shard& shard) const {
    const std::vector<std::uint32_t> word = characters_.rows_of(vectors_.word(row));
    forward<float>(layout_, parameters_, word, shard.tape);
    std::vector<float> by_vector = shard.tape.vector;
    axpy(-1, vectors_.row(row), by_vector);
    shard.loss += squared_norm(by_vector);
    for (float& x : by_vector) x *= 2;
    backward<float>(layout_, parameters_, word, shard.tape, by_vector, shard.gradient);
  }

  // False after the last.
  bool finish_batch() {
    const std::size_t words = std::min(batch_words, order_.size() - position_);
    std::fill(gradient_.begin(), gradient_.end(), 0.0F);
    for (const Shard& shard : shards_) {
      axpy(1.0F / static_cast<float>(words), shard.gradient, gradient_);
      loss_ += shard.loss;
    }
    adam_.step(++step_, gradient_, parameters_);
    position_ += words;
    progress_.advance(words * bytes_per_word());
    if (position_ < order_.size()) return true;

    const double loss = loss_ / static_cast<double>(order_.size());
    if (!std::isfinite(loss))
      throw Error(ErrorKind::usage,
                  "training diverged: its numbers overflowed; lower `learning-rate`");
    ++epoch_;
    if (monitor_) monitor_(epoch_, loss);
    if (epoch_ == options_.epochs) return false;
    begin_epoch();
    return true;
  }

  const Embeddings& vectors_;
  std::vector<std::uint32_t> order_;
  const CharTable& characters_;
  CharLayout layout_;
  const MimickOptions& options_;
  const MimickMonitor& monitor_;
  std::vector<float> parameters_, gradient_;
  Adam adam_;
  std::vector<Shard> shards_;
  std::size_t position_ = 0;  // in order_: where the batch begins
  std::uint32_t epoch_ = 0;   // how many are done
  std::uint64_t step_ = 0;
  double loss_ = 0;  // of the epoch so far
  ProgressTask progress_;
};

}  // namespace

TrainedMimick train_mimick(std::shared_ptr<const Embeddings> vectors, const MimickOptions& options,
                           const std::vector<std::string>& excluded, const MimickMonitor& monitor) {
  check_length_for_steps(*vectors);
  ListedRows listed = find_listed(*vectors, excluded, resolve_text({}, *vectors));
  const std::vector<std::uint32_t> rows = choose_words(*vectors, options.words, listed.rows);
  CharTable characters = choose_characters(*vectors, rows);
  const CharShape shape{characters.rows(), vectors->dimension(), options.embedding, options.hidden};
  std::vector<float> parameters =
      MimickTrainer(*vectors, rows, characters, shape, options, monitor).run();
  std::vector<bool> targets(vectors->size());
  for (const std::uint32_t row : rows) targets[row] = true;
  return {
      {std::move(vectors), std::move(characters), shape, std::move(parameters), std::move(targets)},
      std::move(listed.words)};
}

}  // namespace oovec::lab
