#include "lab/experiment/comparison.h"

#include <array>
#include <vector>

#include <gtest/gtest.h>

namespace oovec::lab {
namespace {

// Each sample is a little above or below the value.
SampledSystem sampled(const std::string& name, double value) {
  SampledSystem system{name, value, {}};
  for (int i = 0; i < 100; ++i) system.samples.push_back(value + 0.001 * ((i * 37) % 100 - 50));
  return system;
}

Json systems_of(const SampledTable& table) {
  Json systems = Json::array();
  for (const SampledSystem& system : table) systems.push_back({{"name", system.name}});
  return systems;
}

TEST(Comparisons, AreAgainstTheBest) {
  const SampledTable table = {sampled("low", 0.1), sampled("high", 0.3), sampled("middle", 0.2)};
  Json systems = systems_of(table);
  add_comparisons(systems, table, "");
  EXPECT_TRUE(systems[1].at("comparison").is_null());
  EXPECT_EQ(systems[0].at("comparison").at("against"), "high");
  EXPECT_NEAR(systems[0].at("comparison").at("difference").get<double>(), -0.2, 1e-12);
  EXPECT_NEAR(systems[0].at("comparison").at("difference_95")[1].get<double>(), -0.2, 1e-12);
  EXPECT_NEAR(systems[0].at("comparison").at("p").get<double>(), 2 / 101.0, 1e-12);
}

TEST(Comparisons, AreAgainstTheBaselineThatIsNamed) {
  const SampledTable table = {sampled("low", 0.1), sampled("high", 0.3)};
  Json systems = systems_of(table);
  add_comparisons(systems, table, "low");
  EXPECT_TRUE(systems[0].at("comparison").is_null());
  EXPECT_GT(systems[1].at("comparison").at("difference").get<double>(), 0);
  systems = systems_of(table);
  add_comparisons(systems, table, "has no part in this table");
  EXPECT_EQ(systems[0].at("comparison").at("against"), "high");
}

TEST(Comparisons, OfTheSameFindNothing) {
  const SampledTable table = {sampled("a", 0.1), sampled("b", 0.1)};
  Json systems = systems_of(table);
  add_comparisons(systems, table, "");
  EXPECT_EQ(systems[1].at("comparison").at("p"), 1);
}

TEST(SummaryRow, NamesTheBestAndTheNext) {
  const TableSubject subject{"dn", "test.txt", "MRR", 300, "words"};
  const Json row = summary_row(subject, {sampled("a", 0.1), sampled("b", 0.3), sampled("c", 0.2)});
  EXPECT_EQ(row.at("measure"), "dn");
  EXPECT_EQ(row.at("data"), "test.txt");
  EXPECT_EQ(row.at("size"), 300);
  EXPECT_EQ(row.at("systems"), 3);
  EXPECT_EQ(row.at("best"), "b");
  EXPECT_EQ(row.at("next"), "c");
  EXPECT_NEAR(row.at("difference").get<double>(), 0.1, 1e-12);
  EXPECT_LT(row.at("p").get<double>(), 0.05);
  const Json alone = summary_row(subject, {sampled("a", 0.1)});
  EXPECT_EQ(alone.at("best"), "a");
  for (const char* key : {"next", "next_value", "difference", "difference_95", "p"})
    EXPECT_TRUE(alone.at(key).is_null()) << key;
}

Json with_intervals(std::vector<std::array<double, 3>> figures) {
  Json systems = Json::array();
  for (const auto& [low, value, high] : figures)
    systems.push_back({{"mrr", value}, {"mrr_95", {low, high}}, {"best", Json::array()}});
  return systems;
}

TEST(MarkBest, NeedsAnIntervalApartFromAllOthers) {
  Json systems = with_intervals({{0.1, 0.2, 0.3}, {0.4, 0.5, 0.6}, {0.0, 0.1, 0.39}});
  mark_best(systems, "mrr");
  EXPECT_EQ(systems[1].at("best"), Json::array({"mrr"}));
  EXPECT_TRUE(systems[0].at("best").empty());

  systems = with_intervals({{0.1, 0.2, 0.3}, {0.4, 0.5, 0.6}, {0.0, 0.1, 0.41}});
  mark_best(systems, "mrr");
  for (const Json& system : systems) EXPECT_TRUE(system.at("best").empty());
}

TEST(MarkBest, MayBeTheLowest) {
  Json systems = with_intervals({{1, 2, 3}, {4, 5, 6}});
  mark_best(systems, "mrr", /*lower_is_better=*/true);
  EXPECT_EQ(systems[0].at("best"), Json::array({"mrr"}));
  EXPECT_TRUE(systems[1].at("best").empty());
}

TEST(MarkBest, FindsFiguresOfLists) {
  Json systems = {
      {{"rho", {0.1, 0.9}}, {"rho_95", {{0, 0.2}, {0.8, 1}}}, {"best", Json::array()}},
      {{"rho", {0.1, 0.2}}, {"rho_95", {{0, 0.2}, {0.1, 0.3}}}, {"best", Json::array()}}};
  mark_best(systems, "rho@1", "/rho/0", "/rho_95/0");
  mark_best(systems, "rho@2", "/rho/1", "/rho_95/1");
  EXPECT_EQ(systems[0].at("best"), Json::array({"rho@2"}));
  EXPECT_TRUE(systems[1].at("best").empty());
}

TEST(MarkBest, OfOneSystemIsNone) {
  Json systems = with_intervals({{1, 2, 3}});
  mark_best(systems, "mrr");
  EXPECT_TRUE(systems[0].at("best").empty());
}

}  // namespace
}  // namespace oovec::lab
