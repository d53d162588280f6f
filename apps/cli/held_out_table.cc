#include "apps/cli/held_out_table.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include <fmt/format.h>

namespace oovec::cli {
namespace {

// 24749.5 as "24,749.5".
std::string describe_rank(double rank) {
  const auto tenths = static_cast<std::uint64_t>(std::llround(10 * rank));
  return fmt::format("{}.{}", with_commas(tenths / 10), tenths % 10);
}

std::string quality_columns(std::string_view given, const Quality& quality) {
  return fmt::format("{:14}  {:>11}  {:>6.4f}  {:>6.3f}", given, describe_rank(quality.median_rank),
                     quality.mrr, quality.cosine);
}

std::string row_lines(const HeldOutRow& row) {
  const std::string begin = fmt::format("{:>8}  {:>7}", row.contexts, with_commas(row.words));
  if (row.words == 0) return begin + "  no word has that many contexts\n";
  std::string lines = fmt::format("{}  {}  {:>{}}  {:>{}}\n", begin,
                                  quality_columns("model", row.model), lengths_text(row.length),
                                  lengths_width, lengths_text(row.true_length), lengths_width);
  if (row.contexts == 0) return lines;  // the model has the form alone
  const auto add = [&lines](std::string_view given, const std::optional<Quality>& quality) {
    if (quality) lines += fmt::format("{:17}  {}\n", "", quality_columns(given, *quality));
  };
  add("form alone", row.form);
  add("contexts alone", row.context);
  return lines;
}

Json quality_json(const Quality& quality) {
  return {{"median_rank", quality.median_rank}, {"mrr", quality.mrr}, {"cosine", quality.cosine}};
}

Json row_json(const HeldOutRow& row) {
  Json json = {{"contexts", row.contexts}, {"words", row.words}};
  if (row.words == 0) return json;
  json["model"] = quality_json(row.model);
  if (row.form) json["form"] = quality_json(*row.form);
  if (row.context) json["context"] = quality_json(*row.context);
  json["length"] = lengths_json(row.length);
  json["true_length"] = lengths_json(row.true_length);
  json["alpha"] = lengths_json(row.alpha);
  json["calibration"] = Json::array();
  for (const CalibrationPart& part : row.calibration)
    json["calibration"].push_back(
        {{"words", part.words}, {"confidence", part.confidence}, {"cosine", part.cosine}});
  return json;
}

std::string describe_band(const HeldOutBand& band) {
  return fmt::format("{}–{} times", with_commas(band.low), with_commas(band.high));
}

template <class Describe>
std::string frequency_table(std::string_view title, const HeldOutReport& report,
                            const Describe& describe) {
  std::string table = fmt::format("{:22}{:>7}", title, "words");
  for (const HeldOutRow& row : report.rows) table += fmt::format("  {:>9}", row.contexts);
  for (const HeldOutBand& band : report.bands) {
    std::size_t words = 0;  // of the fewest contexts, which most words have
    for (const HeldOutRow& row : band.rows) words = std::max(words, row.words);
    table += fmt::format("\n{:22}{:>7}", describe_band(band), with_commas(words));
    for (const HeldOutRow& row : band.rows)
      table += fmt::format("  {:>9}", row.words > 0 ? describe(row.model) : "–");
  }
  return table + '\n';
}

}  // namespace

std::string lengths_text(const std::optional<Lengths>& lengths) {
  if (!lengths) return "–";
  return fmt::format("{:.2f} … {:.2f} … {:.2f}", lengths->low, lengths->median, lengths->high);
}

Json lengths_json(const std::optional<Lengths>& lengths) {
  if (!lengths) return nullptr;
  return {{"p5", lengths->low}, {"median", lengths->median}, {"p95", lengths->high}};
}

std::string held_out_table(const HeldOutReport& report) {
  std::string table =
      fmt::format("{:>8}  {:>7}  {:14}  {:>11}  {:>6}  {:>6}  {:>{}}  {:>{}}\n", "contexts",
                  "words", "", "median rank", "MRR", "cosine", inferred_lengths_head, lengths_width,
                  true_lengths_head, lengths_width);
  for (const HeldOutRow& row : report.rows) table += row_lines(row);
  return table;
}

std::string frequency_tables(const HeldOutReport& report) {
  return frequency_table(
             "median rank", report,
             [](const Quality& quality) { return describe_rank(quality.median_rank); }) +
         '\n' + frequency_table("MRR", report, [](const Quality& quality) {
           return fmt::format("{:.4f}", quality.mrr);
         });
}

std::string calibration_table(const HeldOutReport& report) {
  std::string table;
  for (const HeldOutRow& row : report.rows) {
    if (row.calibration.empty()) continue;
    std::string confidences, cosines;
    for (const CalibrationPart& part : row.calibration) {
      confidences += fmt::format("  {:>5.2f}", part.confidence);
      cosines += fmt::format("  {:>5.2f}", part.cosine);
    }
    table += fmt::format("{:>8}  {:10}{}\n", row.contexts, "confidence", confidences);
    table += fmt::format("{:>8}  {:10}{}\n", "", "cosine", cosines);
  }
  if (table.empty()) return "the confidence of this model is not calibrated\n";
  return fmt::format("{:>8}  {:10}  {}\n", "contexts", "",
                     "means over tenths of the words, the least confident first") +
         table;
}

Json held_out_json(const std::vector<HeldOutRow>& rows) {
  Json json = Json::array();
  for (const HeldOutRow& row : rows) json.push_back(row_json(row));
  return json;
}

Json frequencies_json(const HeldOutReport& report) {
  Json json = Json::array();
  for (const HeldOutBand& band : report.bands)
    json.push_back({{"low", band.low}, {"high", band.high}, {"counts", held_out_json(band.rows)}});
  return json;
}

}  // namespace oovec::cli
