#include "lab/experiment/report.h"

#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "lab/baselines/baseline.h"
#include "lab/eval/rare_words.h"
#include "lab/experiment/assets.h"
#include "lab/experiment/definition_report.h"
#include "lab/experiment/examples.h"
#include "lab/experiment/html.h"
#include "lab/experiment/paper_figures.h"
#include "lab/experiment/systems.h"
#include "oovec/model/explain_page.h"
#include "oovec/text/html.h"

namespace oovec::lab {
namespace {

constexpr std::size_t most_bands = 6;  // more would hide each other

std::string rare_word_chart(const Json& crw) {
  const bool bands = crw.at("systems").size() <= most_bands;
  Json series = Json::array();
  for (const Json& system : crw.at("systems")) {
    Json& line =
        series.emplace_back(Json{{"name", system.at("name")}, {"values", system.at("rho")}});
    if (!bands) continue;
    for (const Json& interval : system.at("rho_95")) {
      line["low"].push_back(interval[0]);
      line["high"].push_back(interval[1]);
    }
  }
  return chart({{"kind", "lines"},
                {"title", "Spearman's ρ by the number of contexts"},
                {"x", {{"label", "number of contexts"}, {"values", crw.at("contexts")}}},
                {"y", {{"label", "Spearman’s ρ"}}},
                {"series", series}},
               std::string("Agreement with human judgement, given more and more contexts") +
                   (bands ? "; bands are 95 % intervals by bootstrap over the rare words." : "."));
}

// The paper's figures for a model, with vectors of the same kind; empty if it has none.
std::vector<Cell> paper_rare_word_row(const std::string& model, bool on_fasttext) {
  std::vector<Cell> row = {{"<span class=\"faint\">– in the paper</span>"}};
  if (const auto* paper = find_model(paper_on_fasttext, model);
      paper && (on_fasttext || model == "fasttext")) {
    for (std::size_t i = 1; i < RareWords::counts.size(); ++i) row.push_back({"", true});
    row.push_back(number_cell(paper->rho, 3));
  } else if (const auto* figure = find_model(paper_rare_words, model); figure && !on_fasttext) {
    for (const double rho : figure->rho) row.push_back(number_cell(rho, 3));
  } else {
    return {};
  }
  row.push_back({"", true});
  return row;
}

std::string rare_word_table(const Json& results) {
  const Json& crw = results.at("crw");
  std::vector<Cell> header = {{"system"}};
  for (const Json& count : crw.at("contexts")) header.push_back({count.dump(), true});
  header.push_back({"mean <small>95 %</small>", true});
  HtmlTable table(header);
  const auto models = models_of(results);
  const bool on_fasttext = results.at("fasttext_vectors").get<bool>();
  for (const Json& system : crw.at("systems")) {
    std::vector<Cell> row = {text_cell(name_of(system))};
    for (const Json& rho : system.at("rho")) row.push_back(number_cell(rho.get<double>(), 3));
    row.push_back(estimate_cell(system.at("mean_rho"), system.at("mean_rho_95"), 3));
    table.add(std::move(row));
    if (auto paper = paper_rare_word_row(models.at(name_of(system)), on_fasttext); !paper.empty())
      table.add(std::move(paper));
  }
  return table.html();
}

std::string rare_word_section(const Json& results) {
  const Json& crw = results.at("crw");
  return fmt::format(
             "<h2 id=\"crw\">Contextual Rare Words</h2>\n"
             "<p>Spearman’s ρ between human judgement of {} pairs and the cosine with the vector "
             "inferred from some sentences; {} of the sentences drawn. The paper's figures are of "
             "its own vectors and test pairs; its skip-gram vectors themselves, learned from all "
             "sentences, have {:.2f} there.</p>\n",
             crw.at("pairs").get<std::uint64_t>(),
             crw.at("trials") == 1 ? "one sample" : crw.at("trials").dump() + " samples",
             paper_rare_words_skipgram) +
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
  html +=
      neighbor_table(words) +
      "<p>The stronger the colour of an n-gram or word, the more the form or context embedding "
      "turns when it is left out. The bar shows what a vector is made of: α weighs the context, "
      "but embeddings of contexts are longer than those of forms.</p>\n";
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
      if (system.value("inferred", 0) + system.value("left_out", 0) > 0)
        cell.html += fmt::format("<br><small>{} pairs inferred, {} left out</small>",
                                 system.at("inferred").dump(), system.at("left_out").dump());
      row.push_back(std::move(cell));
    }
    table.add(std::move(row));
  }
  return fmt::format("<h2 id=\"{}\">{}</h2>\n<p>{}</p>\n", id, title, text) + table.html();
}

