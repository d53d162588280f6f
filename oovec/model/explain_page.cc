#include "oovec/model/explain_page.h"

#include <array>

#include "oovec/model/assets.h"
#include "oovec/model/explain_json.h"
#include "oovec/text/page.h"

namespace oovec::inline model {

std::string explanation_page(const Explanation& explanation, std::span<const std::string> nearest) {
  const std::array files = {PageFile{"style.css", style_css()},
                            PageFile{"elements.js", elements_js()},
                            PageFile{"explanation.js", explanation_js()}};
  return make_page(explanation_html(), files, explanation_json(explanation, nearest));
}

}  // namespace oovec::inline model
