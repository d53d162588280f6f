#include "oovec/compare/compare.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include <nlohmann/json.hpp>

#include "tests/support/error_of.h"
#include "tests/support/models.h"
#include "tests/support/scratch.h"
#include "tests/support/texts.h"

namespace oovec {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

struct Row {
  std::string text, party, year, id;
};

// Speeches of two parties: one sentence with the word each, and some without.
std::vector<Row> speeches(std::size_t count = 40) {
  const std::vector<std::vector<std::string>> words = {
      {"sweet", "fruit", "citrus", "melon", "thick"}, {"unable", "employ", "off", "known", "well"}};
  Random random(1);
  std::vector<Row> rows;
  for (std::size_t i = 0; i < count; ++i) {
    const std::vector<std::string>& own = words[i % 2];
    std::string text = "A speech. The pomelo is";
    for (int j = 0; j < 4; ++j) text += " " + own[random.below(own.size())];
    rows.push_back({text + ". The end.", i % 2 == 0 ? "D" : "R", std::to_string(1950 + i),
                    "s" + std::to_string(i / 4 * 2 + i % 2)});
  }
  return rows;
}

std::string csv_of(const std::vector<Row>& rows) {
  std::string text = "id,party,year,speech\n";
  for (const Row& row : rows)
    text += row.id + "," + row.party + "," + row.year + ",\"" + row.text + "\"\n";
  return text;
}

std::vector<std::string> json_of(const std::vector<Row>& rows) {
  std::vector<std::string> lines;
  for (const Row& row : rows)
    lines.push_back(nlohmann::json{
        {"speech", row.text},
        {"party", row.party},
        {"year", std::stoi(row.year)},
        {"id", row.id}}.dump());
  return lines;
}

CompareOptions options_by(const std::string& by = "party") {
  CompareOptions options;
  options.words = {"pomelo"};
  options.text = "speech";
  options.by = by;
  options.min_contexts = 5;
  options.permutations = options.bootstraps = 60;
  options.threads = 1;
  return options;
}

CompareOptions regression_on(const std::string& formula) {
  CompareOptions options = options_by("");
  options.formula = formula;
  return options;
}

const Model& model() {
  static const Model model(small_model(Composition::balanced, 8));
  return model;
}

CompareResult compare_rows(const std::vector<Row>& rows, const CompareOptions& options) {
  const Scratch scratch;
  return compare_contexts(model(), {scratch.file("rows.csv", csv_of(rows))}, options);
}

std::string refusal(const CompareOptions& options, const std::string& text = csv_of(speeches())) {
  const Scratch scratch;
  return error_of(
             [&] { (void)compare_contexts(model(), {scratch.file("rows.csv", text)}, options); })
      .what();
}

TEST(Compare, FindsTheContextsOfEachGroup) {
  const CompareResult result = compare_rows(speeches(), options_by());
  const ComparedWord& word = result.words.at(0);
  EXPECT_EQ(word.word, "pomelo");
  EXPECT_EQ(word.found, 40U);
  EXPECT_EQ(word.documents, 40U);
  ASSERT_EQ(word.groups.size(), 2U);
  EXPECT_EQ(word.groups[0].name, "D");
  EXPECT_EQ(word.groups[0].contexts, 20U);
  EXPECT_EQ(result.rows, 40U);
  EXPECT_THAT(result.hints, IsEmpty());
}

TEST(Compare, TellsGroupsApartThatSpeakOfOtherThings) {
  const ComparedWord word = compare_rows(speeches(), options_by()).words.at(0);
  ASSERT_EQ(word.pairs.size(), 1U);
  EXPECT_EQ(*word.pairs[0].p, 1 / 61.0);
  EXPECT_LT(word.pairs[0].debiased->value, 0.9);
  EXPECT_GT(word.pairs[0].squared_distance->interval->low, 0);
  const auto typical = [&](std::size_t group) {
    std::vector<std::string> words;
    for (const TypicalWord& each : word.groups[group].typical_words) words.push_back(each.word);
    return words;
  };
  EXPECT_FALSE(typical(0).empty() && typical(1).empty());
  for (const std::string& each : typical(0)) EXPECT_THAT(typical(1), testing::Not(Contains(each)));
  EXPECT_THAT(word.groups[1].typical_contexts.at(0).text, HasSubstr("The pomelo is"));
}

TEST(Compare, DealtAtRandomGroupsAreTheSame) {
  std::vector<Row> rows = speeches(60);
  Random random(5);
  for (Row& row : rows) row.party = random.below(2) == 0 ? "D" : "R";
  const ComparedWord word = compare_rows(rows, options_by()).words.at(0);
  EXPECT_GT(*word.pairs[0].p, 0.05);
  EXPECT_LT(word.pairs[0].squared_distance->interval->low, 0);
}

TEST(Compare, IsTheSameForAnyOrderOfRowsThreadsFilesAndFormats) {
  std::vector<Row> rows = speeches();
  CompareOptions options = options_by();
  options.max_contexts = 10;  // so that it matters which are kept
  options.document = "id";
  const std::string expected = comparison_json(compare_rows(rows, options));
  options.threads = 3;
  EXPECT_EQ(comparison_json(compare_rows(rows, options)), expected);
  std::ranges::reverse(rows);
  EXPECT_EQ(comparison_json(compare_rows(rows, options)), expected);
  const Scratch scratch;
  const std::vector<std::string> lines = json_of(rows);
  const std::string first = lines_of({lines.begin(), lines.begin() + 7});
  const std::string second = lines_of({lines.begin() + 7, lines.end()});
  EXPECT_EQ(
      comparison_json(compare_contexts(
          model(), {scratch.file("a.jsonl", first), scratch.file("b.jsonl", second)}, options)),
      expected);
  options.lines.jsonl = "speech";
  EXPECT_EQ(comparison_json(compare_contexts(model(), source_of(lines), options)), expected);
}

TEST(Compare, AnotherSeedKeepsOthers) {
  CompareOptions options = options_by();
  options.max_contexts = 10;
  const auto vector = compare_rows(speeches(), options).words[0].groups[0].vector;
  EXPECT_EQ(compare_rows(speeches(), options).words[0].groups[0].found, 20U);
  options.seed = 2;
  EXPECT_NE(compare_rows(speeches(), options).words[0].groups[0].vector, vector);
}

TEST(Compare, DocumentsAreUnits) {
  CompareOptions options = options_by();
  options.document = "id";
  const ComparedWord word = compare_rows(speeches(), options).words.at(0);
  EXPECT_EQ(word.documents, 20U);  // of two sentences each
  EXPECT_EQ(word.groups[0].documents, 10U);
  EXPECT_EQ(word.split_documents, 0U);
  EXPECT_THAT(word.groups[0].typical_contexts.at(0).document, testing::StartsWith("s"));
}

TEST(Compare, ADocumentOfTwoGroupsCountsAsTwoAndIsTold) {
  std::vector<Row> rows = speeches();
  for (Row& row : rows) row.id = row.year.substr(0, 3);
  CompareOptions options = options_by();
  options.document = "id";
  const CompareResult result = compare_rows(rows, options);
  EXPECT_EQ(result.words[0].documents, 4U);
  EXPECT_EQ(result.words[0].split_documents, 4U);
  EXPECT_THAT(result.hints, Contains(HasSubstr("4 documents with \"pomelo\" have several values")));
  EXPECT_THAT(result.hints, Contains(HasSubstr("are from 4 documents")));
}

TEST(Compare, RowsWithoutAValueAreCountedAndLeftOut) {
  std::vector<Row> rows = speeches();
  rows[0].party = "";
  rows[1].party = "NA";
  const CompareResult result = compare_rows(rows, options_by());
  EXPECT_EQ(result.rows_without_value, 2U);
  EXPECT_EQ(result.words[0].without_value, 2U);
  EXPECT_EQ(result.words[0].groups[0].contexts, 19U);
}

TEST(Compare, SmallGroupsAreNamedAndLeftOut) {
  std::vector<Row> rows = speeches();
  rows[0].party = rows[2].party = "I";
  const ComparedWord word = compare_rows(rows, options_by()).words[0];
  ASSERT_EQ(word.left_out.size(), 1U);
  EXPECT_EQ(word.left_out[0].name, "I");
  EXPECT_EQ(word.left_out[0].contexts, 2U);
  EXPECT_EQ(word.groups.size(), 2U);
}

TEST(Compare, WordsMayBeOfSeveralTokensAndSpelledOtherwise) {
  std::vector<Row> rows = speeches();
  for (Row& row : rows) row.text += " Ice cream is thick and sweet.";
  CompareOptions options = options_by();
  options.words = {"Ice Cream", "POMELO", "pomelo", "durian"};
  const CompareResult result = compare_rows(rows, options);
  ASSERT_EQ(result.words.size(), 3U);
  EXPECT_EQ(result.words[0].word, "ice cream");
  EXPECT_EQ(result.words[0].found, 40U);
  EXPECT_EQ(result.words[1].word, "pomelo");
  EXPECT_THAT(result.hints, ElementsAre(HasSubstr("\"durian\" does not occur")));
  EXPECT_EQ(*result.words[1].pairs[0].p_holm, 2 * *result.words[1].pairs[0].p);
}

TEST(Compare, AWindowReachesAcrossSentences) {
  CompareOptions options = options_by();
  options.context.window = 2;
  const CompareResult result = compare_rows(speeches(), options);
  const std::string& text = result.words[0].groups[0].typical_contexts[0].text;
  EXPECT_THAT(text, testing::StartsWith("speech the pomelo is "));
  EXPECT_EQ(std::ranges::count(text, ' '), 4);
  EXPECT_THAT(result.hints, ElementsAre(HasSubstr("the model was trained on whole sentences")));
}

TEST(Compare, LongSentencesAreCutAroundTheWordAndSaySo) {
  std::string before, after;
  for (int i = 0; i < 60; ++i) before += "sweet ", after += " citrus";
  std::vector<Row> rows = speeches(20);
  for (Row& row : rows) row.text = before + "pomelo" + after;
  const std::string both =
      compare_rows(rows, options_by()).words[0].groups[0].typical_contexts[0].text;
  EXPECT_THAT(both, testing::StartsWith("… sweet sweet "));
  EXPECT_THAT(both, testing::EndsWith(" citrus citrus …"));
  EXPECT_EQ(std::ranges::count(both, ' '), 52);
  for (Row& row : rows) row.text = "Pomelo" + after;
  EXPECT_THAT(compare_rows(rows, options_by()).words[0].groups[0].typical_contexts[0].text,
              testing::StartsWith("pomelo citrus "));
}

TEST(Compare, WithAWindowEveryOccurrenceIsAContext) {
  std::vector<Row> rows = speeches(20);
  for (Row& row : rows) row.text = "Sweet pomelo fruit, well known melon pomelo citrus.";
  CompareOptions options = options_by();
  EXPECT_EQ(compare_rows(rows, options).words[0].found, 20U);
  options.context.window = 1;
  EXPECT_EQ(compare_rows(rows, options).words[0].found, 40U);
}

TEST(Compare, OverTimePeriodsAreComparedWithTheNext) {
  CompareOptions options = options_by("");
  options.over = "year";
  options.anchors = {"Fruit", "unable"};
  const ComparedWord word = compare_rows(speeches(), options).words[0];
  ASSERT_EQ(word.groups.size(), 4U);
  EXPECT_EQ(word.groups[0].name, "1950–1959");
  EXPECT_EQ(word.groups[3].start, 1980);
  EXPECT_EQ(word.pairs.size(), 3U);
  ASSERT_EQ(word.groups[0].anchors.size(), 2U);
  EXPECT_EQ(word.groups[0].anchors[0].word, "fruit");
  EXPECT_LE(word.groups[0].anchors[0].cosine.interval->low, word.groups[0].anchors[0].cosine.value);
}

TEST(Compare, OfAPeriodADocumentIsOneUnitWhateverItsYears) {
  std::vector<Row> rows = speeches();
  for (Row& row : rows) row.id = row.year.substr(0, 3);
  CompareOptions options = options_by("");
  options.over = "year";
  options.document = "id";
  options.step = 20;
  const ComparedWord word = compare_rows(rows, options).words[0];
  ASSERT_EQ(word.groups.size(), 3U);  // 1940 to 1959, 1960 to 1979, 1980 to 1999
  EXPECT_EQ(word.groups[1].contexts, 20U);
  EXPECT_EQ(word.groups[1].documents, 2U);
  EXPECT_EQ(word.split_documents, 0U);
  options.step = 5;
  EXPECT_EQ(compare_rows(rows, options).words[0].split_documents, 4U);
}

TEST(Compare, MorePeriodsThanCanBeComparedAreRefused) {
  CompareOptions options = options_by("");
  options.over = "year";
  options.step = options.min_contexts = 1;
  EXPECT_THAT(refusal(options, csv_of(speeches(401))),
              HasSubstr("there are 401 periods of 1 with enough contexts of \"pomelo\", more than "
                        "the 400 that can be compared; make `step` longer"));
}

TEST(Compare, RegressionTellsCovariatesApart) {
  CompareOptions options = regression_on("party + year");
  options.at = {"party=R,year=1960", "party=D"};
  options.anchors = {"sweet"};
  const CompareResult result = compare_rows(speeches(), options);
  const Regression& regression = *result.words[0].regression;
  ASSERT_EQ(regression.coefficients.size(), 2U);
  EXPECT_EQ(regression.coefficients[0].name, "party=R");
  EXPECT_EQ(*regression.coefficients[0].p, 1 / 61.0);
  EXPECT_GT(regression.coefficients[0].squared->interval->low, 0);
  EXPECT_GT(*regression.coefficients[1].p, 0.05);
  EXPECT_LT(regression.coefficients[1].squared->interval->low, 0);
  EXPECT_EQ(regression.covariates[0].levels, (std::vector<std::string>{"D", "R"}));
  EXPECT_EQ(regression.covariates[1].mean, 1969.5);
  ASSERT_EQ(regression.fitted.size(), 2U);
  EXPECT_EQ(regression.fitted[0].nearest.size(), 10U);
  EXPECT_NE(regression.fitted[0].vector, regression.fitted[1].vector);
  const AnchorCosine& sweet = regression.fitted[0].anchors.at(0);
  EXPECT_LT(sweet.cosine.interval->low, sweet.cosine.interval->high);
}

TEST(Compare, ARegressionThatCannotBeFittedIsAHint) {
  std::vector<Row> rows = speeches();
  for (Row& row : rows) row.year = row.party == "D" ? "1" : "2";
  const auto hints = [&](const std::string& formula) {
    return compare_rows(rows, regression_on(formula)).hints;
  };
  EXPECT_THAT(hints("party + year"), Contains(HasSubstr("linearly dependent")));
  for (Row& row : rows) row.year = "1";
  EXPECT_THAT(hints("year"), Contains(HasSubstr("year is 1 in all contexts")));
  EXPECT_THAT(hints("C(year)"), Contains(HasSubstr("year has a single level")));
}

TEST(Compare, ARegressionOnMoreLevelsThanCanBeFittedIsAHint) {
  CompareOptions options = regression_on("C(year)");
  options.min_contexts = 1;
  EXPECT_THAT(compare_rows(speeches(120), options).hints,
              ElementsAre(HasSubstr("its covariates have 119 coefficients, more than the 100 ")));
  EXPECT_THAT(compare_rows(speeches(30), options).hints,
              ElementsAre(HasSubstr("30 documents are too few for 30 coefficients")));
}

TEST(Compare, NormsThatASingleDocumentDecidesAreNotKnownAndAHint) {
  std::vector<Row> rows = speeches();
  for (std::size_t i = 0; i < 6; ++i) rows[i].party = "I", rows[i].id = "one";
  CompareOptions options = regression_on("party");
  options.document = "id";
  const CompareResult result = compare_rows(rows, options);
  EXPECT_FALSE(result.words[0].regression->coefficients[0].squared);
  EXPECT_THAT(result.hints,
              ElementsAre(HasSubstr("the debiased norms of \"pomelo\" are not known")));
}

TEST(Compare, NumbersThatTooFewDocumentsDetermineHaveNoIntervalAndAHint) {
  std::vector<Row> rows = speeches();
  for (std::size_t i = 0; i < rows.size(); ++i) rows[i].id = rows[i].party + (i < 20 ? "1" : "2");
  for (CompareOptions options : {options_by(), regression_on("party")}) {
    options.document = "id";
    EXPECT_THAT(compare_rows(rows, options).hints,
                Contains(HasSubstr("\"pomelo\" has numbers without an interval")));
    options.bootstraps = 0;
    EXPECT_THAT(compare_rows(rows, options).hints,
                testing::Not(Contains(HasSubstr("without an interval"))));
  }
}

TEST(Compare, HintsSayWhyThereIsNothingToCompare) {
  const auto hints = [](const std::vector<Row>& rows, const CompareOptions& options) {
    return compare_rows(rows, options).hints;
  };
  std::vector<Row> rows = speeches();
  for (Row& row : rows) row.year = "in " + row.year;
  CompareOptions over = options_by("");
  over.over = "year";
  EXPECT_THAT(hints(rows, over), ElementsAre(HasSubstr("has a number or a date such as")));
  for (Row& row : rows) row.party = "D";
  EXPECT_THAT(hints(rows, options_by()), ElementsAre(HasSubstr("are of D; there is nothing")));
  EXPECT_THAT(hints(rows, regression_on("party")), ElementsAre(HasSubstr("has a single level")));
  for (Row& row : rows) row.party = "NA";
  EXPECT_THAT(hints(rows, options_by()), ElementsAre(HasSubstr("has a value in \"party\"; check")));
  EXPECT_THAT(hints(rows, regression_on("year + party")),
              ElementsAre(HasSubstr("in every column of \"year + party\"")));
  rows = speeches();
  for (Row& row : rows) row.text = "Zzyzx pomelo qwxyz.";
  EXPECT_THAT(hints(rows, options_by()), ElementsAre(HasSubstr("no context of \"pomelo\" has")));
  CompareOptions many = options_by();
  many.min_contexts = 50;
  EXPECT_THAT(hints(speeches(), many), ElementsAre(HasSubstr("has too few contexts to compare")));
}

TEST(Compare, ANumberThatSomeValuesKeepFromBeingOneIsAHint) {
  std::vector<Row> rows = speeches();
  rows[3].year = "inf";
  EXPECT_THAT(
      compare_rows(rows, regression_on("party + year")).hints,
      Contains(HasSubstr("year is treated as a category, because \"inf\" is not a number")));
  EXPECT_THAT(compare_rows(rows, regression_on("party + C(year)")).hints,
              testing::Not(Contains(HasSubstr("is not a number"))));
  rows[3].year = "NaN";
  EXPECT_THAT(compare_rows(rows, regression_on("party + year")).hints, IsEmpty());
}

TEST(Compare, RowsWithoutADocumentAreCountedAndTold) {
  std::vector<Row> rows = speeches();
  rows[0].id = "";
  CompareOptions options = options_by();
  EXPECT_THAT(compare_rows(rows, options).hints, IsEmpty());
  options.document = "id";
  const CompareResult result = compare_rows(rows, options);
  EXPECT_EQ(result.words[0].without_document, 1U);
  EXPECT_EQ(result.words[0].documents, 21U);
  EXPECT_THAT(result.hints, ElementsAre(HasSubstr("1 context of \"pomelo\" is in rows without a "
                                                  "value in \"id\"")));
}

TEST(Compare, BlanksAroundValuesDoNotCount) {
  std::vector<Row> rows = speeches();
  CompareOptions options = options_by();
  options.document = "id";
  const std::string expected = comparison_json(compare_rows(rows, options));
  rows[0].party = " D";
  rows[1].party = "R ";
  rows[2].id = " " + rows[2].id;
  EXPECT_EQ(comparison_json(compare_rows(rows, options)), expected);
}

TEST(Compare, GroupsOfTheSameContextsDoNotDiffer) {
  std::vector<Row> rows = speeches(90);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    rows[i].text = "The pomelo is sweet citrus fruit.";
    rows[i].id = rows[i].party + std::to_string(i % 2 == 0 ? i % 7 : i % 31);
  }
  CompareOptions options = options_by();
  options.document = "id";
  EXPECT_EQ(*compare_rows(rows, options).words[0].pairs[0].p, 1);
}

