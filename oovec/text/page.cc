#include "oovec/text/page.h"

#include <algorithm>
#include <optional>
#include <stdexcept>

#include <fmt/format.h>

namespace oovec::inline text {
namespace {

constexpr std::string_view value_begin = "<script type=\"application/json\" id=\"value\">";
constexpr std::string_view value_end = "</script>";

// The next line, with its end, which is taken off the text.
std::string_view take_line(std::string_view& text) {
  const std::size_t end = text.find('\n');
  const std::string_view line = text.substr(0, end == text.npos ? end : end + 1);
  text.remove_prefix(line.size());
  return line;
}

// What the line has between both; nothing if it is another line.
std::optional<std::string_view> between(std::string_view line, std::string_view begin,
                                        std::string_view end) {
  if (line.ends_with('\n')) line.remove_suffix(1);
  if (line.size() < begin.size() + end.size()) return {};
  if (!line.starts_with(begin) || !line.ends_with(end)) return {};
  return line.substr(begin.size(), line.size() - begin.size() - end.size());
}

std::string_view content_of(std::span<const PageFile> files, std::string_view name) {
  const auto found = std::find_if(files.begin(), files.end(),
                                  [&](const PageFile& file) { return file.name == name; });
  if (found == files.end())
    throw std::logic_error(fmt::format("the page names {}, which was not given", name));
  return found->content;
}

}  // namespace

std::string make_page(std::string_view page, std::span<const PageFile> files,
                      std::string_view json) {
  std::string made;
  std::size_t values = 0;
  while (!page.empty()) {
    const std::string_view line = take_line(page);
    if (const auto style = between(line, "<link rel=\"stylesheet\" href=\"", "\">")) {
      made.append("<style>\n").append(content_of(files, *style)).append("</style>\n");
    } else if (const auto script = between(line, "<script src=\"", "\"></script>")) {
      made.append("<script>\n").append(content_of(files, *script)).append("</script>\n");
    } else if (between(line, value_begin, value_end)) {
      made.append(value_begin).append(json_for_html(json)).append(value_end).append("\n");
      ++values;
    } else {
      made += line;
    }
  }
  if (values != 1)
    throw std::logic_error(fmt::format("the page has {} places for the value", values));
  return made;
}

std::string json_for_html(std::string_view json) {
  std::string escaped;
  for (const char c : json) {
    if (c == '<' || c == '>' || c == '&' || c == '\x7F')
      escaped += fmt::format("\\u{:04x}", c);
    else
      escaped += c;
  }
  return escaped;
}

}  // namespace oovec::inline text
