#include "oovec/experiment/report.h"

#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "oovec/experiment/assets.h"
#include "oovec/experiment/definition_report.h"
#include "oovec/experiment/examples.h"
#include "oovec/experiment/html.h"
#include "oovec/experiment/paper_figures.h"
#include "oovec/model/explain_html.h"
#include "oovec/text/html.h"

namespace oovec {
namespace {

std::string name_of(const Json& system) { return system.at("name").get<std::string>(); }

std::string rare_word_chart(const Json& crw) {
  Json series = Json::array();
  for (const Json& system : crw.at("systems")) {
    Json low = Json::array(), high = Json::array();
    for (const Json& interval : system.at("rho_95")) {
      low.push_back(interval[0]);
      high.push_back(interval[1]);
    }
    series.push_back(
        {{"name", system.at("name")}, {"values", system.at("rho")}, {"low", low}, {"high", high}});
  }
  return chart({{"kind", "lines"},
                {"title", "Spearman's ρ by the number of contexts"},
                {"x", {{"label", "number of contexts"}, {"values", crw.at("contexts")}}},
                {"y", {{"label", "Spearman’s ρ"}}},
                {"series", series}},
               "Agreement with human judgement, given more and more contexts; bands are 95 % "
               "intervals by bootstrap over the rare words.");
}

std::string rare_word_table(const Json& results) {
  const Json& crw = results.at("crw");
  std::vector<Cell> header = {{"system"}};
  for (const Json& count : crw.at("contexts")) header.push_back({count.dump(), true});
  header.push_back({"mean <small>95 %</small>", true});
  HtmlTable table(header);
  std::map<std::string, std::string> models;
  for (const Json& system : results.at("systems"))
    models[name_of(system)] = system.at("model").get<std::string>();
  for (const Json& system : crw.at("systems")) {
    std::vector<Cell> row = {text_cell(name_of(system))};
    for (const Json& rho : system.at("rho")) row.push_back(number_cell(rho.get<double>(), 3));
    row.push_back(estimate_cell(system.at("mean_rho"), system.at("mean_rho_95"), 3));
    table.add(std::move(row));
    for (const PaperRareWords& paper : paper_rare_words) {
      if (models.at(name_of(system)) != paper.model) continue;
      row = {{"<span class=\"faint\">– in the paper</span>"}};
      for (const double rho : paper.rho) row.push_back(number_cell(rho, 3));
      row.push_back({"", true});
      table.add(std::move(row));
    }
  }
  return table.html();
}

std::string rare_word_section(const Json& results) {
  const Json& crw = results.at("crw");
  return fmt::format(
             "<h2 id=\"crw\">Contextual Rare Words</h2>\n"
             "<p>Spearman’s ρ between human judgement of {} pairs and the cosine with the vector "
             "inferred from some sentences; {} of the sentences drawn.</p>\n",
             crw.at("pairs").get<std::uint64_t>(),
             crw.at("trials") == 1 ? "one sample" : crw.at("trials").dump() + " samples") +
         rare_word_chart(crw) + rare_word_table(results);
}

std::string neighbor_cell(const Json& example, const char* kind) {
  if (!example.contains(kind) || example.at(kind).is_null()) return "–";
  std::string html;
  for (const Json& neighbor : example.at(kind).at("neighbors"))
    html += (html.empty() ? "" : ", ") + isolate_html(neighbor.at("word").get<std::string>());
  const Json& rank = example.at(kind).at("rank");
  if (!rank.is_null()) html += fmt::format("<br><small>rank {}</small>", rank.dump());
  return html;
}

std::string neighbor_table(const Json& words) {
  std::vector<Cell> header = {{""}};
  for (const Json& example : words)
    header.push_back({isolate_html(example.at("word").get<std::string>())});
  HtmlTable table(header);
  for (const char* kind : {"form", "context", "joint"}) {
    std::vector<Cell> row = {text_cell(kind == std::string_view("joint") ? "both" : kind)};
    for (const Json& example : words) row.push_back({neighbor_cell(example, kind)});
    table.add(std::move(row));
  }
  return table.html();
}

std::string example_section(const Json& results) {
  const Json& examples = results.at("examples");
  const Json& words = examples.at("words");
  std::string html = fmt::format(
      "<h2 id=\"examples\">Examples</h2>\n<p>What <i>{}</i>{} makes of some words: the nearest "
      "words "
      "of their form, their contexts and both, and the rank of the word itself.</p>\n",
      escape_html(examples.at("system").get<std::string>()),
      examples.at("seed").is_null() ? "" : fmt::format(" (seed {})", examples.at("seed").dump()));
  html += neighbor_table(words) +
          "<p>The stronger the colour of an n-gram or word, the more the form or context embedding "
          "turns when it is left out.</p>\n";
  for (const Json& example : words)
    html += fmt::format("<div class=\"example\"><h3>{}</h3>\n{}</div>\n",
                        isolate_html(example.at("word").get<std::string>()),
                        explanation_fragment(explanation_of(example)));
  return html;
}

// Data that give one ρ for each system: a column each.
std::string correlation_section(const Json& list, std::string_view id, std::string_view title,
                                std::string_view text) {
  std::vector<Cell> header = {{"system"}};
  for (const Json& data : list)
    header.push_back({escape_html(data.at("data").get<std::string>()), true});
  HtmlTable table(header);
  const Json& first = list.front().at("systems");
  for (std::size_t i = 0; i < first.size(); ++i) {
    std::vector<Cell> row = {text_cell(name_of(first[i]))};
    for (const Json& data : list) {
      const Json& system = data.at("systems")[i];
      Cell cell = estimate_cell(system.at("rho"), system.at("rho_95"), 3);
      if (system.contains("left_out"))
        cell.html += fmt::format("<br><small>{} pairs, {} left out</small>",
                                 system.at("pairs").dump(), system.at("left_out").dump());
      row.push_back(std::move(cell));
    }
    table.add(std::move(row));
  }
  return fmt::format("<h2 id=\"{}\">{}</h2>\n<p>{}</p>\n", id, title, text) + table.html();
}

// A row for each system and seed, a column for each step.
std::string timing_table(const Json& timings) {
  std::vector<std::string> steps, rows;
  std::map<std::pair<std::string, std::string>, double> seconds;
  const auto add = [](std::vector<std::string>& names, const std::string& name) {
    if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
  };
  for (const Json& timing : timings) {
    const auto step = timing.at("step").get<std::string>();
    const auto of = timing.at("of").get<std::string>();
    add(steps, step);
    add(rows, of);
    seconds[{of, step}] = timing.at("seconds").get<double>();
  }
  std::vector<Cell> header = {{"seconds"}};
  for (const std::string& step : steps) header.push_back({escape_html(step), true});
  HtmlTable table(header);
  for (const std::string& of : rows) {
    std::vector<Cell> row = {text_cell(of)};
    for (const std::string& step : steps) {
      const auto found = seconds.find({of, step});
      row.push_back(found == seconds.end() ? Cell{"", true} : number_cell(found->second, 1));
    }
    table.add(std::move(row));
  }
  return table.html();
}

std::string input_section(const Json& results) {
  HtmlTable inputs({{"input"}, {"file"}, {"bytes", true}, {"fingerprint"}});
  for (const Json& input : results.at("inputs"))
    inputs.add({text_cell(input.at("role").get<std::string>()),
                text_cell(input.at("name").get<std::string>()),
                {input.at("bytes").dump(), true},
                text_cell(input.at("fingerprint").get<std::string>())});
  return "<h2 id=\"inputs\">Inputs and timings</h2>\n" + inputs.html() +
         "<p>Systems that were trained together show the time of all of them; of a step that was "
         "stopped and gone on with, the last part counts.</p>\n" +
         timing_table(results.at("timings"));
}

std::string sections(const Json& results) {
  std::string html;
  if (results.contains("dn")) html += definition_section(results);
  if (results.contains("crw")) html += rare_word_section(results);
  if (results.contains("examples")) html += example_section(results);
  if (results.contains("dn"))
    html += alpha_section(results) + rank_difference_section(results) + group_section(results);
  if (results.contains("chimeras"))
    html += correlation_section(
        results.at("chimeras"), "chimeras", "Chimeras",
        "Spearman’s ρ between ratings and cosines, the mean over made-up words, which have no form "
        "that could tell.");
  if (results.contains("wordsim"))
    html += correlation_section(results.at("wordsim"), "wordsim", "Word similarity",
                                "Spearman’s ρ between human judgement and cosines; words without a "
                                "vector get one from their form.");
  return html + input_section(results);
}

// Links to the sections, by their headings.
std::string navigation(std::string_view html) {
  constexpr std::string_view heading = "<h2 id=\"";
  std::string links;
  for (std::size_t at = 0; (at = html.find(heading, at)) != std::string_view::npos;) {
    at += heading.size();
    const std::size_t id_end = html.find('"', at);
    const std::size_t title = id_end + 2;
    links += fmt::format("<a href=\"#{}\">{}</a>\n", html.substr(at, id_end - at),
                         html.substr(title, html.find('<', title) - title));
  }
  return "<nav>" + links + "</nav>\n";
}

}  // namespace

std::string report_page(const Json& results) {
  const std::string content = sections(results);
  return fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
      "style-src 'unsafe-inline'; script-src 'unsafe-inline'\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<title>oovec experiment</title>\n<style>\n{}{}</style>\n</head>\n<body>\n"
      "<h1>Vectors for unseen words</h1>\n"
      "<p class=\"faint\">{} systems, oovec {}</p>\n"
      "<noscript><p>Charts need JavaScript; all of their numbers are in the tables and CSV files."
      "</p></noscript>\n{}{}"
      "<footer>Charts are drawn with D3, which is part of this page.</footer>\n"
      "<script>\n/*\n{}*/\n{}</script>\n<script>\n{}</script>\n</body>\n</html>\n",
      report_style(), explanation_style(), results.at("systems").size(),
      escape_html(results.at("oovec").get<std::string>()), navigation(content), content,
      d3_license(), d3_script(), charts_script());
}

}  // namespace oovec
