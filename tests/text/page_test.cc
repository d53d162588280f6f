#include "oovec/text/page.h"

#include <array>
#include <stdexcept>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace oovec {
namespace {

using testing::HasSubstr;
using testing::Not;

constexpr std::string_view template_page =
    "<link rel=\"stylesheet\" href=\"a.css\">\n"
    "<script type=\"application/json\" id=\"value\"></script>\n"
    "<script src=\"b.js\"></script>\n"
    "<script>show();</script>";
constexpr std::array page_files = {PageFile{"a.css", "p {}\n"}, PageFile{"b.js", "let x;\n"}};

TEST(Page, HoldsItsFilesAndItsValue) {
  EXPECT_EQ(make_page(template_page, page_files, "[1]"),
            "<style>\np {}\n</style>\n"
            "<script type=\"application/json\" id=\"value\">[1]</script>\n"
            "<script>\nlet x;\n</script>\n"
            "<script>show();</script>");
}

TEST(Page, NoTextEndsTheElementOfTheValue) {
  EXPECT_EQ(json_for_html("\"</script><!--&amp;\x7F\\u0000é\""),
            "\"\\u003c/script\\u003e\\u003c!--\\u0026amp;\\u007f\\u0000é\"");
  EXPECT_THAT(make_page(template_page, page_files, "\"</script>evil\""),
              Not(HasSubstr("</script>evil")));
}

TEST(Page, WhatAFileOrTheValueHoldsIsNotLookedThrough) {
  const std::array files = {PageFile{"a.css", "<script src=\"none.js\"></script>\n"},
                            PageFile{"b.js", "<script src=\"none.js\"></script>\n"}};
  EXPECT_THAT(make_page(template_page, files, "\n<script src=\"none.js\"></script>\n"),
              HasSubstr("none.js"));
}

TEST(Page, AFileThatIsNotGivenIsABug) {
  EXPECT_THROW((void)make_page(template_page, std::span(page_files).first(1), "0"),
               std::logic_error);
}

TEST(Page, APageHasJustOneValue) {
  EXPECT_THROW((void)make_page("<p>\n", page_files, "0"), std::logic_error);
  const std::string twice = std::string(template_page) + "\n" + std::string(template_page);
  EXPECT_THROW((void)make_page(twice, page_files, "0"), std::logic_error);
}

}  // namespace
}  // namespace oovec
