#include "lab/experiment/latex.h"

#include <sstream>
#include <string>
#include <string_view>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace oovec::lab {
namespace {

using testing::HasSubstr;

Json no_comparison() { return nullptr; }

Json against_best(double p) { return {{"against", "a_b"}, {"p", p}}; }

Json some_results() {
  const Json dn_systems = {{{"name", "a_b"},
                            {"median_rank", 23.5},
                            {"median_rank_95", {20, 26}},
                            {"mrr", 0.2},
                            {"mrr_95", {0.18, 0.22}},
                            {"best", {"mrr"}},
                            {"comparison", no_comparison()}},
                           {{"name", "form"},
                            {"median_rank", 2000.0},
                            {"median_rank_95", {1000, 3000}},
                            {"mrr", 0.1},
                            {"mrr_95", {0.08, 0.12}},
                            {"best", Json::array()},
                            {"comparison", against_best(0.002)}}};
  const Json sim_systems = {
      {{"name", "a_b"}, {"rho", -0.25}, {"best", Json::array()}, {"comparison", no_comparison()}},
      {{"name", "form"}, {"rho", -0.5}, {"best", Json::array()}, {"comparison", against_best(1)}}};
  return {{"oovec", "1.0"},
          {"title", "100 % & more"},
          {"dn", {{"words", {"x", "y"}}, {"systems", dn_systems}}},
          {"wordsim",
           {{{"data", "men_full.txt"}, {"common_pairs", 7}, {"systems", sim_systems}},
            {{"data", "sim.txt"}, {"common_pairs", 8}, {"systems", sim_systems}}}}};
}

TEST(Latex, EscapesWhatHasAMeaning) {
  EXPECT_EQ(escape_latex("a_b & 5% #1 $x {y} c^2 ~ \\n\nend"),
            "a\\_b \\& 5\\% \\#1 \\$x \\{y\\} c\\textasciicircum{}2 \\textasciitilde{} "
            "\\textbackslash{}n end");
}

TEST(Latex, HasATableForEachTest) {
  const std::string tex = make_latex(some_results());
  EXPECT_THAT(tex, HasSubstr("the experiment 100 \\% \\& more, by oovec 1.0"));
  EXPECT_THAT(tex, HasSubstr("Definitional Nonce: 2 words, p against a\\_b\n"));
  EXPECT_THAT(tex, HasSubstr("a\\_b & 23.5 & $20.0$ -- $26.0$ & \\textbf{0.200} & $0.180$ -- "
                             "$0.220$ & -- \\\\\n"));
  EXPECT_THAT(tex, HasSubstr("0.100 & $0.080$ -- $0.120$ & 0.002 \\\\\n"));
  EXPECT_THAT(tex, HasSubstr("system & men\\_full.txt & $p$ & sim.txt & $p$ \\\\\n"));
  EXPECT_THAT(tex, HasSubstr("form & $-$0.500 & 1.000 & $-$0.500 & 1.000 \\\\\n"));
}

TEST(Latex, RowsHaveAsManyCellsAsThereAreColumns) {
  std::istringstream lines(make_latex(some_results()));
  std::size_t columns = 0, rows = 0;
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("%")) continue;
    if (const std::size_t at = line.find("tabular}{l"); at != std::string::npos)
      columns = line.size() - at - std::string_view("tabular}{}").size();
    if (!line.ends_with("\\\\")) continue;
    ++rows;
    std::size_t cells = 1;
    for (std::size_t i = 1; i < line.size(); ++i)
      cells += line[i] == '&' && line[i - 1] != '\\' ? 1 : 0;
    EXPECT_EQ(cells, columns) << line;
  }
  EXPECT_EQ(rows, 6U);
}

}  // namespace
}  // namespace oovec::lab
