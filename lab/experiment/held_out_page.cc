#include "lab/experiment/held_out_page.h"

#include <array>

#include <fmt/format.h>

#include "lab/experiment/assets.h"
#include "oovec/model/assets.h"
#include "oovec/text/page.h"

namespace oovec::lab {

std::string held_out_page(const Json& models) {
  const std::string d3 = fmt::format("/*\n{}*/\n{}", d3_license(), d3_js());
  const std::array files = {
      PageFile{"style.css", style_css()},     PageFile{"d3.js", d3},
      PageFile{"elements.js", elements_js()}, PageFile{"tables.js", tables_js()},
      PageFile{"charts.js", charts_js()},     PageFile{"heldout.js", heldout_js()}};
  return make_page(heldout_html(), files,
                   models.dump(-1, ' ', false, Json::error_handler_t::replace));
}

}  // namespace oovec::lab
