#include "lab/experiment/compare_page.h"

#include <array>

#include <fmt/format.h>

#include "lab/experiment/assets.h"
#include "oovec/model/assets.h"
#include "oovec/text/page.h"

namespace oovec::lab {

std::string compare_page(std::string_view json) {
  const std::string d3 = fmt::format("/*\n{}*/\n{}", d3_license(), d3_js());
  const std::array files = {
      PageFile{"style.css", style_css()},     PageFile{"d3.js", d3},
      PageFile{"elements.js", elements_js()}, PageFile{"tables.js", tables_js()},
      PageFile{"charts.js", charts_js()},     PageFile{"compare.js", compare_js()}};
  return make_page(compare_html(), files, json);
}

}  // namespace oovec::lab
