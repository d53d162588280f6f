#include "apps/cli/compare_table.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "apps/cli/print.h"

namespace oovec::cli {
namespace {

// Cells of one width, however many bytes their letters take.
std::string cell(std::string_view text, std::size_t width) {
  return fmt::format("{:<{}}", printable(text), width);
}

std::string interval_text(const std::optional<Interval>& interval, int digits) {
  return interval ? fmt::format("{:.{}f} … {:.{}f}", interval->low, digits, interval->high, digits)
                  : "–";
}

std::string estimate_text(const std::optional<Estimated>& estimated, int digits) {
  if (!estimated) return cell("–", 26);
  return cell(fmt::format("{:6.{}f}  {}", estimated->value, digits,
                          estimated->interval ? interval_text(estimated->interval, digits) : ""),
              26);
}

std::string p_text(const std::optional<double>& p) { return p ? fmt::format("{:.4f}", *p) : "–"; }

template <class Words>
std::string word_list_text(const Words& words) {
  std::string text;
  for (const auto& word : words) text += (text.empty() ? "" : ", ") + printable(word.word);
  return text;
}

std::string anchors_text(const std::vector<AnchorCosine>& anchors) {
  std::string text;
  for (const AnchorCosine& anchor : anchors) {
    text += fmt::format("{}{} {:.3f}", text.empty() ? "" : ", ", printable(anchor.word),
                        anchor.cosine.value);
    if (anchor.cosine.interval)
      text += fmt::format(" ({})", interval_text(anchor.cosine.interval, 3));
  }
  return text;
}

// The first few, and how many more.
std::string left_out_text(const std::vector<LeftOut>& groups) {
  constexpr std::size_t most_listed = 10;
  const std::size_t listed = groups.size() <= most_listed ? groups.size() : most_listed - 1;
  std::string text;
  for (std::size_t i = 0; i < listed; ++i)
    text += fmt::format("  left out: {}, {}\n", printable(groups[i].name),
                        counted(groups[i].contexts, "context"));
  std::uint64_t rest = 0;
  for (std::size_t i = listed; i < groups.size(); ++i) rest += groups[i].contexts;
  if (listed < groups.size())
    text += fmt::format("  left out: {} more, {}; --json lists them\n",
                        with_commas(groups.size() - listed), counted(rest, "context"));
  return text;
}

std::string head_text(const ComparedWord& word, const CompareOptions& options) {
  std::string text =
      fmt::format("{}: {} of {}, from {}\n", printable(word.word),
                  counted(word.contexts, "context"), with_commas(word.found),
                  counted(word.documents, options.document.empty() ? "row" : "document"));
  if (word.without_value > 0)
    text += fmt::format("  {} in rows without a value\n", counted(word.without_value, "context"));
  if (word.without_words > 0)
    text += fmt::format("  {} without a word that has a vector\n",
                        counted(word.without_words, "context"));
  return text + left_out_text(word.left_out);
}

std::size_t name_width(const std::vector<CompareGroup>& groups) {
  std::size_t width = 8;
  for (const CompareGroup& group : groups) width = std::max(width, group.name.size());
  return std::min<std::size_t>(width, 30);
}

std::string groups_text(const ComparedWord& word, const CompareOptions& options) {
  const std::size_t width = name_width(word.groups);
  std::string text = fmt::format("\n{}  contexts  {}  nearest words\n",
                                 cell(options.over.empty() ? options.by : options.over, width),
                                 options.document.empty() ? "     rows" : "documents");
  for (const CompareGroup& group : word.groups)
    text +=
        fmt::format("{}  {:>8}  {:>9}  {}\n", cell(group.name, width), with_commas(group.contexts),
                    with_commas(group.documents), word_list_text(group.nearest));
  for (const CompareGroup& group : word.groups)
    if (!group.anchors.empty())
      text += fmt::format("{}  {}\n", cell(group.name, width), anchors_text(group.anchors));
  return text;
}

std::string pairs_text(const ComparedWord& word) {
  if (word.pairs.empty()) return "";
  const std::size_t width = 2 * name_width(word.groups) + 3;
  std::string text =
      fmt::format("\n{}  {}  {}  {}  {:<6}  p (Holm)\n", cell("", width), cell("cosine", 26),
                  cell("debiased", 26), cell("squared distance", 26), "p");
  for (const ComparePair& pair : word.pairs)
    text += fmt::format(
        "{}  {}  {}  {}  {:<6}  {}\n",
        cell(fmt::format("{} – {}", word.groups[pair.first].name, word.groups[pair.second].name),
             width),
        estimate_text(pair.cosine, 3), estimate_text(pair.debiased, 3),
        estimate_text(pair.squared_distance, 4), p_text(pair.p), p_text(pair.p_holm));
  if (word.p) text += fmt::format("all groups: p = {}\n", p_text(word.p));
  return text;
}

std::string typical_text(const CompareGroup& group) {
  std::string text;
  if (!group.typical_words.empty()) {
    text += fmt::format("\ntypical of {}\n", printable(group.name));
    for (const TypicalWord& word : group.typical_words)
      text += fmt::format("  {:.3f}  {}  {}\n", word.ratio.value,
                          cell(interval_text(word.ratio.interval, 3), 15), printable(word.word));
  }
  for (const TypicalContext& context : group.typical_contexts)
    text += fmt::format(
        "  “{}”{}\n", printable(context.text),
        context.document.empty() ? "" : fmt::format(" ({})", printable(context.document)));
  return text;
}

std::string covariate_text(const Covariate& covariate) {
  if (covariate.numeric)
    return fmt::format("  {}: a number, {:g} to {:g}, centred at its mean {:.6g}\n",
                       printable(covariate.name), covariate.low, covariate.high, covariate.mean);
  return fmt::format("  {}: a category, {} against {}\n", printable(covariate.name),
                     printable(fmt::format("{}", fmt::join(covariate.levels.begin() + 1,
                                                           covariate.levels.end(), ", "))),
                     printable(covariate.levels.front()));
}

std::string regression_text(const Regression& regression) {
  std::string text = "\ncovariates\n";
  for (const Covariate& covariate : regression.covariates) text += covariate_text(covariate);
  text += fmt::format("\n{:<24}  {:>10}  {:<36}  {:<6}  p (Holm)\n", "coefficient", "norm",
                      "squared norm, debiased", "p");
  for (const Coefficient& one : regression.coefficients) {
    std::string squared = "–";
    if (one.squared) {
      squared = fmt::format("{:.4g}", one.squared->value);
      if (one.squared->interval)
        squared += fmt::format("  {:.4g} … {:.4g}", one.squared->interval->low,
                               one.squared->interval->high);
    }
    text += fmt::format("{}  {:>10.4g}  {}  {:<6}  {}\n", cell(one.name, 24), one.norm,
                        cell(squared, 36), p_text(one.p), p_text(one.p_holm));
  }
  for (const Fitted& fitted : regression.fitted) {
    text +=
        fmt::format("\nat {}\n  {}\n", printable(fitted.values), word_list_text(fitted.nearest));
    if (!fitted.anchors.empty()) text += fmt::format("  {}\n", anchors_text(fitted.anchors));
  }
  return text;
}

}  // namespace

std::string compare_table(const CompareResult& result) {
  std::string text;
  for (const ComparedWord& word : result.words) {
    if (!text.empty()) text += '\n';
    text += head_text(word, result.options);
    if (!word.groups.empty()) text += groups_text(word, result.options);
    text += pairs_text(word);
    for (const CompareGroup& group : word.groups) text += typical_text(group);
    if (word.regression) text += regression_text(*word.regression);
  }
  text += fmt::format("\n{} read", counted(result.rows, "row"));
  if (result.bad_rows > 0)
    text += fmt::format(", {} of them unreadable", with_commas(result.bad_rows));
  if (result.rows_without_value > 0)
    text +=
        fmt::format(", {} without a value to compare by", with_commas(result.rows_without_value));
  return text + '\n';
}

}  // namespace oovec::cli
