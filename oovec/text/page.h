// Web pages of one file: a page of web/ with its style, its scripts and its JSON value within.
//
// A page names files as any page does, and has one element for the value, each on a line of its
// own:
//
//   <link rel="stylesheet" href="style.css">
//   <script src="report.js"></script>
//   <script type="application/json" id="value"></script>
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace oovec::inline text {

struct PageFile {
  std::string_view name;  // as the page has it
  std::string_view content;
};

// Throws std::logic_error if the page names a file that is not among `files`, or does not have just
// one place for the value.
[[nodiscard]] std::string make_page(std::string_view page, std::span<const PageFile> files,
                                    std::string_view json);

// The same JSON without characters that mean something to HTML: <, >, & and DEL are escaped.
[[nodiscard]] std::string json_for_html(std::string_view json);

}  // namespace oovec::inline text
