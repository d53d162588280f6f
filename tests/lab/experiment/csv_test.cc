#include "lab/experiment/csv.h"

#include <gtest/gtest.h>

namespace oovec::lab {
namespace {

TEST(Csv, QuotesWhatNeedsIt) {
  const Json results = {
      {"dn",
       {{"words", {"plain", "a,b", "say \"hi\"", "pomme d'été"}},
        {"groups", {"x", nullptr, nullptr, nullptr}},
        {"systems",
         {{{"name", "gated"},
           {"seeds",
            {{{"seed", 1}, {"ranks", {1, 20, 3, 4}}, {"alphas", {0.5, nullptr, 0.25, 1.0}}}}}}}}}}};
  EXPECT_EQ(make_csv("words.csv", results),
            "system,seed,word,group,rank,alpha\n"
            "gated,1,plain,x,1,0.5\n"
            "gated,1,\"a,b\",,20,\n"
            "gated,1,\"say \"\"hi\"\"\",,3,0.25\n"
            "gated,1,pomme d'été,,4,1.0\n");
}

TEST(Csv, ComparisonsAreOfAllTables) {
  const Json comparison = {
      {"against", "best"}, {"difference", -0.5}, {"difference_95", {-0.6, -0.4}}, {"p", 0.002}};
  const Json systems = {{{"name", "best"}, {"comparison", nullptr}},
                        {{"name", "form"}, {"comparison", comparison}}};
  EXPECT_EQ(
      make_csv("comparisons.csv", {{"dn", {{"systems", systems}}},
                                   {"wordsim", {{{"data", "men.txt"}, {"systems", systems}}}}}),
      "measure,data,figure,system,against,difference,difference_low,difference_high,p\n"
      "dn,,mrr,form,best,-0.5,-0.6,-0.4,0.002\n"
      "wordsim,men.txt,rho,form,best,-0.5,-0.6,-0.4,0.002\n");
}

TEST(Csv, TablesAreThoseOfTheData) {
  EXPECT_EQ(csv_names({Measure::crw}),
            (std::vector<std::string>{"crw.csv", "comparisons.csv", "timings.csv"}));
}

}  // namespace
}  // namespace oovec::lab
