#include "oovec/vectors/fasttext_model.h"

#include <algorithm>
#include <limits>
#include <numeric>

#include <fmt/format.h>

#include "oovec/base/error.h"
#include "oovec/base/finite.h"
#include "oovec/io/output.h"
#include "oovec/vectors/fasttext_format.h"

namespace oovec::inline vectors {
namespace {

constexpr std::size_t write_size = 1 << 20;

class Writer {
 public:
  explicit Writer(const std::string& path) : output_(path) {}

  template <class T>
  void number(T value) {
    bytes({reinterpret_cast<const char*>(&value), sizeof(T)});
  }

  // The format's sizes have 32 bits and a sign.
  void size(std::uint64_t value) {
    constexpr std::uint64_t most = std::numeric_limits<std::int32_t>::max();
    number(static_cast<std::int32_t>(std::min(value, most)));
  }

  void bytes(std::string_view bytes) {
    block_ += bytes;
    if (block_.size() < write_size) return;
    output_.write(block_);
    block_.clear();
  }

  void matrix(const FastTextModel::Row& row, std::size_t rows, std::size_t columns) {
    number<std::uint8_t>(0);  // not quantised
    number(static_cast<std::int64_t>(rows));
    number(static_cast<std::int64_t>(columns));
    for (std::size_t i = 0; i < rows; ++i) {
      const std::span<const float> values = row(i);
      if (!all_finite(values)) throw not_finite_error(fmt::format("{}: row {}", output_.path(), i));
      bytes({reinterpret_cast<const char*>(values.data()), values.size_bytes()});
    }
  }

  void commit() {
    output_.write(block_);
    output_.commit();
  }

 private:
  Output output_;
  std::string block_;
};

void write_arguments(const FastTextModel& model, Writer& writer) {
  const FastTextTraining& training = model.training;
  writer.size(model.dimension);
  writer.size(training.window);
  writer.size(training.epochs);
  writer.size(training.min_count);
  writer.size(training.negative);
  writer.size(1);  // wordNgrams
  writer.size(fasttext::negative_sampling);
  writer.size(fasttext::skipgram);
  writer.size(model.buckets);
  writer.size(model.lengths.min);
  writer.size(model.lengths.max);
  writer.size(100);  // lrUpdateRate, fastText's default
  writer.number(training.subsample);
}

void write_dictionary(const FastTextModel& model, Writer& writer) {
  const std::size_t words = model.words.size();
  writer.size(words);
  writer.size(words);
  writer.size(0);  // labels
  writer.number(static_cast<std::int64_t>(
      std::accumulate(model.counts.begin(), model.counts.end(), std::uint64_t{0})));
  writer.number<std::int64_t>(-1);  // not pruned
  for (std::size_t i = 0; i < words; ++i) {
    writer.bytes(model.words.view().word(i));
    writer.number('\0');
    writer.number(static_cast<std::int64_t>(model.counts[i]));
    writer.number<std::int8_t>(0);  // a word
  }
}

}  // namespace

void write_fasttext_model(const FastTextModel& model, const std::string& path) {
  Writer writer(path);
  writer.number(fasttext::magic);
  writer.number(fasttext::version);
  write_arguments(model, writer);
  write_dictionary(model, writer);
  const std::size_t words = model.words.size();
  writer.matrix(model.input, words + model.buckets, model.dimension);
  writer.matrix(model.output, words, model.dimension);
  writer.commit();
}

}  // namespace oovec::inline vectors
