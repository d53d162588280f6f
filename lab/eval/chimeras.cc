#include "lab/eval/chimeras.h"

#include <fmt/format.h>

#include <algorithm>

#include "lab/eval/judged_pairs.h"
#include "oovec/base/correlation.h"
#include "oovec/base/error.h"
#include "oovec/base/kernels.h"
#include "oovec/text/normalize.h"

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
    Item item{vectors.no_contexts(), {}, {}};
    for (std::size_t i = 0; i < probes.size(); ++i) {
      const double rating = parse_score(file, line, ratings[i]);
      const auto row = vectors_.find(normal_word(probes[i], text.lowercase == Lowercase::on));
      if (!row) continue;
      item.probes.push_back(*row);
      item.ratings.push_back(rating);
    }
    if (!spearman(item.ratings, item.ratings)) {
      ++left_out_;
      continue;
    }
    for (const std::string& sentence : split(fields[1], "@@"))
      vectors.add(reader.read(sentence), item.context);
    items_.push_back(std::move(item));
  }
  if (items_.empty())
    throw Error(ErrorKind::usage, file.name +
                                      ": no word has two probes with vectors and different "
                                      "ratings; use vectors that have them");
}

std::vector<double> Chimeras::correlations(const Inferrer& model) const {
  std::vector<double> correlations;
  correlations.reserve(items_.size());
  for (const Item& item : items_) correlations.push_back(correlation(model, item));
  return correlations;
}

double Chimeras::correlation(const Inferrer& model, const Item& item) const {
  constexpr std::string_view no_form;
  const auto vector = model.infer_vector(no_form, item.context);
  if (!vector) return 0;
  std::vector<double> cosines;
  cosines.reserve(item.probes.size());
  for (const std::size_t row : item.probes)
    cosines.push_back(cosine(*vector, vectors_.row(row)).value_or(0));
  return spearman(item.ratings, cosines).value_or(0);
}

}  // namespace oovec::lab
