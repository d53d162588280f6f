#include "oovec/vectors/fasttext_subwords.h"

#include <cstdint>

#include <fmt/format.h>

#include "oovec/base/error.h"
#include "oovec/base/finite.h"
#include "oovec/vectors/reader.h"

namespace oovec::inline vectors {
namespace {

// What fastText makes of the end of a line; it has no n-grams.
constexpr std::string_view end_of_sentence = "</s>";

// FNV-1a, except that bytes are sign-extended: a slip of the first release that became the format.
class NgramHash {
 public:
  void add(char byte) {
    hash_ ^= static_cast<std::uint32_t>(static_cast<signed char>(byte));
    hash_ *= 16777619U;
  }
  std::uint32_t value() const { return hash_; }

 private:
  std::uint32_t hash_ = 2166136261U;
};

bool continues_code_point(char byte) { return (static_cast<unsigned char>(byte) & 0xC0U) == 0x80U; }

}  // namespace

// A lone boundary sign, first or last, is no n-gram. Bytes that are not UTF-8 are taken as fastText
// takes them.
void for_each_subword(std::string_view word, SubwordLengths lengths,
                      const std::function<void(std::uint32_t)>& use) {
  if (word == end_of_sentence) return;
  const std::string text = fmt::format("<{}>", word);
  for (std::size_t begin = 0; begin < text.size(); ++begin) {
    if (continues_code_point(text[begin])) continue;
    NgramHash hash;
    std::size_t end = begin;
    for (std::size_t n = 1; n <= lengths.max && end < text.size(); ++n) {
      do hash.add(text[end++]);
      while (end < text.size() && continues_code_point(text[end]));
      const bool boundary = n == 1 && (begin == 0 || end == text.size());
      if (n >= lengths.min && !boundary) use(hash.value());
    }
  }
}

std::size_t FastTextSubwords::average(std::string_view word, std::span<float> sum,
                                      std::size_t count) const {
  std::vector<float> decoded(decode_ ? sum.size() : 0);
  const std::size_t buckets = pruned() ? kept_.buckets : rows();
  const auto add_row = [&](std::uint32_t hash) {
    std::size_t place = hash % buckets;
    if (pruned()) {
      const auto found = kept_.rows.find(static_cast<std::uint32_t>(place));
      if (found == kept_.rows.end()) return;
      place = found->second;
    }
    if (decode_) decode_(place, decoded);
    const float* const row =
        decode_ ? decoded.data() : ngrams_.values().data() + place * sum.size();
    for (std::size_t i = 0; i < sum.size(); ++i) sum[i] += row[i];
    ++count;
  };
  for_each_subword(word, lengths_, add_row);
  if (count == 0) return 0;

  const auto scale = static_cast<float>(1.0 / static_cast<double>(count));
  for (float& value : sum) value *= scale;
  if (find_not_finite(sum))
    throw Error(
        ErrorKind::malformed,
        fmt::format("{}: the n-gram vectors of \"{}\" add up to more than a float can hold; "
                    "the model is damaged",
                    file_, word));
  return count;
}

const Matrix& FastTextSubwords::ngrams() const {
  std::call_once(decoded_, [&] {
    std::vector<float> values(ngrams_.columns());
    for (std::size_t row = 0; decode_ && row < coded_rows_; ++row) {
      decode_(row, values);
      ngrams_.append(values);
    }
  });
  return ngrams_;
}

std::optional<std::vector<float>> FastTextSubwords::vector_of(std::string_view word) const {
  std::vector<float> mean(ngrams_.columns());
  if (average(word, mean, 0) == 0) return std::nullopt;
  return mean;
}

}  // namespace oovec::inline vectors
