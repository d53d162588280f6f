#include "lab/experiment/latex.h"

#include <algorithm>
#include <vector>

#include <fmt/format.h>

namespace oovec::lab {
namespace {

using Cells = std::vector<std::string>;

std::string text(const Json& value) { return escape_latex(value.get<std::string>()); }

// A figure, bold if its name is in the system's list "best". Minus signs need mathematics.
std::string figure(const Json& system, const std::string& name, const Json& value, int digits) {
  std::string number = fmt::format("{:.{}f}", value.get<double>(), digits);
  if (number.front() == '-') number = fmt::format("$-${}", number.substr(1));
  const Json& best = system.at("best");
  const bool is_best = std::find(best.begin(), best.end(), name) != best.end();
  return is_best ? fmt::format("\\textbf{{{}}}", number) : number;
}

std::string interval(const Json& bounds, int digits) {
  return fmt::format("${:.{}f}$ -- ${:.{}f}$", bounds[0].get<double>(), digits,
                     bounds[1].get<double>(), digits);
}

// Of what is compared with itself there is none.
std::string p_value(const Json& system) {
  const Json& comparison = system.at("comparison");
  return comparison.is_null() ? "--" : fmt::format("{:.3f}", comparison.at("p").get<double>());
}

class Tabular {
 public:
  // `comment` is not shown. Columns but the first hold numbers.
  Tabular(const std::string& comment, const Cells& header) {
    text_ = fmt::format("\n% {}\n\\begin{{tabular}}{{l{}}}\n\\toprule\n", comment,
                        std::string(header.size() - 1, 'r'));
    add(header);
    text_ += "\\midrule\n";
  }

  void add(const Cells& cells) { text_ += fmt::format("{} \\\\\n", fmt::join(cells, " & ")); }

  std::string finish() { return text_ + "\\bottomrule\n\\end{tabular}\n"; }

 private:
  std::string text_;
};

// Who p-values are against.
std::string against(const Json& systems) {
  for (const Json& system : systems)
    if (!system.at("comparison").is_null())
      return "p against " + text(system.at("comparison").at("against"));
  return "one system";
}

std::string definitions(const Json& dn) {
  const Json& systems = dn.at("systems");
  Tabular table(
      fmt::format("Definitional Nonce: {} words, {}", dn.at("words").size(), against(systems)),
      {"system", "median rank", "95\\,\\%", "MRR", "95\\,\\%", "$p$"});
  for (const Json& system : systems)
    table.add({text(system.at("name")), figure(system, "median_rank", system.at("median_rank"), 1),
               interval(system.at("median_rank_95"), 1), figure(system, "mrr", system.at("mrr"), 3),
               interval(system.at("mrr_95"), 3), p_value(system)});
  return table.finish();
}

std::string rare_words(const Json& crw) {
  const Json& systems = crw.at("systems");
  Cells header = {"system"};
  for (const Json& count : crw.at("contexts")) header.push_back(count.dump());
  for (const char* name : {"mean", "95\\,\\%", "$p$"}) header.emplace_back(name);
  Tabular table(fmt::format("Contextual Rare Words: Spearman's rho by the number of contexts, {} "
                            "pairs, {} (of the mean)",
                            crw.at("pairs").dump(), against(systems)),
                header);
  for (const Json& system : systems) {
    Cells cells = {text(system.at("name"))};
    for (std::size_t i = 0; i < crw.at("contexts").size(); ++i)
      cells.push_back(
          figure(system, "rho@" + crw.at("contexts")[i].dump(), system.at("rho")[i], 3));
    cells.push_back(figure(system, "mean_rho", system.at("mean_rho"), 3));
    cells.push_back(interval(system.at("mean_rho_95"), 3));
    cells.push_back(p_value(system));
    table.add(cells);
  }
  return table.finish();
}

// A column of ρ and one of p for each file.
std::string correlations(const std::string& title, const Json& list, const std::string& size) {
  Cells header = {"system"};
  std::string comment = title + ": Spearman's rho";
  for (const Json& data : list) {
    header.push_back(text(data.at("data")));
    header.emplace_back("$p$");
    comment += fmt::format("; {}, {} {}, {}", text(data.at("data")), data.at(size).dump(),
                           size == "words" ? "words" : "pairs that all systems have vectors for",
                           against(data.at("systems")));
  }
  Tabular table(comment, header);
  for (std::size_t i = 0; i < list.front().at("systems").size(); ++i) {
    Cells cells = {text(list.front().at("systems")[i].at("name"))};
    for (const Json& data : list) {
      const Json& system = data.at("systems")[i];
      cells.push_back(figure(system, "rho", system.at("rho"), 3));
      cells.push_back(p_value(system));
    }
    table.add(cells);
  }
  return table.finish();
}

std::string sentences(const Json& results) {
  Cells header = {"system"};
  for (const Json& task : results.at("tasks")) header.push_back(text(task.at("task")));
  for (const char* name : {"mean", "$p$"}) header.emplace_back(name);
  const Json& means = results.at("means");
  Tabular table("Sentences: accuracy in per cent, " + against(means) + " (of the mean)", header);
  for (std::size_t i = 0; i < means.size(); ++i) {
    Cells cells = {text(means[i].at("name"))};
    for (const Json& task : results.at("tasks")) {
      const Json& system = task.at("systems")[i];
      cells.push_back(figure(system, "accuracy", 100 * system.at("accuracy").get<double>(), 1));
    }
    cells.push_back(figure(means[i], "accuracy", 100 * means[i].at("accuracy").get<double>(), 2));
    cells.push_back(p_value(means[i]));
    table.add(cells);
  }
  return table.finish();
}

}  // namespace

std::string escape_latex(std::string_view text) {
  std::string escaped;
  for (const char c : text) {
    if (c == '\\')
      escaped += "\\textbackslash{}";
    else if (c == '~')
      escaped += "\\textasciitilde{}";
    else if (c == '^')
      escaped += "\\textasciicircum{}";
    else if (c == '\n' || c == '\r')
      escaped += ' ';
    else if (std::string_view("&%$#_{}").find(c) != std::string_view::npos)
      escaped += fmt::format("\\{}", c);
    else
      escaped += c;
  }
  return escaped;
}

std::string make_latex(const Json& results) {
  std::string tex = fmt::format(
      "% Tables of the experiment {}, by oovec {}.\n"
      "% Bold: the 95 % interval overlaps with no other system's. p: paired bootstrap test.\n"
      "\\providecommand{{\\toprule}}{{\\hline}}\n"
      "\\providecommand{{\\midrule}}{{\\hline}}\n"
      "\\providecommand{{\\bottomrule}}{{\\hline}}\n",
      text(results.at("title")), results.at("oovec").get<std::string>());
  if (results.contains("dn")) tex += definitions(results.at("dn"));
  if (results.contains("crw")) tex += rare_words(results.at("crw"));
  if (results.contains("chimeras"))
    tex += correlations("Chimeras", results.at("chimeras"), "words");
  if (results.contains("wordsim"))
    tex += correlations("Word similarity", results.at("wordsim"), "common_pairs");
  if (results.contains("sentences")) tex += sentences(results.at("sentences"));
  return tex;
}

}  // namespace oovec::lab
