#include "lab/eval/chimeras.h"

#include <fmt/format.h>

#include <algorithm>

#include "lab/baselines/given_vectors.h"
#include "lab/eval/judged_pairs.h"
#include "oovec/base/correlation.h"
#include "oovec/base/error.h"
#include "oovec/base/kernels.h"
#include "oovec/text/normalize.h"
#include "oovec/vectors/word_list.h"

namespace oovec::lab {
namespace {

std::vector<std::string> split(std::string_view text, std::string_view separator) {
  std::vector<std::string> parts;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(separator, begin), text.size());
    parts.emplace_back(trim(text.substr(begin, end - begin)));
    begin = end + separator.size();
  }
  return parts;
}

}  // namespace

Chimeras::Chimeras(const DataFile& file, const WeightedVectors& vectors,
                   const TokenizerOptions& text)
    : vectors_(*vectors.vectors) {
  ContextReader reader(vectors_, text);
  for (const DataLine& line : file.lines) {
    const auto fields = file.fields(line, 4, "a number, sentences, probes and ratings");
    const std::vector<std::string> probes = split(fields[2], ",");
    const std::vector<std::string> ratings = split(fields[3], ",");
    if (probes.size() != ratings.size())
      file.refuse(line, fmt::format("{} probes but {} ratings", probes.size(), ratings.size()));
    const std::vector<std::string> sentences = split(fields[1], "@@");
    Item item{fields[0], sentences.size(), vectors.no_contexts(), {}, {}};
    for (std::size_t i = 0; i < probes.size(); ++i) {
      const double rating = parse_score(file, line, ratings[i]);
      const auto row = find_word(vectors_, probes[i], text).word;
      if (!row) continue;
      item.probes.push_back(*row);
      item.ratings.push_back(rating);
    }
    if (!spearman(item.ratings, item.ratings)) {
      ++left_out_;
      continue;
    }
    for (const std::string& sentence : sentences) vectors.add(reader.read(sentence), item.context);
    items_.push_back(std::move(item));
  }
  if (items_.empty())
    throw Error(ErrorKind::usage, file.name +
                                      ": no word has two probes with vectors and different "
                                      "ratings; use vectors that have them");
}

Chimeras::Scores Chimeras::score(const Inferrer& model) const {
  const GivenVectors* const given = as_given(model);
  if (given) given->check_space();
  Scores scores;
  scores.correlations.reserve(items_.size());
  for (const Item& item : items_) {
    constexpr std::string_view no_form;
    const auto vector =
        infer_vector(model, given ? item.id : no_form, item.sentences, item.context);
    scores.correlations.push_back(vector ? correlation(*vector, item) : 0);
    if (!vector) scores.not_inferred.push_back(item.id);
  }
  return scores;
}

double Chimeras::correlation(std::span<const float> vector, const Item& item) const {
  std::vector<double> cosines;
  cosines.reserve(item.probes.size());
  for (const std::size_t row : item.probes)
    cosines.push_back(cosine(vector, vectors_.row(row)).value_or(0));
  return spearman(item.ratings, cosines).value_or(0);
}

}  // namespace oovec::lab