TEST(Compare, QuestionsThatMakeNoSenseAreRefused) {
  CompareOptions options = options_by("");
  EXPECT_THAT(refusal(options), HasSubstr("there is nothing to compare by"));
  options.by = options.over = "year";
  EXPECT_THAT(refusal(options), HasSubstr("cannot be combined"));
  options = options_by("part");
  EXPECT_THAT(refusal(options), HasSubstr("did you mean party?"));
  options = options_by();
  options.text = "";
  EXPECT_THAT(refusal(options), HasSubstr("which column holds the text?"));
  options.text = "party";
  EXPECT_THAT(refusal(options), HasSubstr("\"party\" is the column of the text"));
  options = options_by();
  options.document = "party";
  EXPECT_THAT(refusal(options), HasSubstr("is the `document` column"));
  options = options_by();
  options.words = {"..."};
  EXPECT_THAT(refusal(options), HasSubstr("no letter or digit"));
  options = options_by();
  options.words.clear();
  EXPECT_THAT(refusal(options), HasSubstr("no `word`"));
  options = options_by();
  options.anchors = {"durian"};
  EXPECT_THAT(refusal(options), HasSubstr("\"durian\" has no vector"));
  options = options_by();
  options.at = {"party=D"};
  EXPECT_THAT(refusal(options), HasSubstr("`at` gives values to the columns of `formula`"));
}

