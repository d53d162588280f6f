#include "lab/experiment/report.h"

#include <array>

#include <fmt/format.h>

#include "lab/baselines/baseline.h"
#include "lab/eval/metrics.h"
#include "lab/experiment/assets.h"
#include "lab/experiment/paper_figures.h"
#include "lab/experiment/sources.h"
#include "lab/experiment/systems.h"
#include "oovec/base/options.h"
#include "oovec/model/assets.h"
#include "oovec/model/composition.h"
#include "oovec/text/page.h"

namespace oovec::lab {
namespace {

// A list of objects, made by `row` of each of the paper's figures.
template <class Figures, class Row>
Json list_of(const Figures& figures, const Row& row) {
  Json list = Json::array();
  for (const auto& figure : figures) list.push_back(row(figure));
  return list;
}

Json paper_json() {
  Json paper;
  paper["definitions"] = list_of(paper_definitions, [](const PaperDefinitions& row) {
    return Json{{"model", row.model},
                {"name", row.name},
                {"type", row.type},
                {"median_rank", row.median_rank},
                {"mrr", row.mrr}};
  });
  paper["rare_words"] = list_of(paper_rare_words, [](const PaperRareWords& row) {
    return Json{{"model", row.model}, {"rho", row.rho}};
  });
  paper["rare_words_skipgram"] = paper_rare_words_skipgram;
  paper["on_fasttext"] = list_of(paper_on_fasttext, [](const PaperOnFasttext& row) {
    return Json{{"model", row.model}, {"rho", row.rho}};
  });
  paper["single_alpha"] = paper_single_alpha;
  paper["gated_alpha"] = {{"mean", paper_gated_alpha.mean},
                          {"lowest", paper_gated_alpha.lowest},
                          {"highest", paper_gated_alpha.highest}};
  paper["groups"] = list_of(paper_groups, [](const PaperGroup& group) {
    return Json{{"name", group.name}, {"words", group.words}};
  });
  paper["group_figures"] = list_of(paper_group_figures, [](const PaperGroups& row) {
    return Json{{"model", row.model}, {"mrr", row.mrr}};
  });
  paper["differences"] = list_of(paper_differences, [](const PaperDifferences& row) {
    return Json{{"added", row.added}, {"model", row.model}, {"words", row.words}};
  });
  paper["sentences"] = list_of(paper_sentences, [](const PaperSentences& row) {
    return Json{{"model", row.model}, {"accuracy", row.accuracy}};
  });
  return paper;
}

std::string type_of(const std::string& model) {
  if (const auto* row = find_model(paper_definitions, model)) return std::string(row->type);
  if (model == "avg") return "C";
  if (model == "stem") return "S";
  const auto composition = enum_named<Composition>(model);
  if (!composition) return "–";
  if (!uses_form(*composition)) return "C";
  return uses_context(*composition) ? "S&C" : "S";
}

// The spread of a figure over seeds, if there are several.
Json seed_deviation(const Json& system, const char* figure) {
  std::vector<double> values;
  for (const Json& seed : system.at("seeds")) values.push_back(seed.at(figure).get<double>());
  return values.size() < 2 ? Json() : Json(spread(values).deviation);
}

void complete_definitions(Json& dn, const std::map<std::string, std::string>& models) {
  for (Json& system : dn.at("systems")) {
    system["type"] = type_of(models.at(name_of(system)));
    for (const char* figure : {"median_rank", "mrr"})
      system[fmt::format("{}_deviation", figure)] = seed_deviation(system, figure);
    for (Json& seed : system.at("seeds"))
      for (const char* of_words : {"ranks", "alphas"}) seed.erase(of_words);
  }
}

bool lacks_context_vectors(const Json& results) {
  if (results.at("config").contains("context-vectors")) return false;
  for (const Json& system : results.at("systems")) {
    const auto baseline = enum_named<Baseline>(system.at("model").get<std::string>());
    if (baseline && needs_context_vectors(*baseline)) return true;
  }
  return false;
}

}  // namespace

Json report_value(const Json& results) {
  Json value = results;
  if (value.contains("dn")) complete_definitions(value.at("dn"), models_of(results));
  value["paper"] = paper_json();
  value["lacks_context_vectors"] = lacks_context_vectors(results);
  value["sources"] = list_of(data_sources, [](const DataSource& source) {
    return Json{{"measure", enum_name(source.measure)}, {"name", source.name}, {"url", source.url}};
  });
  return value;
}

std::string report_page(const Json& results) {
  const std::string d3 = fmt::format("/*\n{}*/\n{}", d3_license(), d3_js());
  const std::array files = {
      PageFile{"style.css", style_css()},           PageFile{"d3.js", d3},
      PageFile{"elements.js", elements_js()},       PageFile{"tables.js", tables_js()},
      PageFile{"comparison.js", comparison_js()},   PageFile{"charts.js", charts_js()},
      PageFile{"explanation.js", explanation_js()}, PageFile{"report.js", report_js()}};
  return make_page(report_html(), files,
                   report_value(results).dump(-1, ' ', false, Json::error_handler_t::replace));
}

}  // namespace oovec::lab
