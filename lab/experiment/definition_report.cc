#include "lab/experiment/definition_report.h"

#include <algorithm>

#include <fmt/format.h>

#include "lab/eval/metrics.h"
#include "lab/experiment/definition_results.h"
#include "lab/experiment/html.h"
#include "lab/experiment/paper_figures.h"
#include "lab/experiment/systems.h"
#include "oovec/text/html.h"

namespace oovec::lab {
namespace {

constexpr std::size_t words_shown = 12;

const Json& systems_of(const Json& results) { return results.at("dn").at("systems"); }

std::string type_of(const std::string& model) {
  if (const auto* row = find_model(paper_definitions, model)) return std::string(row->type);
  if (model == "avg") return "C";
  if (model == "stem") return "S";
  return model == "mlp" || model == "componentwise" || model == "iterative" ? "S&C" : "–";
}

// The spread of a figure over seeds, if there are several.
Cell seed_spread(const Json& system, const char* figure, int digits) {
  std::vector<double> values;
  for (const Json& seed : system.at("seeds")) values.push_back(seed.at(figure).get<double>());
  if (values.size() < 2) return {"–", true};
  return {fmt::format("± {:.{}f}", spread(values).deviation, digits), true};
}

double best_of(const Json& systems, const char* figure, bool highest) {
  double best = systems.front().at(figure).get<double>();
  for (const Json& system : systems) {
    const double value = system.at(figure).get<double>();
    if (highest ? value > best : value < best) best = value;
  }
  return best;
}

std::vector<Cell> result_row(const Json& system, const std::string& model, const Json& systems) {
  const PaperDefinitions* paper = find_model(paper_definitions, model);
  Cell median = estimate_cell(system.at("median_rank"), system.at("median_rank_95"), 1);
  Cell mrr = estimate_cell(system.at("mrr"), system.at("mrr_95"), 4);
  median.best = system.at("median_rank") == best_of(systems, "median_rank", false);
  mrr.best = system.at("mrr") == best_of(systems, "mrr", true);
  return {text_cell(name_of(system)),
          text_cell(type_of(model)),
          median,
          seed_spread(system, "median_rank", 1),
          {paper ? std::string(paper->median_rank) : "–", true},
          mrr,
          seed_spread(system, "mrr", 4),
          {paper ? std::string(paper->mrr) : "–", true}};
}

// In the paper's order; what it does not have comes last.
std::string result_table(const Json& results) {
  HtmlTable table({{"system"},
                   {"type"},
                   {"median rank <small>95 %</small>", true},
                   {"seeds", true},
                   {"paper", true},
                   {"MRR <small>95 %</small>", true},
                   {"seeds", true},
                   {"paper", true}});
  const auto models = models_of(results);
  const Json& systems = systems_of(results);
  for (const PaperDefinitions& paper : paper_definitions) {
    bool is_ours = false;
    for (const Json& system : systems) {
      const std::string& model = models.at(name_of(system));
      if (model != paper.model) continue;
      table.add(result_row(system, model, systems));
      is_ours = true;
    }
    const auto cell = [](std::string_view text) { return Cell{std::string(text), true}; };
    if (!is_ours)
      table.add({text_cell(paper.name), text_cell(paper.type), cell("–"), cell("–"),
                 cell(paper.median_rank), cell("–"), cell("–"), cell(paper.mrr)});
  }
  for (const Json& system : systems) {
    const std::string& model = models.at(name_of(system));
    if (!find_model(paper_definitions, model)) table.add(result_row(system, model, systems));
  }
  return table.html();
}

std::string result_chart(const Json& results) {
  Json rows = Json::array();
  const auto models = models_of(results);
  for (const Json& system : systems_of(results)) {
    const PaperDefinitions* paper = find_model(paper_definitions, models.at(name_of(system)));
    rows.push_back({{"name", system.at("name")},
                    {"value", system.at("mrr")},
                    {"low", system.at("mrr_95")[0]},
                    {"high", system.at("mrr_95")[1]},
                    {"paper", paper ? Json(std::stod(std::string(paper->mrr))) : Json()}});
  }
  return chart(
      {{"kind", "intervals"},
       {"title", "Mean reciprocal rank on definitions"},
       {"x", {{"label", "mean reciprocal rank"}}},
       {"rows", rows}},
      "Mean reciprocal rank with its 95 % interval; hollow diamonds are the paper's figures.");
}

// The words with the lowest or highest α of a model.
std::string extreme_words(const Json& words, const Json& alphas, bool highest) {
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < alphas.size(); ++i)
    if (!alphas[i].is_null()) order.push_back(i);
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    const double x = alphas[a].get<double>(), y = alphas[b].get<double>();
    return highest ? x > y : x < y;
  });
  order.resize(std::min(order.size(), words_shown));
  std::string html;
  for (const std::size_t i : order)
    html += fmt::format("{}{} <small>{:.2f}</small>", html.empty() ? "" : ", ",
                        isolate_html(words[i].get<std::string>()), alphas[i].get<double>());
  return html;
}

