#include "oovec/model/text_vector.h"

#include <algorithm>

#include "oovec/base/finite.h"
#include "oovec/corpus/novel_word.h"
#include "oovec/text/lookup.h"

namespace oovec::inline model {

TextReader::TextReader(const Model& model)
    : model_(model), rules_(language_rules(model.settings().language)), tokenizer_(model.text()) {}

void TextReader::read(std::string_view text) {
  rows_.clear();
  unseen_.clear();
  const Embeddings& vectors = model_.vectors();
  tokenizer_.start(text);
  while (const Sentence* sentence = tokenizer_.next())
    for (const Token& token : sentence->tokens) {
      const Match match = look_up(
          token, rules_, [&](std::string_view word) { return vectors.find(word); },
          [&](std::size_t row) { rows_.push_back(static_cast<std::uint32_t>(row)); });
      if (match == Match::none && may_be_novel(token.text)) unseen_.emplace_back(token.text);
    }
}

TextVector TextReader::vector(std::string_view text, WordInferrer& inferrer) {
  read(text);
  TextVector result{std::vector<float>(model_.dimension()), rows_.size()};
  std::vector<double> sum(model_.dimension());
  const auto add = [&](std::span<const float> vector, double times) {
    for (std::size_t i = 0; i < sum.size(); ++i) sum[i] += times * vector[i];
  };
  for (const std::uint32_t row : rows_) add(model_.vectors().row(row), 1);
  model_.vectors().check_intact();
  std::ranges::sort(unseen_);
  for (auto word = unseen_.begin(); word != unseen_.end();) {
    const auto end = std::upper_bound(word, unseen_.end(), *word);
    const auto times = static_cast<std::size_t>(end - word);
    const InferredWord inferred = inferrer.infer(*word, std::span(&text, 1));
    const bool is_inferred = inferred.status == InferStatus::inferred;
    (is_inferred ? result.inferred : result.without) += times;
    if (is_inferred) add(inferred.inference.vector, static_cast<double>(times));
    word = end;
  }
  result.words += result.inferred;
  if (result.words > 0)
    for (std::size_t i = 0; i < sum.size(); ++i)
      result.vector[i] = static_cast<float>(sum[i] / static_cast<double>(result.words));
  if (!all_finite(result.vector))
    throw Error(ErrorKind::malformed, "the numbers of the vectors are too large for their mean");
  return result;
}

}  // namespace oovec::inline model