TEST(Compare, AColumnOfTextsIsNoGroup) {
  CompareOptions options = options_by("id");
  std::vector<Row> rows = speeches(1200);
  for (std::size_t i = 0; i < rows.size(); ++i) rows[i].id = std::to_string(i);
  EXPECT_THAT(refusal(options, csv_of(rows)), HasSubstr("more than 1000 values"));
}

TEST(Compare, AModelWithoutContextsIsRefusedBeforeTextIsRead) {
  const Model form(small_model(Composition::form, 8));
  EXPECT_THAT(error_of([&] { (void)compare_contexts(form, {"no-such.csv"}, options_by()); }).what(),
              HasSubstr("does not use contexts"));
}

TEST(Compare, AModelWithNumbersTooLargeIsRefused) {
  ModelParts parts = small_model(Composition::balanced, 8);
  for (float& number : part_of(parts, "transform")) number = 3e38F;
  const Model large(std::move(parts));
  const Scratch scratch;
  EXPECT_THAT(error_of([&] {
                (void)compare_contexts(large, {scratch.file("rows.csv", csv_of(speeches()))},
                                       options_by());
              }).what(),
              HasSubstr("numbers of the model are too large"));
}

TEST(Compare, JsonAndCsvHoldTheSameNumbers) {
  const CompareResult result = compare_rows(speeches(), options_by());
  const auto json = nlohmann::json::parse(comparison_json(result));
  EXPECT_EQ(json.at("words")[0].at("pairs")[0].at("p"), *result.words[0].pairs[0].p);
  EXPECT_EQ(json.at("words")[0].at("groups")[1].at("vector").size(), 8U);
  const std::string csv = comparison_csv(result);
  EXPECT_THAT(csv, testing::StartsWith("word,part,group,item,figure,value,low,high\n"));
  EXPECT_THAT(csv, HasSubstr("pomelo,group,D,,contexts,20,,\n"));
  EXPECT_THAT(csv, testing::Not(HasSubstr("nan")));
}

}  // namespace
}  // namespace oovec