std::vector<std::string> bucket_labels() {
  std::vector<std::string> labels;
  labels.reserve(rank_buckets.size());
  for (const int bucket : rank_buckets)
    labels.push_back(bucket < 0 ? fmt::format("−{}", -bucket) : fmt::format("{}", bucket));
  return labels;
}

// The counts of the buckets as shares of all words, in per cent.
template <class Counts>
void add_shares(const Counts& counts, std::vector<Cell>& row) {
  double all = 0;
  for (const double count : counts) all += count;
  for (const double count : counts) row.push_back(number_cell(100 * count / all, 1));
}

// The numbers of the charts, ours and the paper's.
std::string rank_difference_table(const Json& results) {
  std::vector<Cell> header = {{"added"}, {"to"}, {"gives, % of the words"}};
  for (const std::string& label : bucket_labels()) header.push_back({label, true});
  HtmlTable table(header);
  const auto models = models_of(results);
  for (const Json& item : results.at("dn").at("rank_differences")) {
    const auto added = item.at("added").get<std::string>();
    const auto to = item.at("to").get<std::string>();
    std::vector<Cell> row = {text_cell(added), text_cell(item.at("from").get<std::string>()),
                             text_cell(to)};
    add_shares(item.at("words").get<std::vector<double>>(), row);
    table.add(std::move(row));
    for (const PaperDifferences& paper : paper_differences) {
      if (paper.added != added || paper.model != models.at(to)) continue;
      row = {{""}, {""}, {"<span class=\"faint\">– in the paper</span>"}};
      add_shares(paper.words, row);
      table.add(std::move(row));
    }
  }
  return table.html();
}

// What adding form or context does to one model.
std::string rank_difference_chart(const Json& dn, const std::string& added,
                                  const std::string& from) {
  Json series = Json::array();
  for (const Json& item : dn.at("rank_differences")) {
    if (item.at("added") == added && item.at("from") == from)
      series.push_back({{"name", item.at("to")}, {"values", item.at("words")}});
  }
  const std::string caption = fmt::format(
      "Adding {} to <i>{}</i>: how many words there are by how far their rank moves; below 0 it "
      "improves.",
      added, escape_html(from));
  return chart({{"kind", "bars"},
                {"title", fmt::format("Rank differences when {} is added", added)},
                {"x", {{"label", "rank difference, nearest bucket"}, {"values", bucket_labels()}}},
                {"y", {{"label", "words"}}},
                {"series", series}},
               caption);
}

std::string paper_group_table() {
  std::vector<Cell> header = {{"in the paper"}};
  for (const PaperGroup& group : paper_groups)
    header.push_back({fmt::format("{} <small>{} words</small>", group.name, group.words), true});
  HtmlTable table(header);
  for (const PaperGroups& paper : paper_group_figures) {
    std::vector<Cell> row = {text_cell(paper.model)};
    for (const double mrr : paper.mrr) row.push_back(number_cell(mrr, 2));
    table.add(std::move(row));
  }
  return table.html();
}

}  // namespace