Json percent(const Json& share) {
  if (!share.is_array()) return 100 * share.get<double>();
  return {percent(share[0]), percent(share[1])};
}

std::string sentence_section(const Json& results) {
  const Json& sentences = results.at("sentences");
  std::vector<Cell> header = {{"system"}};
  for (const Json& task : sentences.at("tasks"))
    header.push_back(
        {fmt::format("{} <small>{}</small>", escape_html(task.at("task").get<std::string>()),
                     task.at("tested").dump()),
         true});
  header.push_back({"mean", true});
  header.push_back({"paper", true});
  HtmlTable table(header);
  const auto models = models_of(results);
  for (std::size_t i = 0; i < sentences.at("means").size(); ++i) {
    const Json& mean = sentences.at("means")[i];
    std::vector<Cell> row = {text_cell(name_of(mean))};
    for (const Json& task : sentences.at("tasks")) {
      const Json& system = task.at("systems")[i];
      row.push_back(
          estimate_cell(percent(system.at("accuracy")), percent(system.at("accuracy_95")), 1));
    }
    row.push_back(number_cell(100 * mean.at("accuracy").get<double>(), 2));
    const auto* paper = find_model(paper_sentences, models.at(name_of(mean)));
    row.push_back(paper ? number_cell(100 * paper->accuracy, 2) : Cell{"–", true});
    table.add(std::move(row));
  }
  return "<h2 id=\"sentences\">Sentences</h2>\n"
         "<p>Accuracy, in per cent, of logistic regression on the mean of a sentence’s vectors; "
         "words without a vector get one, of contexts from " +
         std::string(results.at("config").contains("corpus") ? "the corpus" : "the task") +
         ", or with <i>none</i> count for nothing. Beside each task, how many sentences are "
         "tested. The paper's means are over seven tasks (CR, MPQA, MR, MRPC, SST2, SST5, "
         "SUBJ).</p>\n"
         "<div class=\"stacked\">" +
         table.html() + "</div>\n";
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
         "<p>Systems that were trained together show the time of all of them.</p>\n" +
         timing_table(results.at("timings"));
}

bool lacks_context_vectors(const Json& results) {
  if (results.at("config").contains("context-vectors")) return false;
  for (const Json& system : results.at("systems")) {
    const auto baseline = enum_named<Baseline>(system.at("model").get<std::string>());
    if (baseline && needs_context_vectors(*baseline)) return true;
  }
  return false;
}

// What must be known to read the figures.
std::string remarks(const Json& results) {
  std::string html;
  for (const char* measure : {"dn", "crw"}) {
    if (!results.contains(measure)) continue;
    for (const Json& system : results.at(measure).at("systems")) {
      const Json& seen = system.at("seen");
      if (seen == 0) continue;
      html += fmt::format(
          "<p><b><i>{}</i> {} of the test words of {}</b>: its figures there {}say nothing of "
          "words "
          "that it has not seen.</p>\n",
          escape_html(name_of(system)),
          seen.is_null() ? "may have learned from any" : "has learned from " + seen.dump(), measure,
          seen.is_null() ? "may " : "");
    }
  }
  if (results.at("config").contains("dev"))
    html += fmt::format("<p>The best epoch of models was chosen on {}.</p>\n",
                        escape_html(results.at("config").at("dev").dump()));
  if (lacks_context_vectors(results))
    html +=
        "<p>No vectors of words as contexts were given: skipgram and nonce2vec take the vectors of "
        "words for these, too.</p>\n";
  if (results.at("config").contains("examples") && !results.contains("examples"))
    html += "<p>There is no model among the systems to explain the examples with.</p>\n";
  return html;
}

std::string option_text(const Json& options) {
  std::string text;
  for (const auto& [name, value] : options.items())
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", name,
                        value.is_string() ? value.get<std::string>() : value.dump());
  return text;
}

std::string system_section(const Json& results) {
  HtmlTable table({{"system"}, {"model"}, {"options"}});
  for (const Json& system : results.at("systems"))
    table.add({text_cell(name_of(system)), text_cell(system.at("model").get<std::string>()),
               text_cell(option_text(system.value("options", Json::object())))});
  return "<h2 id=\"systems\">Systems</h2>\n" + table.html();
}

std::string sections(const Json& results) {
  std::string html = remarks(results);
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
                                "Spearman’s ρ between human judgement and cosines. A word without "
                                "a vector gets one from its form; a pair with a word that gets "
                                "none is left out, so figures may be of different pairs.");
  if (results.contains("sentences")) html += sentence_section(results);
  return html + system_section(results) + input_section(results);
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

}  // namespace oovec::lab
