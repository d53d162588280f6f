#include "lab/eval/judged_pairs.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

namespace oovec::lab {

double parse_score(const DataFile& file, const DataLine& line, std::string_view text) {
  double score = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), score);
  if (error != std::errc() || end != text.data() + text.size() || !std::isfinite(score))
    file.refuse(line, fmt::format("the score \"{}\" is not a number", text));
  return score;
}

JudgedPair parse_pair(const DataFile& file, const DataLine& line) {
  DataLine separated = line;
  if (line.text.find('\t') == std::string::npos)
    std::replace(separated.text.begin(), separated.text.end(), ' ', '\t');
  std::vector<std::string> fields = file.fields(separated, 3, "two words and a score");
  const double score = parse_score(file, line, fields[2]);
  return {std::move(fields[0]), std::move(fields[1]), score};
}

}  // namespace oovec::lab