std::string definition_section(const Json& results) {
  const Json& dn = results.at("dn");
  return fmt::format(
             "<h2 id=\"dn\">Definitional Nonce</h2>\n"
             "<p>The rank of a word's true vector among all words, by cosine to the one inferred "
             "from its definition: {} words, {} left out for want of a vector. Lower ranks and "
             "higher mean reciprocal ranks are better; intervals are by bootstrap over the words. "
             "Type: S uses the surface form, C contexts. The paper's figures are of its own "
             "vectors and test words, so compare their order rather than their size.</p>\n",
             dn.at("words").size(), dn.at("left_out").get<std::uint64_t>()) +
         result_table(results) + result_chart(results);
}

std::string alpha_section(const Json& results) {
  HtmlTable table(
      {{"system"}, {"mean α", true}, {"deviation", true}, {"lowest", true}, {"highest", true}});
  const Json& words = results.at("dn").at("words");
  std::string lists;
  bool any = false;
  for (const Json& system : systems_of(results)) {
    const Json& alpha = system.at("alpha");
    if (alpha.is_null()) continue;
    any = true;
    std::vector<Cell> row = {text_cell(name_of(system))};
    for (const char* key : {"mean", "deviation", "lowest", "highest"})
      row.push_back(number_cell(alpha.at(key).get<double>(), 3));
    table.add(std::move(row));
    const std::string by_form = extreme_words(words, alpha.at("words"), false);
    const std::string by_context = extreme_words(words, alpha.at("words"), true);
    if (by_form == by_context) continue;  // one α for all words
    lists += fmt::format(
        "<h3>{}</h3>\n<p><b>Most by form:</b> {}</p>\n<p><b>Most by context:</b> {}</p>\n",
        escape_html(name_of(system)), by_form, by_context);
  }
  if (!any) return "";
  return fmt::format(
             "<h2 id=\"alpha\">Form or context</h2>\n"
             "<p>α is the weight of the context in a vector, over the words of Definitional Nonce "
             "and all seeds. In the paper the single parameter is {:.2f}; the gate's mean is "
             "{:.2f}, from {:.2f} to {:.2f}.</p>\n",
             paper_single_alpha, paper_gated_alpha.mean, paper_gated_alpha.lowest,
             paper_gated_alpha.highest) +
         table.html() + lists;
}

std::string rank_difference_section(const Json& results) {
  const Json& dn = results.at("dn");
  if (dn.at("rank_differences").empty()) return "";
  std::string charts;
  std::pair<std::string, std::string> last;  // what was added, and to what
  for (const Json& item : dn.at("rank_differences")) {
    std::pair pair(item.at("added").get<std::string>(), item.at("from").get<std::string>());
    if (pair == last) continue;
    charts += rank_difference_chart(dn, pair.first, pair.second);
    last = std::move(pair);
  }
  return "<h2 id=\"differences\">What combining does</h2>\n" + charts +
         rank_difference_table(results);
}

std::string group_section(const Json& results) {
  const Json& systems = systems_of(results);
  std::vector<Cell> header = {{"system"}};
  for (const Json& group : systems.front().at("groups"))
    header.push_back({fmt::format("{} <small>{} words</small>",
                                  escape_html(group.at("group").get<std::string>()),
                                  group.at("words").get<std::uint64_t>()),
                      true});
  HtmlTable table(header);
  for (const Json& system : systems) {
    std::vector<Cell> row = {text_cell(name_of(system))};
    for (const Json& group : system.at("groups"))
      row.push_back(estimate_cell(group.at("mrr"), group.at("mrr_95"), 3));
    table.add(std::move(row));
  }
  const Json& groups = results.at("dn").at("groups");
  const auto without = std::count(groups.begin(), groups.end(), Json());
  std::string note;
  if (!results.at("config").contains("groups"))
    note = " Where a known word has the same stem, form alone can give a word away.";
  if (without > 0) note += fmt::format(" {} of {} words have no group.", without, groups.size());
  return "<h2 id=\"groups\">Groups of words</h2>\n"
         "<p>Mean reciprocal rank of the words of each group, with 95 % intervals." +
         note + " The paper's figures are for groups of its own.</p>\n" + table.html() +
         paper_group_table();
}

}  // namespace oovec::lab
