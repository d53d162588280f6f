#include "oovec/model/explain_page.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/models.h"

namespace oovec {
namespace {

using testing::HasSubstr;
using testing::Not;

Explanation pomelo() {
  return explain(Model(small_model()), "pomelo", {{"The sweet pomelo isn't a durian"}});
}

TEST(ExplainHtml, ShowsNgramsWordsAndAlpha) {
  const Explanation explanation = pomelo();
  const std::string page = explanation_page(explanation, std::vector<std::string>{"citrus"});
  EXPECT_THAT(page, HasSubstr("<h1><bdi>pomelo</bdi></h1>"));
  EXPECT_THAT(page, HasSubstr("<bdi>⟨s⟩po</bdi>"));
  EXPECT_THAT(page, HasSubstr("<bdi>sweet</bdi>"));
  EXPECT_THAT(page, HasSubstr("<bdi>citrus</bdi>"));
  EXPECT_THAT(page, HasSubstr("known n-grams</dt><dd>14 of 18"));
  EXPECT_THAT(page, HasSubstr("<span class=\"target\""));
  EXPECT_THAT(page, HasSubstr("<span class=\"unknown\""));
}

TEST(ExplainHtml, TheMostImportantItemIsTheDarkest) {
  Explanation explanation = pomelo();
  explanation.ngrams = {{"abc", true, {0.75, 0.1}}, {"bcd", true, {0.25, 0}}};
  const std::string page = explanation_page(explanation);
  EXPECT_THAT(page, HasSubstr("style=\"--w:1.000\" title=\"importance 75.0 %, change 0.10000\">"
                              "<bdi>abc</bdi>"));
  EXPECT_THAT(page, HasSubstr("style=\"--w:0.333\" title=\"importance 25.0 %, change 0.00000\">"
                              "<bdi>bcd</bdi>"));
}

TEST(ExplainHtml, AllTextIsEscaped) {
  const std::string evil = "<script>'\"&\x01\x7F";
  const std::string tame = "&lt;script&gt;&#39;&quot;&amp;&#9217;&#9249;";
  Explanation explanation = pomelo();
  explanation.word = "1" + evil;
  explanation.ngrams = {{"2" + evil, true, {}}};
  explanation.contexts = {{{"3" + evil, TokenRole::used, {}}}};
  const std::string page = explanation_page(explanation, std::vector<std::string>{"4" + evil});
  for (const std::string place : {"<title>1", "<h1><bdi>1", "<bdi>2", "<bdi>3", "<bdi>4"})
    EXPECT_THAT(page, HasSubstr(place + tame));
  EXPECT_THAT(page, Not(HasSubstr("<script")));
  EXPECT_EQ(page.find_first_of("\x01\x7F"), std::string::npos);
}

TEST(ExplainHtml, LoadsNothing) {
  const std::string page = explanation_page(pomelo());
  EXPECT_THAT(page, HasSubstr("default-src 'none'"));
  for (const char* outside : {"http:", "https:", "src=", "url(", "@import", "<link"})
    EXPECT_THAT(page, Not(HasSubstr(outside)));
}

TEST(ExplainHtml, SaysWhenThereIsNoVector) {
  const std::string page = explanation_page(explain(Model(small_model()), "xyz", {{"durian"}}));
  EXPECT_THAT(page, HasSubstr("No vector"));
  EXPECT_THAT(page, Not(HasSubstr("α = ")));
}

TEST(ExplainHtml, WhatTheModelDoesNotUseHasNoSection) {
  EXPECT_THAT(explanation_page(explain(Model(small_model(Composition::form)), "pomelo", {})),
              Not(HasSubstr("Context: ")));
  EXPECT_THAT(explanation_page(explain(Model(small_model(Composition::context)), "x", {{"sweet"}})),
              Not(HasSubstr("Form: ")));
}

}  // namespace
}  // namespace oovec
