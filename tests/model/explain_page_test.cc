// What is in the page; tests/cli/explain_test.py looks at what a browser shows of it.
#include "oovec/model/explain_page.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "oovec/model/assets.h"
#include "oovec/model/explain_json.h"
#include "tests/support/models.h"
#include "tests/support/pages.h"

namespace oovec {
namespace {

using testing::HasSubstr;
using testing::Not;

Explanation pomelo() {
  return explain(Model(small_model()), "pomelo", {{"The sweet pomelo isn't a durian"}});
}

TEST(ExplainPage, HoldsNgramsWordsAndAlpha) {
  const Explanation explanation = pomelo();
  const std::vector<std::string> nearest = {"citrus"};
  const std::string page = explanation_page(explanation, nearest);
  const auto value = page_value(page);
  EXPECT_EQ(value, nlohmann::ordered_json::parse(explanation_json(explanation, nearest)));
  EXPECT_EQ(value.at("word"), "pomelo");
  EXPECT_EQ(value.at("ngrams")[1].at("text"), "⟨s⟩po");
  EXPECT_EQ(value.at("contexts")[0][1].at("text"), "sweet");
  EXPECT_EQ(value.at("nearest")[0], "citrus");
  EXPECT_EQ(std::count_if(value.at("ngrams").begin(), value.at("ngrams").end(),
                          [](const auto& ngram) { return ngram.at("known").template get<bool>(); }),
            14);
  EXPECT_EQ(value.at("ngrams").size(), 18U);
  EXPECT_EQ(value.at("contexts")[0][2].at("role"), "target");
  EXPECT_THAT(value.at("contexts").dump(), HasSubstr("\"unknown\""));
}

TEST(ExplainPage, HoldsItsStyleAndScripts) {
  const std::string page = explanation_page(pomelo());
  for (const std::string_view part : {style_css(), elements_js(), explanation_js()})
    EXPECT_THAT(page, HasSubstr(std::string(part)));
  EXPECT_THAT(page, HasSubstr("<noscript>"));
}

TEST(ExplainPage, AllTextIsEscaped) {
  const std::string evil = "</script><script>'\"&\x01\x7F";
  const std::string tame = "\\u003c/script\\u003e\\u003cscript\\u003e'\\\"\\u0026\\u0001\\u007f";
  Explanation explanation = pomelo();
  explanation.word = "1" + evil + std::string(1, '\0');
  explanation.ngrams = {{"2" + evil, true, {}}};
  explanation.contexts = {{{"3" + evil, TokenRole::used, {}}}};
  const std::string page = explanation_page(explanation, std::vector<std::string>{"4" + evil});
  for (const std::string place :
       {"\"word\":\"1", "\"text\":\"2", "\"text\":\"3", "\"nearest\":[\"4"})
    EXPECT_THAT(page, HasSubstr(place + tame));
  EXPECT_EQ(page_value(page).at("word"), explanation.word);
  const std::string harmless = explanation_page(pomelo());
  for (const char* mark : {"<script", "</script"})
    EXPECT_EQ(count_of(mark, page), count_of(mark, harmless));
  EXPECT_EQ(page.find_first_of(std::string("\x00\x01\x7F", 3)), std::string::npos);
}

TEST(ExplainPage, LoadsNothing) {
  const std::string page = explanation_page(pomelo());
  EXPECT_THAT(page, HasSubstr("default-src 'none'"));
  for (const char* outside : {"http:", "https:", "src=", "url(", "@import", "<link"})
    EXPECT_THAT(page, Not(HasSubstr(outside)));
}

TEST(ExplainPage, SaysWhenThereIsNoVector) {
  const std::string page = explanation_page(explain(Model(small_model()), "xyz", {{"durian"}}));
  EXPECT_TRUE(page_value(page).at("alpha").is_null());
}

TEST(ExplainPage, WhatTheModelDoesNotUseIsNotThere) {
  const Model form(small_model(Composition::form)), context(small_model(Composition::context));
  EXPECT_TRUE(page_value(explanation_page(explain(form, "pomelo", {}))).at("contexts").empty());
  EXPECT_TRUE(
      page_value(explanation_page(explain(context, "x", {{"sweet"}}))).at("ngrams").empty());
}

}  // namespace
}  // namespace oovec
