#include "lab/eval/classify.h"

#include <cmath>

#include <gtest/gtest.h>

#include "oovec/base/random.h"

namespace oovec::lab {
namespace {

// Three clouds on a line, which one straight cut after the other can tell apart.
LabelledRows clouds(std::size_t count) {
  Random random(1);
  LabelledRows rows{2, {}, {}};
  for (std::size_t i = 0; i < count; ++i) {
    const int label = static_cast<int>(i % 3);
    rows.labels.push_back(label);
    const float angle = 2.1F * static_cast<float>(label);
    rows.values.push_back(3 * std::cos(angle) + random.unit() - 0.5F);
    rows.values.push_back(3 * std::sin(angle) + random.unit() - 0.5F);
  }
  return rows;
}

TEST(Classify, TellsCloudsApart) {
  const LabelledRows rows = clouds(300);
  std::vector<std::size_t> training, tested;
  for (std::size_t i = 0; i < rows.size(); ++i) (i < 200 ? training : tested).push_back(i);
  const std::vector<int> found = classify(rows, training, tested, 1);
  for (std::size_t i = 0; i < tested.size(); ++i) EXPECT_EQ(found[i], rows.labels[tested[i]]);
}

TEST(Classify, HasABias) {
  const LabelledRows rows{1, {5, 6, 7, 8}, {1, 1, 0, 0}};
  const std::vector<std::size_t> all = {0, 1, 2, 3};
  EXPECT_EQ(classify(rows, all, all, 100), rows.labels);
}

TEST(Classify, ASmallCostLeavesThingsAtTheMajority) {
  const LabelledRows rows{1, {-0.1F, 1, 1, 1}, {4, 7, 7, 7}};
  const std::vector<std::size_t> all = {0, 1, 2, 3};
  EXPECT_EQ(classify(rows, all, all, 1e-3), (std::vector<int>{7, 7, 7, 7}));
  EXPECT_EQ(classify(rows, all, all, 100), rows.labels);
}

}  // namespace
}  // namespace oovec::lab
