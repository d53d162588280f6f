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

TEST(Csv, TablesAreThoseOfTheData) {
  EXPECT_EQ(csv_names({Measure::crw}), (std::vector<std::string>{"crw.csv", "timings.csv"}));
}

}  // namespace
}  // namespace oovec::lab
