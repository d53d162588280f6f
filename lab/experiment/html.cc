#include "lab/experiment/html.h"

#include <cmath>

#include <fmt/format.h>

#include "oovec/text/html.h"

namespace oovec::lab {
namespace {

std::string cell_html(const Cell& cell, bool heading) {
  std::string classes = cell.number ? "number" : "";
  if (cell.best) classes += classes.empty() ? "best" : " best";
  const std::string_view name = heading ? "th" : "td";
  return fmt::format("<{0}{1}>{2}</{0}>", name, classes.empty() ? "" : " class=\"" + classes + '"',
                     cell.html);
}

// Large whole numbers need no fraction.
std::string number_text(double number, int digits) {
  const bool whole = number >= 1000 && number == std::floor(number);
  return fmt::format("{:.{}f}", number, whole ? 0 : digits);
}

}  // namespace

Cell text_cell(std::string_view text) { return {escape_html(text)}; }

Cell number_cell(double number, int digits) { return {number_text(number, digits), true}; }

Cell estimate_cell(const Json& value, const Json& interval, int digits) {
  Cell cell = number_cell(value.get<double>(), digits);
  if (!interval.is_null())
    cell.html +=
        fmt::format(" <small>{} … {}</small>", number_text(interval[0].get<double>(), digits),
                    number_text(interval[1].get<double>(), digits));
  return cell;
}

std::string HtmlTable::html() const {
  std::string html = "<div class=\"scroll\"><table>\n<thead><tr>";
  for (const Cell& cell : header_) html += cell_html(cell, true);
  html += "</tr></thead>\n<tbody>\n";
  for (const std::vector<Cell>& row : rows_) {
    html += "<tr>";
    for (std::size_t i = 0; i < row.size(); ++i) html += cell_html(row[i], i == 0);
    html += "</tr>\n";
  }
  return html + "</tbody>\n</table></div>\n";
}

std::string chart(const Json& data, std::string_view caption) {
  // Nothing in the text may end the element.
  std::string json = data.dump(-1, ' ', false, Json::error_handler_t::replace);
  for (std::size_t at = 0; (at = json.find('<', at)) != std::string::npos;)
    json.replace(at, 1, "\\u003c");
  return fmt::format(
      "<figure class=\"chart\"><script type=\"application/json\">{}</script>\n"
      "<figcaption>{}</figcaption></figure>\n",
      json, caption);
}

}  // namespace oovec::lab
