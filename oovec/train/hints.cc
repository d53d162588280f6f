#include "oovec/train/hints.h"

#include <algorithm>
#include <cstdint>
#include <string_view>

#include <fmt/format.h>

#include "oovec/form/ngrams.h"

namespace oovec::inline train {
namespace {

// Fewer words than these times k do not determine the k × k numbers that map contexts well.
constexpr std::size_t words_per_dimension = 10;

constexpr double many_without_ngrams = 0.1;

}  // namespace

double share_without_ngrams(const TrainingData& data) {
  if (!uses_form(*data.options().model)) return 0;
  std::vector<std::uint32_t> words = data.calibration_words();
  words.insert(words.end(), data.test_words().begin(), data.test_words().end());
  if (words.empty()) words = data.targets();
  const VocabularyView known = data.ngrams().ngrams().view();
  Ngrams ngrams({data.options().ngram_min, data.options().ngram_max});
  const auto without = std::ranges::count_if(words, [&](std::uint32_t row) {
    return std::ranges::none_of(ngrams.of(data.vectors().word(row)), [&](std::string_view ngram) {
      return known.find(ngram).has_value();
    });
  });
  return words.empty() ? 0 : static_cast<double>(without) / static_cast<double>(words.size());
}

std::vector<std::string> data_hints(const TrainingData& data) {
  const TrainOptions& options = data.options();
  std::vector<std::string> hints;
  const std::size_t needed = words_per_dimension * data.vectors().dimension();
  if (uses_context(*options.model) && data.context_words().size() < needed)
    hints.push_back(fmt::format(
        "only {} words have contexts to learn from, which is few for vectors of {} dimensions: "
        "contexts will say less than they could; index more text or lower `min-count`",
        data.context_words().size(), data.vectors().dimension()));
  const double without = share_without_ngrams(data);
  if (without >= many_without_ngrams)
    hints.push_back(
        fmt::format("{:.0f} % of the held-out words have no known n-gram, so their spelling says "
                    "nothing; n-grams have {} to {} characters: lower `ngram-min`{}",
                    100 * without, options.ngram_min, options.ngram_max,
                    options.ngram_words > 1 ? " or `ngram-words`" : ""));
  return hints;
}

// A true vector that is not among the nearest hundredth of all words is not found. What counts is
// the row of the most contexts that there are words for.
std::optional<std::string> quality_hint(const HeldOutReport& report, std::size_t vocabulary) {
  constexpr double most = 10, share = 0.01;
  const auto row = std::find_if(report.rows.rbegin(), report.rows.rend(),
                                [](const HeldOutRow& r) { return r.words > 0; });
  if (row == report.rows.rend() ||
      row->model.median_rank <= std::max(most, share * static_cast<double>(vocabulary)))
    return std::nullopt;
  return fmt::format(
      "even with {} context{}, for half of the held-out words {} words are nearer to the inferred "
      "vector than their own; index more text, or use better vectors",
      row->contexts, row->contexts == 1 ? "" : "s",
      static_cast<std::uint64_t>(row->model.median_rank - 1));
}

}  // namespace oovec::inline train
